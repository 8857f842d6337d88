// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@testable import RoostCore

/// Conditions in the past of a decision: the same story is repeated with them.
@Suite("Counterfactuals of warnings, disbelieved fixes and losses")
struct WarningCounterfactualTests {
    /// The keys lie in the kitchen, and alice comes to the door after an evening there.
    ///
    /// - Parameter silentFrom: When the keys were last heard.
    private func atDoor(
        silentFrom: Double = .infinity, keys: (node: String, dBm: Double)? = nil
    ) -> House {
        var house = House()
        house.hear(House.keys, by: "n1", -50, from: 0, to: 400, every: 2)
        for second in stride(from: 400.0, to: 800, by: 2) {
            let isAtDoor = second >= 770
            if second <= silentFrom {
                let isFaint = second >= 766 && keys?.node == "n1"
                let usual = isAtDoor && keys != nil ? -75.0 : -50
                house.hear(
                    House.keys, by: "n1", isFaint ? keys?.dBm ?? usual : usual, at: second)
                if let keys, second >= 766 {
                    house.hear(House.keys, by: keys.node, keys.dBm, at: second + 0.2)
                }
            }
            house.hear(House.tag, by: isAtDoor ? "n2" : "n1", -50, at: second + 0.5)
        }
        return house
    }

    private func last(_ rule: String, of house: House) -> Decision? {
        house.decisions.last { $0.rule == rule }
    }

    @Test("Nobody is warned about an item that is hardly heard: it may be in their bag")
    func faint() {
        #expect(atDoor(keys: ("n1", -86)).alerts(.leavingWithout).count == 1)
        #expect(atDoor(keys: ("n1", -91)).alerts(.leavingWithout).isEmpty)
    }

    @Test("Nobody is warned about an item that fell silent before they came to the door")
    func silent() throws {
        let house = atDoor()
        #expect(house.alerts(.leavingWithout).count == 1)
        let decision = try #require(last("leaving_without", of: house))
        let condition = try #require(decision.counterfactuals.first)
        #expect(condition.evidence == .silence && condition.measure == .seconds)
        let needed = try #require(condition.needed)
        let was = try #require(condition.was)
        #expect(was < needed)
        let came = try #require(house.alerts(.leavingWithout).first?.time)
        let warned = came.seconds(since: House.start) + Engine.doorPatience
        #expect(needed < 45, "so long they are heard all the same")
        #expect(atDoor(silentFrom: warned - needed - 2.1).alerts(.leavingWithout).isEmpty)
        #expect(atDoor(silentFrom: warned - needed + 2.1).alerts(.leavingWithout).count == 1)
    }

    @Test("Nobody is warned about an item that is at the door as well")
    func along() throws {
        let decision = try #require(last("leaving_without", of: atDoor()))
        let condition = try #require(decision.counterfactuals.last)
        #expect(condition.outline == "sighting probability above 0.7")
        #expect(condition.room == ID(checked: "hall"))
        func probability(_ house: House) -> Double {
            house.engine.track(of: House.keys)?.rooms.belief?.probability(of: condition.room) ?? 0
        }
        let more = atDoor(keys: ("n2", -45))
        #expect(probability(more) > 0.7)
        #expect(more.alerts(.leavingWithout).isEmpty)
        let less = atDoor(keys: ("n2", -80))
        #expect(probability(less) < 0.7)
        #expect(less.alerts(.leavingWithout).count == 1)
    }

