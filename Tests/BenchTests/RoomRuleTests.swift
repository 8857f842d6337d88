import RoostCore
import Testing

@testable import roost_bench

@Suite("Room rules of other software")
struct RoomRuleTests {
    private func reading(
        _ node: ID<Node>, _ rssi: Double, at second: Double, power: Double? = nil
    ) -> Reading {
        Reading(node: node, rssi: rssi, power: power, time: at(second))
    }

    @Test("The strongest rules use each node's latest reading, or its mean of 5 seconds")
    func strongest() {
        var (now, mean) = (StrongestRule.now, StrongestRule.mean)
        for (node, rssi, second) in [
            ("a", -50, 0), ("a", -52, 1), ("b", -60, 1), ("a", -70, 2),
        ] as [(ID<Node>, Double, Double)] {
            now.take(reading(node, rssi, at: second))
            mean.take(reading(node, rssi, at: second))
        }
        #expect(now.answer(at: at(2)) == .node("b"))
        #expect(mean.answer(at: at(2)) == .node("a"))
        // Of a only -70 is left, and later nothing.
        #expect(mean.answer(at: at(6)) == .node("a"))
        #expect(now.answer(at: at(60)) == .node("b"))
    }

    @Test(
        "ESPresense ignores outliers far from the middle half",
        arguments: [
            ([-60, -61, -59, -60, -90], -60), ([-60], -60), ([-60, -62], -61),
            ([-60, -62, -64, -66], -63),
        ] as [([Double], Double)])
    func outliers(values: [Double], mean: Double) {
        #expect(ESPresenseRule.Hearing.meanWithoutOutliers(values) == mean)
    }

    @Test(
        "ESPresense's distance is based on the tag's own power, or on -71 dBm",
        arguments: [(-71, nil, 1), (-98, nil, 10), (-59, -59, 1), (-86, -59, 10)]
            as [(Double, Double?, Double)])
    func metres(rssi: Double, power: Double?, metres: Double) throws {
        var hearing = ESPresenseRule.Hearing()
        hearing.take(reading("a", rssi, at: 0, power: power))
        #expect(abs(try #require(hearing.told).distance - metres) < 1e-9)
    }

    @Test("ESPresense keeps 15 seconds or ten readings, and forgets after 150 seconds")
    func ring() throws {
        func distance(_ readings: [(second: Double, rssi: Double)]) throws -> Double {
            var hearing = ESPresenseRule.Hearing()
            for (second, rssi) in readings { hearing.take(reading("a", rssi, at: second)) }
            return try #require(hearing.told).distance
        }
        // Five old ones and one new one, which is the outlier.
        let few = (0..<5).map { (second: Double($0), rssi: -71.0) }
        #expect(try abs(distance(few + [(100, -98)]) - 1) < 1e-9)
        #expect(try abs(distance(few + [(200, -98)]) - 10) < 1e-9)
        // Of twenty old ones none counts when enough came since.
        let many = (0..<20).map { (second: Double($0), rssi: -71.0) }
        let later = (0..<10).map { (second: 100 + Double($0), rssi: -98.0) }
        #expect(try abs(distance(many + later) - 10) < 1e-9)
    }

    @Test("In ESPresense's rule the nearest node wins until it is silent for 30 seconds")
    func nearest() {
        var rule = ESPresenseRule()
        #expect(rule.answer(at: at(0)) == .unknown)
        rule.take(reading("a", -60, at: 0))
        rule.take(reading("b", -80, at: 20))
        #expect(rule.answer(at: at(30)) == .node("a"))
        #expect(rule.answer(at: at(31)) == .node("b"))
        #expect(rule.answer(at: at(51)) == .unknown)
    }

    @Test("Bermuda averages the running minimum from the newest to the oldest distance")
    func minima() {
        #expect(BermudaDistance.meanOfMinima([3, 1, 5], from: 2) == 4.0 / 3)
        #expect(BermudaDistance.meanOfMinima([3, 4], from: 5) == 3)
    }

    @Test("Bermuda ignores an implausibly fast retreat, and a node silent for 30 seconds")
    func retreat() throws {
        var node = BermudaDistance()
        var told: [Double] = []
        for (look, rssi) in [-55.0, -85, -85, -85].enumerated() {
            let second = 1.05 * Double(look)
            node.hear(reading("a", rssi, at: second))
            node.look(at: at(second))
            told.append(try #require(node.distance))
        }
        // From 1 m to 10 m: 8.6 m/s, 4.3 m/s, and 2.9 m/s, which is believed.
        #expect(told[0...2] == [1, 1, 1])
        #expect(abs(told[3] - 13.0 / 4) < 1e-9)
        node.look(at: at(33))
        #expect(node.distance != nil)
        node.look(at: at(34))
        #expect(node.distance == nil)
        // Who comes back is where they are.
        node.hear(reading("a", -85, at: 40))
        node.look(at: at(40))
        #expect(node.distance == 10)
    }

    @Test(
        "In Bermuda's rule 30 % nearer wins at once, 15 % after five looks, and less never",
        arguments: [(-51, 11), (-52, 15), (-53, 15), (-54, nil)] as [(Double, Int?)])
    func contest(rssi: Double, by second: Int?) {
        // It looks at 10.5 s, and for the fifth time since at 14.7 s.
        var rule = BermudaRule()
        var moved: Int?
        for now in 0..<40 {
            rule.take(reading("a", -55, at: Double(now)))
            rule.take(reading("b", now < 10 ? -70 : rssi, at: Double(now)))
            if moved == nil, rule.answer(at: at(Double(now))) == .node("b") { moved = now }
        }
        #expect(moved == second)
    }

    @Test("The nearest neighbours vote on the room, and their mean is the position")
    func neighbours() {
        func print(_ room: ID<Room>, _ level: Double, x: Double) -> Fingerprint {
            Fingerprint(
                whereabouts: Whereabouts(room: room, position: Position(x: x, y: 1)),
                levels: ["a": level])
        }
        let known = [
            print("hall", -60, x: 1), print("hall", -61, x: 2), print("kitchen", -62, x: 3),
            print("hall", -63, x: 4), print("kitchen", -59, x: 5), print("attic", -99, x: 90),
        ]
        var rule = NearestNeighbours(known, nodes: ["a", "b"])
        #expect(rule.answer(at: at(0)) == .unknown)
        rule.take(reading("a", -60, at: 0))
        let here = Answer.whereabouts(Whereabouts(room: "hall", position: Position(x: 3, y: 1)))
        #expect(rule.answer(at: at(1)) == here)
        #expect(rule.answer(at: at(9)) == here)
    }

    @Test("A walk gives one fingerprint per second, in marked rooms only")
    func walked() {
        let readings = (0..<10).map { second in
            (
                arrival: at(Double(second)),
                reading: reading("a", -60 - Double(second), at: Double(second))
            )
        }
        let prints = Fingerprint.walked(
            readings, marks: [(at(2), "hall"), (at(4), nil), (at(9), "kitchen")], positions: nil)
        #expect(
            prints == [
                Fingerprint(whereabouts: Whereabouts(room: "hall"), levels: ["a": -61]),
                Fingerprint(whereabouts: Whereabouts(room: "hall"), levels: ["a": -62]),
                Fingerprint(whereabouts: Whereabouts(room: "kitchen"), levels: ["a": -68]),
            ])
    }
}
