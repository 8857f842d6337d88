import SeededRandom

/// The failures of a year, or of its beginning: nodes, power, the gateway, batteries.
struct Outages: Sendable {
    /// Seconds since the beginning of the year.
    typealias Span = ClosedRange<Double>

    /// For each node of all buildings, in order.
    private(set) var nodes: [[Span]]
    private(set) var gateway: [Span] = []
    /// For each thing, the outages of its battery.
    private(set) var things: [[Span]]

    init(nodes count: Int, ofHome: Int, family: Family, _ chance: inout SeededRandom) {
        let year = 365.0 * 86_400
        nodes = Array(repeating: [], count: count)
        things = Array(repeating: [], count: family.things.count)
        func spans(perYear: Double, _ minutes: ClosedRange<Double>, _ chance: inout SeededRandom)
            -> [Span]
        {
            var spans: [Span] = []
            var time = 0.0
            while true {
                // A failure may happen each hour, whatever happened before.
                time += 3600
                guard time < year else { return spans }
                guard chance.happens(perYear / 8760) else { continue }
                let end = time + chance.within(minutes) * 60
                spans.append(time...end)
                time = end
            }
        }
        for node in nodes.indices { nodes[node] = spans(perYear: 2, 10...720, &chance) }
        // The power or the Wi-Fi: all nodes of the home at once, and sometimes the gateway.
        for span in spans(perYear: 6, 3...180, &chance) {
            for node in 0..<ofHome {
                nodes[node] = nodes[node].filter { !$0.overlaps(span) } + [span]
            }
            if chance.happens(0.5) { gateway.append(span) }
        }
        for span in spans(perYear: 52, 0.2...1, &chance)
        where !gateway.contains(where: span.overlaps) {
            gateway.append(span)
        }
        for index in nodes.indices { nodes[index].sort { $0.lowerBound < $1.lowerBound } }
        gateway.sort { $0.lowerBound < $1.lowerBound }
        for (index, thing) in family.things.enumerated() {
            things[index] =
                switch thing.kind {
                case .phone: spans(perYear: 12, 60...400, &chance)
                case .watch: spans(perYear: 6, 60...600, &chance)
                default: spans(perYear: 1, 600...3000, &chance)
                }
        }
    }

    /// Whether there is an outage; `spans` are sorted by time.
    static func holds(_ spans: [Span], at time: Double) -> Bool {
        spans.contains { $0.contains(time) }
    }
}
