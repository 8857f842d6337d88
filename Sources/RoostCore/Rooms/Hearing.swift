import Glibc

/// How well one node hears one beacon.
public struct Hearing: Hashable, Sendable, Codable {
    public let node: ID<Node>
    /// The smoothed signal strength in dBm.
    public private(set) var level: Double
    /// The last reading in dBm.
    public private(set) var lastReading: Double
    /// When the node last heard the beacon.
    public private(set) var lastHeard: Timestamp
    /// The learned time between two hearings in seconds; 0 until there were two.
    public private(set) var interval: Double
    /// What the node hears of a beacon that lies still: the mean of a longer while, in dBm.
    private(set) var steady: Float

    /// What a reading is taken for when the controller could not tell how strong it was.
    private static let unknownLevel = -90.0
    /// Less than any radio receives, in dBm.
    private static let inaudible = -127.0
    /// How fast old readings are forgotten, in seconds.
    private static let smoothing = 1.5
    /// The same for a slow tag, in its own intervals.
    private static let smoothedReadings = 3.0

    /// How fast the mean of one that lies still follows, in seconds and in a slow tag's intervals.
    private static let steadiness = 20.0
    private static let steadyReadings = 10.0

    public init(node: ID<Node>, rssi: RSSI?, at time: Timestamp) {
        self.init(
            node: node, level: rssi?.dBm ?? Self.unknownLevel,
            lastReading: rssi?.dBm ?? Self.unknownLevel, lastHeard: time, interval: 0)
    }

    /// Restores what was kept.
    public init(
        node: ID<Node>, level: Double, lastReading: Double, lastHeard: Timestamp,
        interval: Double
    ) {
        self.node = node
        self.level = level
        self.lastReading = lastReading
        self.lastHeard = lastHeard
        self.interval = interval
        steady = Float(level)
    }

    /// Takes in a reading and returns whether it was new.
    ///
    /// One that is not newer than the last changes nothing: a message delivered twice counts once.
    /// - Parameter isStill: Whether the beacon seems to lie where it lay.
    mutating func hear(_ rssi: RSSI?, at time: Timestamp, isStill: Bool = false) -> Bool {
        let gap = time.seconds(since: lastHeard)
        guard gap > 0 else { return false }
        lastHeard = time
        learn(gap: gap)
        guard let reading = rssi?.dBm else { return true }
        // One reading of a slow tag is no better than one of a fast tag: several make a level.
        let memory = max(Self.smoothing, Self.smoothedReadings * interval)
        let isNew = level == Self.inaudible
        level += (isNew ? 1 : max(0.08, 1 - exp(-gap / memory))) * (reading - level)
        let long = isStill ? max(Self.steadiness, Self.steadyReadings * interval) : 2 * memory
        steady += Float(isNew ? 1 : 1 - exp(-gap / long)) * (Float(reading) - steady)
        lastReading = reading
        return true
    }

    /// A long gap is a sleep or an absence rather than rhythm, so it counts as ten intervals at most.
    private mutating func learn(gap: Double) {
        if interval == 0 {
            interval = min(gap, 60)
        } else {
            interval += 0.1 * (min(gap, 10 * interval) - interval)
        }
    }

    /// The beacon was away since: how loud it was says nothing any more; its rhythm stays learned.
    mutating func forgetLevel() {
        level = Self.inaudible
        steady = Float(level)
    }

    // The longer mean is learned anew after a restart.
    private enum CodingKeys: String, CodingKey {
        case node, level, lastReading, lastHeard, interval
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            node: try values.decode(ID<Node>.self, forKey: .node),
            level: try values.decode(Double.self, forKey: .level),
            lastReading: try values.decode(Double.self, forKey: .lastReading),
            lastHeard: try values.decode(Timestamp.self, forKey: .lastHeard),
            interval: try values.decode(Double.self, forKey: .interval))
    }

    /// Seconds since the node heard the beacon or began to listen, whichever is later.
    func silence(at time: Timestamp, listeningSince: Timestamp) -> Double {
        time.seconds(since: max(lastHeard, listeningSince))
    }

    /// How strong the beacon is now, in dBm.
    ///
    /// Of a beacon that is heard often it is the last reading, for whoever weighs it makes a mean of many.
    /// Of one that is heard seldom it is a mean, unless the last reading is so far from it that the beacon
    /// has moved.
    var current: Double {
        let isSteady = abs(lastReading - level) < Self.jump
        return interval > Self.seldom && isSteady ? level : lastReading
    }

    /// Seconds between two readings of a beacon that is heard seldom.
    private static let seldom = 0.7
    /// Decibels that noise hardly makes.
    private static let jump = 10.0

    /// Whether the level means anything: not after the beacon was away.
    var isAudible: Bool { level > Self.inaudible }

    /// What silence takes from the level of a node that could hear: 2 dB for each missed interval
    /// after the third.
    func fading(at time: Timestamp, node: NodeView) -> Double {
        fading(ofSilence: silence(at: time, listeningSince: node.listeningSince))
    }

    func fading(ofSilence silence: Double) -> Double {
        min(60, max(0, 2 * (silence / max(1, interval) - 3)))
    }

    /// After the host's clock was set back: nothing was heard in the future.
    mutating func clamp(to now: Timestamp) {
        lastHeard = min(lastHeard, now)
    }
}
