import RoostCore

/// The node that hears the tag best.
struct StrongestRule: RoomRule {
    private var window: ReadingWindow
    private let takesMean: Bool
    private var last: ID<Node>?

    /// By each node's newest reading.
    static var now: StrongestRule { StrongestRule(takesMean: false) }
    /// By the mean of each node's last 5 seconds.
    static var mean: StrongestRule { StrongestRule(takesMean: true) }

    private init(takesMean: Bool) {
        self.takesMean = takesMean
        window = ReadingWindow(seconds: 5)
    }

    mutating func take(_ reading: Reading) { window.add(reading) }

    /// While nothing is heard, the last answer stays.
    mutating func answer(at time: Timestamp) -> Answer {
        window.forget(at: time)
        last = (takesMean ? window.means : window.newest).greatest ?? last
        return last.map { .node($0) } ?? .unknown
    }
}

/// The readings of the last `seconds` seconds.
struct ReadingWindow {
    let seconds: Double
    private var readings: [Reading] = []

    init(seconds: Double) {
        self.seconds = seconds
    }

    mutating func add(_ reading: Reading) { readings.append(reading) }

    /// Drops readings that are too old at `time`.
    mutating func forget(at time: Timestamp) {
        readings.removeAll { time.seconds(since: $0.time) >= seconds }
    }

    var isEmpty: Bool { readings.isEmpty }

    /// Each node's mean, in dBm.
    var means: [ID<Node>: Double] {
        Dictionary(grouping: readings, by: \.node).mapValues { readings in
            readings.reduce(0) { $0 + $1.rssi } / Double(readings.count)
        }
    }

    /// Each node's last reading, in dBm.
    var newest: [ID<Node>: Double] {
        Dictionary(readings.map { ($0.node, $0.rssi) }, uniquingKeysWith: { $1 })
    }
}
