/// What was heard of a beacon in the last seconds, reading by reading: how it sounded before it
/// fell silent.
struct RecentReadings: Hashable, Sendable {
    // A beacon that somebody wears has hundreds of these where many nodes hear it.
    private struct Reading: Hashable, Sendable {
        var time: Timestamp
        var rssi: Int8
        var node: UInt8
    }

    /// In the order in which they came.
    private var readings: [Reading] = []

    /// Older readings are forgotten, in seconds.
    static let span = 20.0
    /// The most that are kept: of as many nodes as are remembered, one a second each.
    private static let most = Int(span) * RoomEstimator.mostHearings

    /// - Parameter node: A number of the caller's, up to 255.
    mutating func note(_ rssi: RSSI?, by node: Int, at time: Timestamp) {
        guard let rssi, let node = UInt8(exactly: node) else { return }
        // A late reading does not push out newer ones.
        let newest = readings.reduce(time) { max($0, $1.time) }
        guard newest.seconds(since: time) <= Self.span else { return }
        readings.removeAll { newest.seconds(since: $0.time) > Self.span }
        if readings.count >= Self.most { readings.removeFirst() }
        readings.append(Reading(time: time, rssi: Int8(rssi.dBm.rounded()), node: node))
    }

    /// The time between its last two packets, in seconds; `nil` if only one was heard.
    var lastPause: Double? {
        guard let newest = readings.map(\.time).max() else { return nil }
        return readings.map { newest.seconds(since: $0.time) }.filter { $0 > Self.onePacket }.min()
    }

    /// Within so many seconds, several nodes hear the same packet.
    private static let onePacket = 0.5

    /// Whether any reading was plain.
    var isPlain: Bool { isPlain(since: .distantPast) }

    /// Whether any node has heard it plainly since.
    func isPlain(since moment: Timestamp) -> Bool {
        readings.contains { $0.time >= moment && Double($0.rssi) >= RoomSnapshot.plain }
    }

    /// The loudest reading in a time, by one node or by any, in dBm; `nil` if there was none.
    func loudest(in time: Range<Timestamp>, by node: Int? = nil) -> Double? {
        readings.filter { time.contains($0.time) && (node == nil || Int($0.node) == node) }
            .map { Double($0.rssi) }.max()
    }

    /// A beacon beside a node is at least this loud there, in dBm.
    static let near = -82.0
    /// How much louder another node may hear it, in decibels.
    static let beside = 6.0

    /// When it was loudest beside one of some nodes, and how loud in dBm; `nil` if beside none.
    ///
    /// - Parameters:
    ///   - time: If `nil`, all that is kept.
    ///   - least: What is weaker is beside none, in dBm.
    func peak(
        besideAnyOf nodes: [Int], in time: ClosedRange<Timestamp>? = nil,
        atLeast least: Double = near
    ) -> (time: Timestamp, level: Double)? {
        readings
            .filter {
                Double($0.rssi) >= least && time?.contains($0.time) ?? true
                    && nodes.contains(Int($0.node))
            }
            .sorted { ($0.rssi, $1.time) > ($1.rssi, $0.time) }
            .first { reading in
                !readings.contains {
                    abs($0.time.seconds(since: reading.time)) <= Self.moment
                        && Double($0.rssi) > Double(reading.rssi) + Self.beside
                }
            }
            .map { ($0.time, Double($0.rssi)) }
    }

    /// Two readings at most this far apart belong to one moment, in seconds.
    static let moment = 2.5

    /// The mean of what each node heard in some of the seconds before a moment, in dBm.
    ///
    /// - Parameter moment: If `nil`, that of the newest reading.
    func means(in window: Range<Double>, before moment: Timestamp? = nil) -> [Int: Double] {
        guard let end = moment ?? readings.map(\.time).max() else { return [:] }
        var sums: [Int: (sum: Double, count: Double)] = [:]
        for reading in readings where window.contains(end.seconds(since: reading.time)) {
            let (sum, count) = sums[Int(reading.node)] ?? (0, 0)
            sums[Int(reading.node)] = (sum + Double(reading.rssi), count + 1)
        }
        return sums.mapValues { $0.sum / $0.count }
    }
}
