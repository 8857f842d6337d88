// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@testable import RoostCore

@Suite("Explanations of decisions about items")
struct ItemDecisionTests {
    private static let keys = ID<Item>(checked: "keys")

    private func rules(_ house: House) -> [String] {
        house.decisions.filter { $0.item == Self.keys }.map(\.rule)
    }

    /// alice and her keys at home, both nodes healthy, until `second`.
    private func home(until second: Double) -> House {
        var house = House()
        house.report("n1", isOnline: true, at: 0)
        house.report("n2", isOnline: true, at: 0)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: second, every: 5)
        return house
    }

    @Test("Keys beside their owner are with her until they have been silent for 45 seconds")
    func withOwner() throws {
        var house = home(until: 200)
        #expect(rules(house) == ["with_owner_yes"])
        let decision = try #require(house.decisions.last { $0.item != nil })
        #expect(decision.text == "Keys is in kitchen, Home, with Alice.")
        #expect(
            decision.evidence.contains { $0.text == "Alice is in Home" },
            "\(decision.evidence.map(\.text))")
        house.hear(House.keys, by: "n1", -60, at: 200)
        var (more, less) = (house, house)
        less.wait(until: 244)
        #expect(less.keys.withOwner == .yes)
        more.wait(until: 247)
        #expect(more.keys.withOwner == .cannotTell)
        #expect(rules(more).last == "with_owner_cannot_tell")
        let silent = try #require(more.decisions.last { $0.item != nil })
        #expect(silent.counterfactuals.map(\.outline) == ["sighting seconds below 45"])
        more.hear(House.keys, by: "n1", -60, at: 250)
        #expect(more.keys.withOwner == .yes)
    }

    @Test("Left-behind keys tell how much earlier a silence would have meant going along")
    func leftBehind() throws {
        var house = home(until: 300)
        house.fix(House.home.north(2000), at: 300)
        house.hear(House.keys, by: "n1", -60, from: 305, to: 400, every: 5)
        let decision = try #require(house.decisions.last { $0.rule == "left_behind" })
        let condition = try #require(decision.counterfactuals.first)
        #expect(condition.outline == "silence seconds below 0")
        let was = try #require(condition.was)
        #expect(was > 0)
        #expect(!rules(house).contains("with_owner_no"), "left_behind says so")
        #expect(decision.evidence.first.map { $0.kind == .fix && $0.device != nil } == true)

        // Silent from then on.
        var other = home(until: 295 - was - 5)
        other.fix(House.home.north(2000), at: 300)
        other.wait(until: 900)
        #expect(other.alerts(.leftBehind).isEmpty)
        #expect(other.keys.withOwner == .yes)
        let along = try #require(other.decisions.last { $0.item != nil })
        #expect(along.rule == "with_owner_yes" || along.text.contains("with Alice"))
        other.hear(House.keys, by: "n1", -60, from: 905, to: 1100, every: 5)
        #expect(other.keys.withOwner != .yes, "heard at home after all")
    }

    @Test("While keys are silent, the decision tells how much silence will decide")
    func pending() throws {
        var house = home(until: 270)
        house.fix(House.home.north(300), at: 280)
        house.wait(until: 281)
        let decision = house.decisions.last { $0.rule == "with_owner_cannot_tell" }
        let condition = try #require(decision?.counterfactuals.first)
        #expect(condition.evidence == .silence && condition.direction == .above)
        let needed = try #require(condition.needed)
        house.wait(until: 265 + needed - 1)
        #expect(house.keys.withOwner == .cannotTell)
        house.wait(until: 265 + needed + 1)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("Keys that must be near are with their owner in the same room but not in the next")
    func range() throws {
        var house = House()
        var item = try #require(house.engine.household.items[Self.keys])
        item.range = 3
        house.change(.saveItem(item), at: 0)
        for second in stride(from: 1.0, to: 60, by: 1) {
            house.hear(House.tag, by: "n2", -50, at: second)
            house.hear(House.keys, by: second < 30 ? "n2" : "n1", -50, at: second + 0.5)
        }
        let decision = try #require(house.decisions.last { $0.item != nil })
        #expect(decision.rule == "with_owner_no")
        let condition = try #require(decision.counterfactuals.first)
        #expect(condition.outline == "sighting probability above 0.7")
        #expect(condition.room == ID(checked: "hall"))
        house.hear(House.keys, by: "n2", -50, from: 60.5, to: 90, every: 1)
        #expect(house.keys.withOwner == .yes)
        let near = try #require(house.decisions.last { $0.item != nil })
        #expect(near.counterfactuals.first?.outline == "sighting metres above 3")
    }

    @Test("Keys at home without their owner are with her again once she is home")
    func ownerElsewhere() throws {
        var house = home(until: 100)
        house.fix(House.home.north(2000), at: 100)
        house.wait(until: 400)
        house.hear(House.keys, by: "n1", -60, from: 400, to: 900, every: 5)
        #expect(house.keys.withOwner == .no)
        let decision = try #require(house.decisions.last { $0.item != nil })
        #expect(
            decision.rule == "left_behind"
                || decision.counterfactuals.contains {
                    $0.text == "Alice being in Home"
                }, "\(decision)")
        house.fix(House.home, at: 1500)
        house.hear(House.keys, by: "n1", -60, from: 1500, to: 1600, every: 5)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("Hundreds of items due at once are handled in portions, and none is left out")
    func portions() throws {
        var house = House()
        let count = 400
        let tags = (0..<count).map { BeaconID(canonical: "mac:b0000000\(1000 + $0)") }
        house.effects += house.engine.apply(
            .household(
                tags.enumerated().map { number, tag in
                    .saveItem(
                        Item(
                            id: ID(checked: "item-\(number)"), owner: House.alice, name: "Item",
                            beacon: tag))
                }), at: House.start)
        let sightings = tags.map { Sighting(beacon: $0, rssi: RSSI(dBm: -60)) }
        house.effects += house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: "n1"), sightings: sightings)),
            at: House.start.advanced(bySeconds: 1))
        let later = House.start.advanced(bySeconds: 2)
        var portions: [Int] = []
        while let due = house.engine.nextDeadline, due <= later {
            let effects = house.engine.apply(.tick, at: later)
            portions.append(effects.count)
            house.effects += effects
        }
        #expect(portions.count > 1 && portions.allSatisfy { $0 < 300 })
        let explained = Set(house.decisions.compactMap(\.item))
        #expect(explained.count == count)
        for number in 0..<count {
            let track = house.engine.track(of: ID<Item>(checked: "item-\(number)"))
            #expect(track?.isHeard == true && track?.spot?.room == ID(checked: "kitchen"))
        }
    }

    @Test("Losing and finding an item are explained once each")
    func lost() throws {
        var house = home(until: 60)
        house.fix(House.home, at: 1000)
        house.wait(until: 4000)
        let lost = try #require(house.decisions.last { $0.rule == "item_lost" })
        #expect(lost.counterfactuals.map(\.outline) == ["sighting seconds below 1800"])
        #expect((lost.counterfactuals.first?.was ?? 0) > 1800)
        house.hear(House.keys, by: "n2", -60, at: 4100)
        #expect(rules(house).count { $0 == "item_lost" } == 1)
        #expect(rules(house).count { $0 == "item_found" } == 1)
    }

    @Test("A node going offline is named as the reason why nobody can tell")
    func frozen() throws {
        var house = home(until: 60)
        house.report("n1", isOnline: false, at: 62)
        let decision = try #require(house.decisions.last { $0.item != nil })
        #expect(decision.rule == "with_owner_cannot_tell")
        #expect(decision.counterfactuals.map(\.text) == ["n1 hearing again"])
        house.report("n1", isOnline: true, at: 70)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("A node that came back, and hears others, is not named any more")
    func thawed() throws {
        var house = home(until: 60)
        house.report("n1", isOnline: false, at: 62)
        house.report("n1", isOnline: true, at: 300)
        house.hear(House.wallet, by: "n1", -60, from: 301, to: 400, every: 5)
        #expect(house.keys.withOwner == .cannotTell)
        let decision = try #require(house.decisions.last { $0.item == Self.keys })
        #expect(decision.rule == "with_owner_cannot_tell")
        #expect(decision.evidence.first?.kind == .silence)
        #expect(decision.counterfactuals.allSatisfy { $0.evidence != .node }, "\(decision)")
        #expect(rules(house).count { $0 == "with_owner_cannot_tell" } == 2)
    }

    @Test("Every warning about leaving without the keys has an explanation")
    func leavingWithout() {
        var house = House()
        house.hear(House.keys, by: "n1", -50, from: 0, to: 400, every: 2)
        for second in stride(from: 400.0, to: 800, by: 2) {
            house.hear(House.keys, by: "n1", -50, at: second)
            house.hear(House.tag, by: second < 770 ? "n1" : "n2", -50, at: second + 0.5)
        }
        let told = house.alerts(.leavingWithout).count
        #expect(told > 0)
        #expect(rules(house).count { $0 == "leaving_without" } == told)
    }

    @Test("An item that flickers between rooms gives few explanations, and its last room is told")
    func flicker() throws {
        var house = House()
        for turn in 0..<120 {
            let node = turn % 2 == 0 ? "n1" : "n2"
            let start = Double(turn) * 30
            house.hear(House.keys, by: node, -45, from: start, to: start + 30, every: 2)
        }
        #expect(house.itemSteps.count > 100)
        #expect(rules(house).count <= 26, "\(rules(house).count) in an hour")
        house.hear(House.keys, by: "n1", -45, from: 3600, to: 4000, every: 2)
        let last = try #require(house.decisions.last { $0.item != nil })
        #expect(last.text.hasPrefix("Keys is in kitchen"))
        #expect(house.keys.room == ID(checked: "kitchen"))
    }

    @Test("A restart explains nothing again")
    func restart() {
        var house = home(until: 100)
        let before = house.decisions.count
        house.engine = Engine(household: house.engine.household, memory: house.engine.memory)
        house.listen(at: 110)
        house.hear(House.keys, by: "n1", -60, from: 111, to: 140, every: 5)
        #expect(house.decisions.count == before)
    }
}
