/// What is known of how a beacon sends.
struct Transmitter {
    var beacon: BeaconID
    /// What a node one metre away would receive, in dBm.
    var power: Double
}
