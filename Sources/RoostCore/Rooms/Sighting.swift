/// One beacon, heard by one node.
public struct Sighting: Hashable, Sendable {
    public var beacon: BeaconID
    /// Another identity of the same advertisement, such as the address that sent it.
    public var alias: BeaconID?
    /// `nil` when the controller could not tell: heard, but not how well.
    public var rssi: RSSI?
    /// What a node one metre away would receive, in dBm, as the beacon's maker measured it.
    public var txPower: Double?
    /// When it was heard, by the node's clock; `nil` where the message does not say.
    public var time: Timestamp?
    /// Per cent.
    public var battery: Int?
    /// Whether the beacon is an address that its owner changes: the device soon has another.
    public var isRotating: Bool

    public init(
        beacon: BeaconID, alias: BeaconID? = nil, rssi: RSSI?, txPower: Double? = nil,
        time: Timestamp? = nil, battery: Int? = nil, isRotating: Bool = false
    ) {
        self.beacon = beacon
        self.alias = alias
        self.rssi = rssi
        self.txPower = txPower
        self.time = time
        self.battery = battery
        self.isRotating = isRotating
    }
}