    @Test("Nobody is warned about an item that fell silent before their phone moved off")
    func phone() throws {
        func drive(silentFrom: Double) -> House {
            var house = House()
            for second in stride(from: 0.0, to: 300, by: 2) {
                if Int(second) % 60 == 0 { house.fix(House.home, at: second) }
                if second <= silentFrom { house.hear(House.keys, by: "n1", -50, at: second) }
            }
            var fix = Fix(
                coordinate: House.home.north(90), accuracy: 10,
                time: House.start.advanced(bySeconds: 300))
            fix.speed = 5
            // It takes a moment to arrive.
            for second in stride(from: 300.0, to: 310, by: 2) where second <= silentFrom {
                house.hear(House.keys, by: "n1", -50, at: second)
            }
            house.take(fix, at: 310)
            return house
        }
        let house = drive(silentFrom: 1000)
        #expect(house.alerts(.leavingWithout).count == 1)
        let decision = try #require(last("leaving_without", of: house))
        #expect(decision.counterfactuals.map(\.outline) == ["silence seconds above 10"])
        for (excess, isTold) in [(2.1, false), (-2.1, true)] {
            let other = drive(silentFrom: 310 - 10 - excess)
            #expect(other.alerts(.leavingWithout).isEmpty == !isTold, "\(10 + excess) s")
        }
    }

    // MARK: Fixes that nobody believes

    @Test("A disbelieved fix is believed if it is nearer or later ones confirm it")
    func impossible() throws {
        var house = House()
        house.fix(House.home, accuracy: 20, at: 0)
        let before = house
        house.fix(House.home.north(400_000), accuracy: 35, at: 60)
        let decision = try #require(last("fix_impossible", of: house))
        #expect(
            decision.counterfactuals.map(\.outline) == [
                "fix seconds above 600", "fix metres below 16830",
            ])
        #expect(house.whereabouts == before.whereabouts)
        let needed = try #require(decision.counterfactuals.last?.needed)
        for (metres, isBelieved) in [(needed - 1, true), (needed + 1, false)] {
            var other = before
            other.fix(House.home.exactly(metres), accuracy: 35, at: 60)
            #expect((other.whereabouts == .outside) == isBelieved, "\(metres) m")
        }
        for (metres, isBelieved) in [(400_100.0, true), (600_000, false)] {
            var other = house
            other.fix(House.home.north(metres), accuracy: 35, at: 660)
            #expect((other.whereabouts == .outside) == isBelieved, "\(metres) m")
        }
    }

    // MARK: Lost

    @Test("Lost keys would not be lost if they had been heard within the stated time")
    func lost() throws {
        func live(heardAt extra: Double?) -> House {
            var house = House()
            house.fix(House.home, at: 0)
            house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
            house.fix(House.home, at: 1000)
            if let extra { house.hear(House.keys, by: "n1", -60, at: extra) }
            house.fix(House.home, at: 3500)
            house.wait(until: 4000)
            return house
        }
        try check("item_lost", at: 4000, "sighting seconds below 1800", live)
    }

    @Test("Keys lost after three days would not be lost if heard within the stated time")
    func forgotten() throws {
        func live(heardAt extra: Double?) -> House {
            var house = House()
            house.report("n1", isOnline: true, at: 0)
            house.fix(House.home, at: 0)
            house.hear(House.keys, by: "n1", -60, from: 0, to: 60, every: 5)
            house.fix(House.home.north(3000), at: 400)
            house.hear(House.keys, by: "n1", -60, from: 401, to: 2600, every: 5)
            if let extra { house.hear(House.keys, by: "n1", -60, at: extra) }
            house.wait(until: 400_000)
            return house
        }
        try check("item_lost", at: 400_000, "sighting seconds below 259200", live)
    }

    private func check(
        _ rule: String, at now: Double, _ outline: String, _ live: (Double?) -> House
    ) throws {
        let house = live(nil)
        let decision = try #require(last(rule, of: house))
        let condition = try #require(decision.counterfactuals.first)
        #expect(condition.outline == outline, "\(decision)")
        let needed = try #require(condition.needed)
        #expect(house.engine.track(of: ID<Item>(checked: "keys"))?.isLost == true)
        for (excess, isLost) in [(-3.0, false), (3, true)] {
            let track = live(now - needed - excess).engine.track(of: ID<Item>(checked: "keys"))
            #expect(track?.isLost == isLost, "heard \(needed + excess) s ago")
        }
    }
}

extension Coordinate {
    /// The same as `north`, by the Earth's radius.
    fileprivate func exactly(_ meters: Double) -> Coordinate {
        Coordinate(
            latitude: latitude + meters / 6_371_008.8 * 180 / .pi, longitude: longitude)!
    }
}
