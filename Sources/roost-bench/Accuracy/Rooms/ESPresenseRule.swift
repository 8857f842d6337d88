import Foundation
import RoostCore

/// The nearest node, by the distances that ESPresense's nodes report.
///
/// Each node takes the mean of 15 seconds without outliers and converts it to metres. Here it
/// reports with every reading; real nodes report every 5 seconds, or on a change of half a metre,
/// which would score worse. A report older than 30 seconds is stale, as in its companion.
struct ESPresenseRule: RoomRule {
    private var nodes: [ID<Node>: Hearing] = [:]

    /// Seconds after which a report is stale.
    private static let staleness = 30.0

    mutating func take(_ reading: Reading) {
        nodes[reading.node, default: Hearing()].take(reading)
    }

    mutating func answer(at time: Timestamp) -> Answer {
        let distances = nodes.compactMapValues { node in
            node.told.flatMap {
                time.seconds(since: $0.time) <= Self.staleness ? -$0.distance : nil
            }
        }
        return distances.greatest.map { .node($0) } ?? .unknown
    }

    /// The distance that one node derives from what it hears.
    struct Hearing {
        private var ring: [(time: Timestamp, rssi: Double)] = []
        /// The last report, in metres.
        private(set) var told: (distance: Double, time: Timestamp)?

        /// Readings are kept for this many seconds, but no fewer and no more than these counts.
        private static let window = 15.0
        private static let counts = 10...200
        /// A node that heard nothing for this many seconds forgets the tag.
        private static let oblivion = 150.0
        /// The assumed strength of a tag at one metre, in dBm, if it does not state its own.
        private static let power = -71.0
        private static let exponent = 2.7

        mutating func take(_ reading: Reading) {
            if let last = ring.last, reading.time.seconds(since: last.time) > Self.oblivion {
                self = Hearing()
            }
            ring.append((reading.time, reading.rssi))
            while ring.count > Self.counts.upperBound
                || ring.count > Self.counts.lowerBound
                    && reading.time.seconds(since: ring[0].time) > Self.window
            {
                ring.removeFirst()
            }
            let power = reading.power ?? Self.power
            let mean = Self.meanWithoutOutliers(ring.map(\.rssi))
            told = (pow(10, (power - mean) / (10 * Self.exponent)), reading.time)
        }

        /// The mean of the values no farther from the middle half than one and a half times its
        /// width.
        static func meanWithoutOutliers(_ values: [Double]) -> Double {
            let sorted = values.sorted()
            let (low, high) = (sorted[sorted.count / 4], sorted[sorted.count * 3 / 4])
            let reach = 1.5 * (high - low)
            let kept = sorted.filter { (low - reach...high + reach).contains($0) }
            return kept.reduce(0, +) / Double(kept.count)
        }
    }
}
