import Glibc

/// What is known of one beacon: where it is heard, and what it says of itself.
public struct BeaconTrack: Hashable, Sendable {
    public internal(set) var rooms: RoomEstimator
    /// What a node one metre away would receive, in dBm.
    public internal(set) var txPower: Double?
    /// The same as somebody measured it in this house, which counts more.
    var measuredPower: Double?
    /// Per cent.
    public internal(set) var battery: Int?
    /// The distance class that was last told.
    public internal(set) var proximity: Proximity?

    public init(
        rooms: RoomEstimator = RoomEstimator(), txPower: Double? = nil, battery: Int? = nil,
        proximity: Proximity? = nil
    ) {
        self.rooms = rooms
        self.txPower = txPower
        self.battery = battery
        self.proximity = proximity
    }

    /// The signal one metre away, where the beacon does not say: the usual value of an iBeacon.
    static let usualTxPower = -59.0
    /// How fast a signal fades in furnished rooms; 2 is free space.
    fileprivate static let pathLoss = 2.7

    /// The signal one metre away as far as it is known, in dBm.
    var power: Double { measuredPower ?? txPower ?? Self.usualTxPower }

    /// Metres to the node that hears it at `level`; within a factor of two at the best.
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
    /// What a node hears of a beacon of the usual power that is so many metres away, for scanners
    /// that tell a distance and not the signal that they made it from.
    ///
    /// It is the log-distance model the other way round, with −59 dBm at one metre and an exponent of
    /// 2.7: the distance that is told of the beacon is the one that its scanner told, and of two
    /// scanners the nearer one is louder. What is below a decimetre counts as that; `nil` for what is
    /// no distance, or too great to hear anything.
    public init?(metres: Double) {
        guard metres >= 0 else { return nil }
        let loss = 10 * BeaconTrack.pathLoss * log10(max(0.1, metres))
        self.init(dBm: BeaconTrack.usualTxPower - loss)
    }
}

/// How near an item is to the node that hears it best.
public enum Proximity: String, Hashable, Sendable, Codable {
    /// Within about a metre.
    case immediate
    /// Within about five metres.
    case near
    case far
    /// Not heard.
    case lost

    /// How many decibels below the signal at one metre each class reaches.
    static let immediateLoss = 3.0
    static let nearLoss = 19.0
}
