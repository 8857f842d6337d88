/// What was heard of a beacon in the last seconds, reading by reading: how it sounded before it fell
/// silent.
struct RecentReadings: Hashable, Sendable {
    // There are up to a hundred of these for each beacon that somebody wears.
    private struct Reading: Hashable, Sendable {
        var time: Timestamp
        var rssi: Int8
        var node: UInt8
    }

    /// In the order in which they came.
    private var readings: [Reading] = []

    /// Older ones are forgotten, in seconds.
    private static let span = 20.0
    private static let most = 96

    /// - Parameter node: A number of the caller's, up to 255.
    mutating func note(_ rssi: RSSI?, by node: Int, at time: Timestamp) {
        guard let rssi, let node = UInt8(exactly: node) else { return }
        // A late one does not push out those that are newer.
        let newest = readings.reduce(time) { max($0, $1.time) }
        guard newest.seconds(since: time) <= Self.span else { return }
        readings.removeAll { newest.seconds(since: $0.time) > Self.span }
        if readings.count >= Self.most { readings.removeFirst() }
        readings.append(Reading(time: time, rssi: Int8(rssi.dBm.rounded()), node: node))
    }

    /// Whether any of it was heard plainly.
    var isPlain: Bool { isPlain(since: .distantPast) }

    /// Whether any node heard it plainly since.
    func isPlain(since moment: Timestamp) -> Bool {
        readings.contains { $0.time >= moment && Double($0.rssi) >= RoomSnapshot.plain }
    }

    /// The loudest reading of a time, by one node or by any, in dBm; `nil` where there was none.
    func loudest(in time: Range<Timestamp>, by node: Int? = nil) -> Double? {
        readings.filter { time.contains($0.time) && (node == nil || Int($0.node) == node) }
            .map { Double($0.rssi) }.max()
    }

    /// Who is beside a node is so loud there, in dBm.
    private static let near = -82.0
    /// Another node may hear them louder by so much, in decibels.
    static let beside = 6.0

    /// When it was loudest beside one of some nodes, and how loud in dBm; `nil` where it was beside none.
    ///
    /// - Parameter time: All that is kept, where it is `nil`.
    func peak(
        besideAnyOf nodes: [Int], in time: ClosedRange<Timestamp>? = nil
    ) -> (time: Timestamp, level: Double)? {
        readings
            .filter {
                Double($0.rssi) >= Self.near && time?.contains($0.time) ?? true
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

    /// So far apart in time, two readings are of one moment, in seconds.
    static let moment = 2.5

    /// The mean of what each node heard in some of the seconds before a moment, in dBm.
    ///
    /// - Parameter moment: The last reading's, where it is `nil`.
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
