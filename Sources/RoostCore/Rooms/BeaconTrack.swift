import Glibc

/// What is known of one beacon: where it is heard, and what it says of itself.
public struct BeaconTrack: Hashable, Sendable {
    public internal(set) var rooms: RoomEstimator
    /// What a node one metre away would receive, in dBm.
    public internal(set) var txPower: Double?
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
    private static let usualTxPower = -59.0
    /// How fast a signal fades in furnished rooms; 2 is free space.
    private static let pathLoss = 2.7

    /// Metres to the node that hears it at `level`; within a factor of two at the best.
    public func distance(level: Double) -> Double {
        pow(10, ((txPower ?? Self.usualTxPower) - level) / (10 * Self.pathLoss))
    }

    /// The distance class of a beacon heard at `level`, holding on to the last one by 3 dB.
    func proximity(level: Double) -> Proximity {
        let loss = (txPower ?? Self.usualTxPower) - level
        func isWithin(_ limit: Double, _ held: Bool) -> Bool { loss <= limit + (held ? 3 : 0) }
        if isWithin(Proximity.immediateLoss, proximity == .immediate) { return .immediate }
        if isWithin(Proximity.nearLoss, proximity == .immediate || proximity == .near) {
            return .near
        }
        return .far
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
