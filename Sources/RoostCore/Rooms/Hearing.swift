import Glibc

/// How well one node hears one beacon.
public struct Hearing: Hashable, Sendable {
    public let node: ID<Node>
    /// When the node last heard the beacon.
    public private(set) var lastHeard: Timestamp
    // Each of many beacons has several of these, and a float holds all that a radio tells.
    private var smoothed: Float
    private var last: Float
    private var rhythm: Float
    private var lasting: Float

    /// The smoothed signal strength in dBm.
    public var level: Double { Double(smoothed) }
    /// The last reading in dBm.
    public var lastReading: Double { Double(last) }
    /// Whether any reading said how strong it was.
    var isMeasured: Bool { level != Self.unknownLevel || lastReading != Self.unknownLevel }
    /// The learned time between two hearings in seconds; 0 until there were two.
    public var interval: Double { Double(rhythm) }
    /// The level of a beacon that lies still: a mean over a longer time, in dBm.
    ///
    /// It is learned anew after a restart.
    var steady: Double { Double(lasting) }

    /// The level assumed for a reading of unknown strength, in dBm.
    ///
    /// Radios report whole numbers, so that a single reading is never taken for it.
    private static let unknownLevel = -90.5
    /// The level of a beacon that was away, in dBm: weaker than any radio receives.
    private static let levelAway = -127.0
    /// How fast old readings are forgotten, in seconds.
    private static let smoothing = 1.5
    /// The same for a slow tag, in its own intervals.
    private static let smoothedReadings = 3.0
    /// The least share that a new reading has in the level.
    private static let leastWeight = 0.08
    /// The most that the first gap counts for the rhythm, in seconds.
    private static let longestFirstGap = 60.0
    /// The most that another gap counts, in intervals.
    private static let longestGap = 10.0
    /// The share that a new gap has in the rhythm.
    private static let weightOfGap = 0.1

    /// The longest time over which the level of a beacon at rest is averaged, in seconds.
    private static let steadiness = 60.0

    public init(node: ID<Node>, rssi: RSSI?, at time: Timestamp) {
        self.init(
            node: node, level: rssi?.dBm ?? Self.unknownLevel,
            lastReading: rssi?.dBm ?? Self.unknownLevel, lastHeard: time, interval: 0)
    }

    /// Restores a kept hearing.
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
    /// - Parameter stillness: How long the beacon has been at rest, in seconds; 0 if it moves.
    mutating func hear(_ rssi: RSSI?, at time: Timestamp, stillness: Double = 0) -> Bool {
        let gap = time.seconds(since: lastHeard)
        guard gap > 0 else { return false }
        lastHeard = time
        learn(gap: gap)
        guard let reading = rssi?.dBm else { return true }
        // One reading of a slow tag is no better than one of a fast tag: a level takes several.
        let memory = max(Self.smoothing, Self.smoothedReadings * interval)
        let isNew = !isAudible
        let weight = isNew ? 1 : max(Self.leastWeight, 1 - exp(-gap / memory))
        smoothed = Float(level + weight * (reading - level))
        let span = stillness > 0 ? min(Self.steadiness, max(stillness, 3 * memory)) : 2 * memory
        let lastingWeight = isNew ? 1 : 1 - exp(-gap / span)
        lasting = Float(steady + lastingWeight * (reading - steady))
        last = Float(reading)
        return true
    }

    /// A long gap is sleep or absence rather than rhythm, so it counts only in part.
    private mutating func learn(gap: Double) {
        let interval = interval
        rhythm = Float(
            interval == 0
                ? min(gap, Self.longestFirstGap)
                : interval + Self.weightOfGap * (min(gap, Self.longestGap * interval) - interval))
    }

    /// The beacon was away: its old level means nothing any more; its rhythm stays learned.
    mutating func forgetLevel() {
        smoothed = Float(Self.levelAway)
        lasting = smoothed
    }

    /// Seconds since the node heard the beacon or began to listen, whichever is later.
    func silence(at time: Timestamp, listeningSince: Timestamp) -> Double {
        time.seconds(since: max(lastHeard, listeningSince))
    }

    /// How strong the beacon is now, in dBm.
    ///
    /// For a beacon that is heard often it is the last reading, since the weighing averages many.
    /// For one that is heard seldom it is a mean, unless the last reading is so far from it that
    /// the beacon has moved.
    var current: Double {
        let isSteady = abs(lastReading - level) < Self.jump
        return interval > Self.seldom && isSteady ? level : lastReading
    }

    /// Beacons with a longer interval than this are heard seldom, in seconds.
    private static let seldom = 0.7
    /// A jump that noise hardly causes, in decibels.
    private static let jump = 10.0

    /// Whether no more than a few readings were missed since.
    func isFresh(at time: Timestamp) -> Bool {
        time.seconds(since: lastHeard) < 3 * max(1, interval)
    }

    /// Whether hardly a reading was missed.
    func isUnbroken(afterSilence silence: Double) -> Bool { silence < 2 * max(1, interval) }

    /// Whether the level means anything: not after the beacon was away.
    var isAudible: Bool { level > Self.levelAway }

    /// Whether the node hears the beacon loudly after a silence in which it seemed out of reach: it
    /// came near.
    func isHeardAnew(_ rssi: RSSI?, at time: Timestamp) -> Bool {
        guard isAudible else { return true }
        let remainder = level - fading(ofSilence: time.seconds(since: lastHeard))
        return remainder <= RoomSnapshot.sensitivity && rssi.map { $0.dBm > Self.loud } ?? false
    }

    /// A beacon behind several walls is never louder than this, in dBm.
    private static let loud = RoomSnapshot.sensitivity + 20

    /// What silence takes from the level at a node that could hear: 2 dB for each missed interval
    /// after the third.
    func fading(at time: Timestamp, node: NodeView) -> Double {
        fading(ofSilence: silence(at: time, listeningSince: node.listeningSince))
    }

    func fading(ofSilence silence: Double) -> Double {
        min(60, max(0, 2 * (silence / max(1, interval) - 3)))
    }

    /// After the host's clock was set back: nothing was heard in the future.
    mutating func clamp(to now: Timestamp) {
        lastHeard.clamp(to: now)
    }
}
