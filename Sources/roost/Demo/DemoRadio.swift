import Foundation
import SeededRandom

/// How a tag's signal weakens: with the logarithm of the distance, and through walls.
enum DemoRadio {
    /// The power that a node receives one metre from a tag, in dBm.
    static let txPower = -57.0
    private static let door = 12.0
    private static let wall = 7.0
    private static let weakest = -104.2

    /// The power that a node at `node` receives from a tag at `tag`, in dBm; `nil` if none.
    ///
    /// Single readings differ by some decibels. Within its range a tag is always heard: it sends
    /// more than once in half a second.
    static func reading(
        of tag: DemoPoint, at node: DemoPoint, _ random: inout SeededRandom
    ) -> Double? {
        // The noise is drawn in any case, so that one reading does not affect the next.
        let noise = 2 * random.bell()
        let distance = max(0.5, tag.distance(to: node))
        let level = txPower - 25 * log10(distance) - loss(from: tag, to: node)
        return level > weakest ? (level + noise).rounded() : nil
    }

    /// The loss through walls and the front door, in decibels.
    private static func loss(from tag: DemoPoint, to node: DemoPoint) -> Double {
        guard let room = room(of: tag), let other = Self.room(of: node) else {
            return DemoPoint.exits.contains { $0.distance(to: node) < 3 } ? door : door + 2 * wall
        }
        if room == other { return 0 }
        return room.distance(to: other) < 7 ? wall : 2 * wall
    }

    /// The middle of a point's room; `nil` outdoors.
    private static func room(of point: DemoPoint) -> DemoPoint? {
        let nearest = DemoPoint.rooms.min { $0.distance(to: point) < $1.distance(to: point) }
        return nearest.flatMap { $0.distance(to: point) < 3.4 ? $0 : nil }
    }
}
