import Glibc

/// How well one node hears one beacon.
public struct Hearing: Hashable, Sendable {
    public let node: ID<Node>
    /// When the node last heard the beacon.
    public private(set) var lastHeard: Timestamp
    // There are several of these for each of many beacons, and no radio tells more than a float can.
    private var smoothed: Float
    private var last: Float
    private var rhythm: Float
    private var lasting: Float

    /// The smoothed signal strength in dBm.
    public var level: Double { Double(smoothed) }
    /// The last reading in dBm.
    public var lastReading: Double { Double(last) }
    /// The learned time between two hearings in seconds; 0 until there were two.
    public var interval: Double { Double(rhythm) }
    /// What the node hears of a beacon that lies still: the mean of a longer while, in dBm.
    ///
    /// It is learned anew after a restart.
    var steady: Double { Double(lasting) }

    /// What a reading is taken for when the controller could not tell how strong it was.
    private static let unknownLevel = -90.0
    /// Less than any radio receives, in dBm.
    private static let inaudible = -127.0
    /// How fast old readings are forgotten, in seconds.
    private static let smoothing = 1.5
    /// The same for a slow tag, in its own intervals.
    private static let smoothedReadings = 3.0

    /// The longest while of which the mean of one that lies still is made, in seconds.
    private static let steadiness = 60.0

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
        self.lastHeard = lastHeard
        smoothed = Float(level)
        last = Float(lastReading)
        rhythm = Float(interval)
        lasting = smoothed
    }

    /// Takes in a reading and returns whether it was new.
    ///
    /// One that is not newer than the last changes nothing: a message delivered twice counts once.
    /// - Parameter stillness: For how long the beacon has lain where it lies, in seconds; 0 for one that
    ///   moves.
    mutating func hear(_ rssi: RSSI?, at time: Timestamp, stillness: Double = 0) -> Bool {
        let gap = time.seconds(since: lastHeard)
        guard gap > 0 else { return false }
        lastHeard = time
        learn(gap: gap)
        guard let reading = rssi?.dBm else { return true }
        // One reading of a slow tag is no better than one of a fast tag: several make a level.
        let memory = max(Self.smoothing, Self.smoothedReadings * interval)
        let isNew = !isAudible
        let weight = isNew ? 1 : max(0.08, 1 - exp(-gap / memory))
        smoothed = Float(level + weight * (reading - level))
        let span = stillness > 0 ? min(Self.steadiness, max(stillness, 3 * memory)) : 2 * memory
        let lastingWeight = isNew ? 1 : 1 - exp(-gap / span)
        lasting = Float(steady + lastingWeight * (reading - steady))
        last = Float(reading)
        return true
    }

    /// A long gap is a sleep or an absence rather than rhythm, so it counts as ten intervals at most.
    private mutating func learn(gap: Double) {
        let interval = interval
        rhythm = Float(
            interval == 0
                ? min(gap, 60) : interval + 0.1 * (min(gap, 10 * interval) - interval))
    }

    /// The beacon was away since: how loud it was says nothing any more; its rhythm stays learned.
    mutating func forgetLevel() {
        smoothed = Float(Self.inaudible)
        lasting = smoothed
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

    /// Whether no more than some readings were missed since.
    func isFresh(at time: Timestamp) -> Bool {
        time.seconds(since: lastHeard) < 3 * max(1, interval)
    }

    /// Whether the level means anything: not after the beacon was away.
    var isAudible: Bool { level > Self.inaudible }

    /// Whether the node hears the beacon loudly, after a silence in which it seemed out of reach: it came
    /// near.
    func isHeardAnew(_ rssi: RSSI?, at time: Timestamp) -> Bool {
        guard isAudible else { return true }
        let remainder = level - fading(ofSilence: time.seconds(since: lastHeard))
        return remainder <= RoomSnapshot.sensitivity && rssi.map { $0.dBm > Self.loud } ?? false
    }

    /// What lies behind some walls is never so loud, in dBm.
    private static let loud = RoomSnapshot.sensitivity + 20

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
