/// What was heard of a beacon in the last seconds, reading by reading: how it sounded before it fell
/// silent.
struct RecentReadings: Hashable, Sendable {
    // There are up to a hundred of these for each beacon that somebody wears.
    private struct Reading: Hashable, Sendable {
        /// Milliseconds after `start`.
        var offset: Int32
        var rssi: Int8
        /// Index of the node.
        var node: UInt8

        var seconds: Double { Double(offset) / 1000 }
    }

    private var start = Timestamp(milliseconds: 0)
    private var nodes: [ID<Node>] = []
    /// In the order in which they came.
    private var readings: [Reading] = []

    /// Older ones are forgotten, in seconds.
    private static let span = 20.0
    private static let most = 96
    private static let mostNodes = 32

    mutating func note(_ rssi: RSSI?, by node: ID<Node>, at time: Timestamp) {
        guard let rssi else { return }
        let passed = time.seconds(since: start)
        readings.removeAll { passed - $0.seconds > Self.span }
        if readings.isEmpty || abs(passed) > 1e6 {
            (start, nodes, readings) = (time, [], [])
        }
        guard let index = index(of: node) else { return }
        if readings.count >= Self.most { readings.removeFirst() }
        readings.append(
            Reading(
                offset: Int32(time.milliseconds - start.milliseconds),
                rssi: Int8(rssi.dBm.rounded()), node: index))
    }

    private mutating func index(of node: ID<Node>) -> UInt8? {
        if let index = nodes.firstIndex(of: node) { return UInt8(index) }
        guard nodes.count < Self.mostNodes else { return nil }
        nodes.append(node)
        return UInt8(nodes.count - 1)
    }

    /// Whether any node heard it plainly since.
    func isPlain(since moment: Timestamp) -> Bool {
        let passed = moment.seconds(since: start)
        return readings.contains {
            $0.seconds >= passed && Double($0.rssi) >= RoomSnapshot.plain
        }
    }

    /// Whether any of it was heard plainly.
    var isPlain: Bool { isPlain(since: start) }

    /// The mean of what each node heard in some of the seconds before the last reading, in dBm.
    func means(in window: Range<Double>) -> [ID<Node>: Double] {
        guard let last = readings.map(\.seconds).max() else { return [:] }
        var sums: [UInt8: (sum: Double, count: Double)] = [:]
        for reading in readings where window.contains(last - reading.seconds) {
            let before = sums[reading.node] ?? (0, 0)
            sums[reading.node] = (before.sum + Double(reading.rssi), before.count + 1)
        }
        return Dictionary(
            uniqueKeysWithValues: sums.map { (nodes[Int($0)], $1.sum / $1.count) })
    }
}
