import Glibc
import SeededRandom
import Testing

@testable import RoostCore

/// Somebody with a tag who stays in a house of two storeys.
@Suite("Staying inside")
struct IndoorsTests {
    struct Stay: CustomTestStringConvertible {
        /// Seconds between two packets of the tag.
        var interval: Double
        /// What the floor takes, in decibels.
        var floor: Double
        /// Whether the household says where the nodes hang.
        var isSurveyed: Bool

        var testDescription: String {
            "every \(interval) s, floor \(floor) dB\(isSurveyed ? "" : ", no positions")"
        }
    }

    private static let posts: [(room: String, at: [Double])] = [
        ("hall", [6.2, 0.6, 1.5]), ("kitchen", [1.5, 6, 1.5]), ("living", [10, 6, 1.2]),
        ("bedroom", [1.5, 6.5, 4.3]), ("kids", [10, 2, 4.3]),
    ]
    /// Where people sit, and how far apart, in metres.
    private static let rooms: [(corner: [Double], size: [Double])] = [
        ([0.5, 4.5, 1], [5, 4]), ([7, 4, 1], [4, 4]), ([0.5, 4.5, 3.8], [5, 4]),
        ([7, 0.5, 3.8], [4, 3]),
    ]
    private static let hours = 4.0

    private static func house(_ stay: Stay) -> House {
        var house = House()
        for node in ["n1", "n2"] { house.change(.deleteNode(ID(checked: node)), at: 0) }
        for post in posts {
            let node = Node(
                id: ID(checked: post.room), place: ID(checked: "home"),
                room: ID(checked: post.room), isExit: post.room == "hall",
                position: stay.isSurveyed ? post.at : nil)
            house.change(.saveNode(node), at: 0)
        }
        return house
    }

    /// What a node hears on average, in dBm: a floor, a few walls, and the distance.
    private static func level(from chair: [Double], at post: [Double], floor: Double) -> Double {
        let metres = zip(chair, post).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
        let isUpstairs = chair[2] > 2.5
        return -62 - 20 * log10(max(0.5, metres)) - (metres > 4 ? 5 : 0)
            - (isUpstairs == (post[2] > 2.5) ? 0 : floor)
    }

    @Test(
        "Lost packets and lasting shadows make nobody leave",
        arguments: [2.0, 4, 8].flatMap { interval in
            [(12.0, true), (12, false), (6, true), (16, true)].map {
                Stay(interval: interval, floor: $0.0, isSurveyed: $0.1)
            }
        })
    func stays(_ stay: Stay) {
        var house = Self.house(stay)
        var chance = SeededRandom(seed: 1)
        var (chair, shadows, moves) = ([0.0, 0, 0], [Double](), 0.0)
        for second in stride(from: 0, to: 3600 * Self.hours, by: stay.interval) {
            if second >= moves {
                let room = Self.rooms[Int(chance.fraction() * Double(Self.rooms.count))]
                chair = room.corner
                for axis in 0..<2 { chair[axis] += room.size[axis] * chance.fraction() }
                // What stands in the way lasts as long as they sit there.
                let body = 4 + 2.5 * chance.bell()
                shadows = Self.posts.map { _ in 3.5 * chance.bell() - body }
                moves = second + 60 + 840 * chance.fraction()
            }
            for (index, post) in Self.posts.enumerated() {
                let level =
                    Self.level(from: chair, at: post.at, floor: stay.floor) + shadows[index]
                    + 2 * chance.bell()
                guard level > -95, chance.fraction() > 0.25 else { continue }
                let time = second + Double(index) * 0.15
                house.hear(House.tag, by: post.room, level.rounded(), at: time)
            }
        }
        #expect(house.transitions.isEmpty)
    }

    @Test(
        "Storeys are told apart by the heights of nodes, none of which is in a floor",
        arguments: [
            ([[0, 0], [5, 5]], [0, 0], [1.0]),
            ([[0, 0, 0.3], [5, 5, 2.1]], [0, 0], [1]),
            ([[0, 0, 1.5], [5, 5, 4.3], [0, 5, 4.1]], [0, 1, 1], [1, 3.7]),
            ([[0, 0, 7], [5, 5, 1], [0, 5, 4]], [2, 0, 1], [1, 4, 7]),
            ([[0, 0, 7], [5, 5]], [0, 0], [1]),
            ([[0, 0, 0.2], [5, 5, 2.5]], [0, 0], [1]),
            ([[0, 0, 1], [5, 5, 3.1], [0, 5, 3.8]], [0, 1, 1], [1, 3.45]),
            (
                [[0, 0, 1.2], [5, 5, 1.5], [0, 5, 4.2], [5, 0, 5.45]], [0, 0, 1, 1], [1, 4.475]
            ),
            (
                [[0, 0, 1], [5, 5, 2], [0, 5, 4.3], [5, 0, 5.5], [2, 2, 7.6], [3, 3, 8.8]],
                [0, 0, 1, 1, 2, 2], [1, 4.4, 7.7]
            ),
            ([[0, 0, 10.4], [5, 5, 11.6], [0, 5, 10.5]], [0, 0, 0], [1]),
            ([[0, 0, -1.5], [5, 5, 1.2]], [0, 1], [1, 3.7]),
            (
                [[0, 0, 0.3], [5, 5, 2.3], [0, 5, 3], [5, 0, 5], [2, 2, 5.7]], [0, 0, 1, 1, 2],
                [1, 3.7, 5.4]
            ),
        ])
    func storeys(positions: [[Double]], ofNodes: [Int], heights: [Double]) {
        let storeys = Storeys(of: positions)
        #expect(storeys.ofNodes == ofNodes)
        #expect(zip(storeys.tagHeights, heights).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(storeys.tagHeights.count == heights.count)
    }
}
