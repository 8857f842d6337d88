/// Measures how strongly a beacon is heard one metre away, where somebody holds it for a while.
///
/// Batches and time go in; a verdict can be asked for at any time.
public struct PowerMeasurement: Hashable, Sendable {
    public struct Result: Hashable, Sendable {
        public var node: ID<Node>
        /// In dBm, whole.
        public var power: Double
        /// How many readings it is the median of.
        public var count: Int

        public init(node: ID<Node>, power: Double, count: Int) {
            self.node = node
            self.power = power
            self.count = count
        }
    }

    public enum Verdict: Hashable, Sendable {
        case listening
        case measured(Result)
        /// Too few readings came to trust them.
        case tooFew(Int)
        /// No beacon is heard this strongly or this weakly one metre away, in dBm.
        case implausible(Double)
        /// The middle half of the readings spans this many decibels.
        case unsteady(Double)
    }

    public let end: Timestamp
    private let beacon: BeaconID
    /// The node in front of which it is held; `nil` for the one that hears it best.
    private let node: ID<Node>?
    private var readings: [ID<Node>: [Double]] = [:]

    /// The fewest readings of one node that are trusted.
    public static let leastCount = 5
    /// The most readings of a node that are kept, and the most nodes.
    private static let mostCount = 1000
    private static let mostNodes = 100
    /// The range of beacons of all makes, with some leeway.
    private static let plausible = -90.0 ... -25.0
    /// A moving hand, or people walking between, causes a wider spread than this, in dB.
    private static let widest = 10.0

    public init(
        of beacon: BeaconID, node: ID<Node>? = nil, at now: Timestamp, seconds: Double
    ) {
        self.beacon = beacon
        self.node = node
        end = now.advanced(bySeconds: seconds)
    }

    public mutating func hear(_ batch: SightingBatch) {
        guard !batch.isRetained, node == nil || batch.node == node else { return }
        for sighting in batch.sightings
        where sighting.beacon == beacon || sighting.alias == beacon {
            guard let rssi = sighting.rssi,
                readings.count < Self.mostNodes || readings[batch.node] != nil,
                readings[batch.node, default: []].count < Self.mostCount
            else { continue }
            readings[batch.node, default: []].append(rssi.dBm)
        }
    }

    /// What the node that hears it best has so far; `nil` while there is nothing.
    public var preliminary: Result? {
        readings.map { Result(node: $0, power: Self.median($1), count: $1.count) }
            .max { ($0.power, $1.node) < ($1.power, $0.node) }
    }

    public func verdict(at now: Timestamp) -> Verdict {
        guard now >= end else { return .listening }
        guard let best = preliminary, best.count >= Self.leastCount else {
            return .tooFew(preliminary?.count ?? 0)
        }
        let sorted = (readings[best.node] ?? []).sorted()
        let width = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
        guard Self.plausible.contains(best.power) else { return .implausible(best.power) }
        return width <= Self.widest ? .measured(best) : .unsteady(width)
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        let median =
            sorted.count.isMultiple(of: 2) && middle > 0
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        return median.rounded()
    }
}
