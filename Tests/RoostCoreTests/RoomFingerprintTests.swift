// The numbers below are known to be good: a test that cannot be set up may crash.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import SeededRandom
import Testing

@testable import RoostCore

@Suite("Rooms told apart by what was measured in them")
struct RoomFingerprintTests {
    private static let nodes: [ID<Node>] = ["n1", "n2", "n3"].map { ID(checked: $0) }
    private static let rooms: [ID<Room>] = ["hall", "kitchen"].map { ID(checked: $0) }
    /// The beacon that somebody walked with.
    private static let own = BeaconID(canonical: "mac:a4c138000001")
    /// What the nodes hear in each room, in dBm.
    private static let means: [[Double]] = [[-70, -60, -80], [-55, -75, -85]]

    /// A minute in each room; a body weakens all nodes at once.
    private static var calibration: Calibration {
        var random = SeededRandom(seed: 5)
        func noise() -> Double { Double.random(in: -5...5, using: &random) }
        let samples = zip(rooms, means).flatMap { room, mean in
            (0..<60).map { _ in
                let body = noise()
                return (room: room, levels: mean.map { $0 + body + noise() })
            }
        }
        return Calibration(
            of: own, nodes: nodes, samples: samples, passages: [], at: Timestamp(milliseconds: 0))
    }

    private static func prints(_ calibration: Calibration) -> RoomFingerprints {
        RoomFingerprints(calibration, rooms: rooms, nodes: nodes)!
    }

    @Test(
        "A node that cannot hear tells nothing, as if it had never been measured",
        arguments: [[-60.0, -70, -84], [-66, -66, -80], [-75, -62, -97]], [0, 1, 2])
    func missing(levels: [Double], node: Int) {
        var heard = levels.map(Optional.some)
        heard[node] = nil
        var without = Self.calibration
        _ = without.forget(Self.nodes[node])
        let marginal = Self.prints(Self.calibration).likelihoods(of: heard, from: Self.own)
        let reduced = Self.prints(without).likelihoods(of: levels, from: Self.own)
        #expect(zip(marginal, reduced).allSatisfy { abs($0 - $1) < 1e-9 }, "\(marginal) \(reduced)")
    }

    @Test("If no node can hear, nothing is told")
    func nothing() {
        #expect(
            Self.prints(Self.calibration).likelihoods(of: [nil, nil, nil], from: Self.own) == [
                1, 1,
            ])
    }

    @Test("A node that should hear, and does not, has more likely failed than all others err")
    func failed() {
        let silence = RoomSnapshot.inaudible
        let kitchen = Self.prints(Self.calibration).likelihoods(
            of: [silence, -75, -85], from: Self.own)
        #expect(kitchen[1] > kitchen[0], "\(kitchen)")
    }

    @Test("But its silence counts where another room explains it")
    func silent() {
        var calibration = Self.calibration
        let far: ID<Room> = ID(checked: "study")
        let study = Calibration(
            of: Self.own, nodes: Self.nodes,
            samples: (0..<60).map { (far, [RoomSnapshot.inaudible, -73, -84 - Double($0 % 3)]) },
            passages: [], at: calibration.measured)
        calibration = calibration.adding(study)
        let prints = RoomFingerprints(calibration, rooms: Self.rooms + [far], nodes: Self.nodes)!
        let told = prints.likelihoods(
            of: [RoomSnapshot.inaudible, -74, -85], from: Self.own)
        #expect(told[2] > 10 * told[1] && told[2] > 10 * told[0], "\(told)")
    }

    /// As if the hall were heard 12 dB weaker by all nodes.
    private static let weak: [Double?] = [-82, -72, -92]

    @Test("A beacon that was not walked with may be weaker or louder by much")
    func others() {
        let prints = Self.prints(Self.calibration)
        let other = BeaconID(canonical: "mac:a4c138000002")
        let told = [Self.own, other].map { prints.likelihoods(of: Self.weak, from: $0)[1] }
        #expect(told[1] < told[0] / 2, "\(told)")
    }

    @Test("Who walks with another beacon on the same day adds it")
    func together() throws {
        let other = BeaconID(canonical: "mac:a4c138000002")
        let samples = zip(Self.rooms, Self.means).map { (room: $0, levels: $1) }
        let second = Calibration(
            of: other, nodes: Self.nodes, samples: samples, passages: [],
            at: Self.calibration.measured)
        let prints = Self.prints(Self.calibration.adding(second))
        #expect(
            prints.likelihoods(of: Self.weak, from: other)
                == prints.likelihoods(of: Self.weak, from: Self.own))
    }

    /// As it was kept before its beacons were.
    private static func withoutBeacons() throws -> Calibration {
        var kept = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(calibration))
                as? [String: Any])
        #expect(kept.removeValue(forKey: "beacons") != nil)
        // Nor had each room its own nodes and time.
        var rooms = try #require(kept["rooms"] as? [String: [String: Any]])
        for room in rooms.keys {
            #expect(rooms[room]?.removeValue(forKey: "nodes") != nil)
            #expect(rooms[room]?.removeValue(forKey: "measured") != nil)
        }
        kept["rooms"] = rooms
        kept["nodes"] = nodes.map(\.rawValue)
        return try JSONDecoder().decode(
            Calibration.self, from: JSONSerialization.data(withJSONObject: kept))
    }

    @Test("Who measures all rooms anew on a later day measures them with that beacon alone")
    func anew() throws {
        let other = BeaconID(canonical: "mac:a4c138000002")
        let all = zip(Self.rooms, Self.means).map { (room: $0, levels: $1) }
        func walk(
            _ samples: [(room: ID<Room>, levels: [Double])], day: Double, times: Int = 10
        ) -> Calibration {
            Calibration(
                of: other, nodes: Self.nodes, samples: (0..<times).flatMap { _ in samples },
                passages: [], at: Self.calibration.measured.advanced(bySeconds: day * 86_400))
        }
        let old = try Self.withoutBeacons()
        #expect(Self.calibration.adding(walk(all, day: 2)).beacons == [other])
        #expect(Self.calibration.adding(walk([all[0]], day: 2)).beacons == [Self.own, other])
        #expect(old.adding(walk(all, day: 2)).beacons == [other])
        #expect(old.adding(walk([all[0]], day: 2)).beacons == nil)
        #expect(old.adding(walk(all, day: 0)).beacons == nil)
        #expect(
            Self.calibration.adding(walk(all, day: 2, times: 9)) == Self.calibration,
            "too little replaces nothing")
    }

    @Test("A calibration that was kept without its beacons is as one with other beacons")
    func unknownBeacons() throws {
        let old = try Self.withoutBeacons()
        let other = BeaconID(canonical: "mac:a4c138000002")
        #expect(
            Self.prints(old).likelihoods(of: Self.weak, from: Self.own)
                == Self.prints(Self.calibration).likelihoods(of: Self.weak, from: other))
    }

    @Test("What was measured with a few samples excludes a room less than the same of many")
    func few() {
        var many = Self.calibration
        for _ in 1...5 { many = many.adding(many) }
        // As in the kitchen, but for one node.
        let odd: [Double?] = [-56, -62, -85]
        let told = [Self.calibration, many].map {
            Self.prints($0).likelihoods(of: odd, from: Self.own)[0]
        }
        #expect(told[0] > 1.2 * told[1], "\(told)")
    }
}
