import Glibc

/// What is known of one beacon: where it is heard, and what it reports about itself.
public struct BeaconTrack: Hashable, Sendable {
    public internal(set) var rooms: RoomEstimator
    /// What a node one metre away would receive, in dBm.
    public internal(set) var txPower: Double?
    /// The same, as measured in this household; takes precedence.
    var measuredPower: Double?
    /// Per cent.
    public internal(set) var battery: Int? {
        get { percent.map(Int.init) }
        set { percent = newValue.flatMap(UInt8.init(exactly:)) }
    }
    // There are many beacons, and a byte holds it.
    private var percent: UInt8?
    /// The last reported distance class.
    public internal(set) var proximity: Proximity?

    public init(
        rooms: RoomEstimator = RoomEstimator(), txPower: Double? = nil, battery: Int? = nil,
        proximity: Proximity? = nil
    ) {
        self.rooms = rooms
        self.txPower = txPower
        percent = battery.flatMap(UInt8.init(exactly:))
        self.proximity = proximity
    }

    /// The level one metre away if the beacon does not state it: the usual value of an iBeacon.
    static let usualTxPower = -59.0
    /// How fast a signal fades across furnished rooms; 2 is free space.
    ///
    /// One exponent covers walls and furniture, as a level alone shows neither; `PathLoss.exponent`
    /// (2.0) counts walls apart.
    fileprivate static let pathLoss = 2.7

    /// The signal one metre away as far as it is known, in dBm.
    var power: Double { measuredPower ?? txPower ?? Self.usualTxPower }

    /// Metres to the node that hears it at `level`; within a factor of two at best.
    public func distance(level: Double) -> Double {
        pow(10, (power - level) / (10 * Self.pathLoss))
    }

    /// The distance class of a beacon heard at `level`, holding on to the last one by 3 dB.
    func proximity(level: Double) -> Proximity {
        let loss = power - level
        func isWithin(_ limit: Double, _ held: Bool) -> Bool { loss <= limit + (held ? 3 : 0) }
        if isWithin(Proximity.immediateLoss, proximity == .immediate) { return .immediate }
        if isWithin(Proximity.nearLoss, proximity == .immediate || proximity == .near) {
            return .near
        }
        return .far
    }
}

extension RSSI {
    /// The level at which a node hears a beacon of usual power this many metres away, for scanners
    /// that report a distance but not the signal it was made from.
    ///
    /// It inverts the log-distance model with −59 dBm at one metre and an exponent of 2.7: the
    /// beacon's reported distance is the one its scanner gave, and of two scanners the nearer one
    /// is louder. Less than a decimetre counts as one; `nil` for no distance, or one too far to
    /// hear.
    public init?(metres: Double) {
        guard metres >= 0 else { return nil }
        let loss = 10 * BeaconTrack.pathLoss * log10(max(0.1, metres))
        self.init(dBm: BeaconTrack.usualTxPower - loss)
    }
}
