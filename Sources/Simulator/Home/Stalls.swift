import RoostCore
import SeededRandom

/// The Wi-Fi of a building stalls now and then: its nodes keep what they hear, and each sends it
/// once it gets through again, a while after the others.
struct Stalls: Sendable {
    /// For each node of all buildings, in order: when nothing of it gets through.
    let spans: [[Outages.Span]]
    /// For each node, what waits in its queue.
    private var waiting: [ID<Node>: [SightingBatch]] = [:]
    private let number: [ID<Node>: Int]

    /// How often a day the Wi-Fi of a building stalls, and how often that of one node alone.
    private static let perDay = 8.0
    private static let perDayAlone = 1.0
    /// How long it does, in seconds.
    private static let length = 12.0...120.0
    /// How much later than that a node is back, in seconds.
    private static let reconnecting = 0.0...20.0

    /// - Parameter buildings: The nodes of each building, in the order of all.
    init(of buildings: [[ID<Node>]], seed: UInt64) {
        var chance = SeededRandom(seed: seed)
        let nodes = buildings.joined()
        number = Dictionary(uniqueKeysWithValues: zip(nodes, 0...))
        spans = buildings.flatMap { nodes in
            let together = Self.begins(perDay: Self.perDay, &chance)
            return nodes.map { _ in
                let spans = together.map { span in
                    span.lowerBound...span.upperBound + chance.within(Self.reconnecting)
                }
                let alone = Self.begins(perDay: Self.perDayAlone, &chance)
                    .filter { span in !spans.contains(where: span.overlaps) }
                return (spans + alone).sorted { $0.lowerBound < $1.lowerBound }
            }
        }
    }

    private static func begins(perDay: Double, _ chance: inout SeededRandom) -> [Outages.Span] {
        (0..<365 * 24).compactMap { hour in
            guard chance.happens(perDay / 24) else { return nil }
            let time = Double(hour) * 3600 + chance.within(0...3000)
            return time...time + chance.within(Self.length)
        }
    }

    /// What gets through, oldest first for each node, of what the nodes send at a moment.
    mutating func pass(_ batches: [SightingBatch], at time: Double) -> [SightingBatch] {
        for batch in batches { waiting[batch.node, default: []].append(batch) }
        var passed: [SightingBatch] = []
        for node in waiting.keys.sorted() {
            guard let number = number[node], !Outages.holds(spans[number], at: time) else {
                continue
            }
            passed += waiting.removeValue(forKey: node) ?? []
        }
        return passed
    }
}
