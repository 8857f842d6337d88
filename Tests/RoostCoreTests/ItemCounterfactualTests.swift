// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@testable import RoostCore

/// Fulfils the conditions that a decision about an item names, by a little more or less.
@Suite("Counterfactuals of decisions about items")
struct ItemCounterfactualTests {
    /// An episode of alice's keys.
    typealias Case = CounterfactualTests.Case

    private static let rival = "sighting probability above 0.7"

    static let cases: [Case] = [
        Case(
            name: "keys at home, and a phone", rule: "with_owner_yes",
            expected: ["silence seconds above 45", "fix", rival]
        ) { house in
            house.fix(House.home, at: 0)
            house.hear(House.keys, by: "n1", -60, from: 1, to: 100, every: 5)
            house.hear(House.keys, by: "n2", -85, at: 100)
        },
        Case(
            name: "keys that must be near, and are", rule: "with_owner_yes",
            expected: ["sighting metres above 3", "silence seconds above 45", "fix", rival]
        ) { house in
            house.needKeys(within: 3)
            house.hearBoth(keys: "n1", -50, from: 1, to: 60)
        },
        Case(
            name: "keys that must be near, and lie at the other end of the room",
            rule: "with_owner_no", expected: ["sighting metres below 3", rival]
        ) { house in
            house.needKeys(within: 3)
            house.hearBoth(keys: "n1", -50, from: 1, to: 60)
            house.hearBoth(keys: "n1", -80, from: 60, to: 150)
        },
        Case(
            name: "keys that must be near, and are in the next room", rule: "with_owner_no",
            expected: [rival, "silence seconds above 45"]
        ) { house in
            house.needKeys(within: 3)
            house.hearBoth(keys: "n2", -50, from: 1, to: 60)
        },
        Case(
            name: "keys that must be near, where there are no rooms", rule: "with_owner_yes",
            expected: ["silence seconds above 45", "fix"]
        ) { house in
            house.needKeys(within: 3)
            house.change(
                .saveNode(Node(id: ID(checked: "n3"), place: ID(checked: "office"))), at: 0)
            for second in stride(from: 1.0, to: 60, by: 1) {
                house.hear(House.tag, by: "n3", -50, at: second)
                house.hear(House.keys, by: "n3", -80, at: second + 0.5)
            }
        },
        Case(
            name: "keys at home, of whose owner nothing is known", rule: "item_moved",
            expected: [rival, "fix"]
        ) { house in
            house.fix(House.home, accuracy: 1500, at: 0)
            house.hear(House.keys, by: "n1", -60, from: 1, to: 60, every: 5)
        },
        Case(
            name: "keys that were lost, and are found in the hall", rule: "item_found",
            expected: [rival, "silence seconds above 45", "fix"]
        ) { house in
            house.fix(House.home, at: 0)
            house.hear(House.keys, by: "n1", -60, from: 1, to: 60, every: 5)
            house.fix(House.home, at: 1000)
            house.wait(until: 4000)
            house.hear(House.keys, by: "n2", -60, from: 4001, to: 4004, every: 5)
        },
    ]

    @Test(
        "Meeting a named condition changes the answer, and falling just short does not",
        arguments: cases)
    func isTrue(_ story: Case) throws {
        var house = House()
        story.live(&house)
        let decision = try #require(house.decisions.last { $0.item != nil })
        #expect(decision.rule == story.rule)
        #expect(decision.counterfactuals.map(\.outline) == story.expected, "\(decision)")
        for condition in decision.counterfactuals {
            let before = house.told
            var (more, less) = (house, house)
            more.meetOfKeys(condition, isEnough: true)
            #expect(more.told != before, "\(condition.text)")
            less.meetOfKeys(condition, isEnough: false)
            #expect(less.told == before, "not quite: \(condition.text)")
        }
    }

    @Test("For keys that must be near, the condition names the distance besides the room")
    func sameRoom() throws {
        var house = House()
        house.needKeys(within: 3)
        house.hearBoth(keys: "n2", -50, from: 1, to: 60)
        let decision = try #require(house.decisions.last { $0.item != nil })
        let condition = try #require(decision.counterfactuals.first)
        #expect(condition.room == ID(checked: "kitchen"))
        #expect(condition.text.hasSuffix(", less than 3 m from Alice"), "\(condition.text)")
        for (dBm, answer) in [(-85.0, ItemTrack.Answer.no), (-50, .yes)] {
            var house = house
            house.hearBoth(keys: "n1", dBm, from: 60, to: 180)
            #expect(house.keys.room == ID(checked: "kitchen"))
            #expect(house.keys.withOwner == answer)
        }
    }
}

extension House {
    /// The published state of the keys.
    fileprivate var told: [String] {
        let track = engine.track(of: ID(checked: "keys"))
        return [
            track?.spot?.place.rawValue, track?.spot?.room?.rawValue, track?.withOwner.rawValue,
            track?.isLost == true ? "lost" : nil,
        ].map { $0 ?? "-" }
    }

    fileprivate mutating func needKeys(within range: Double) {
        var item = engine.household.items[ID(checked: "keys")]!
        item.range = range
        change(.saveItem(item), at: 0)
    }

    /// alice wears her tag in the kitchen, and the keys are heard too.
    fileprivate mutating func hearBoth(
        keys node: String, _ dBm: Double, from start: Double, to end: Double
    ) {
        for second in stride(from: start, to: end, by: 1) {
            hear(House.tag, by: "n1", -50, at: second)
            hear(House.keys, by: node, dBm, at: second + 0.5)
        }
    }

    /// The node that heard a beacon last.
    private func node(of beacon: BeaconID) -> String {
        let hearings = engine.track(of: beacon)?.rooms.hearings ?? []
        return hearings.max { $0.lastHeard < $1.lastHeard }?.node.rawValue ?? "n1"
    }

    /// Time passes, and the tag is still heard if it was until now.
    private mutating func goOn(until second: Double, isTagWorn: Bool) {
        if isTagWorn {
            let now = engine.now.seconds(since: Self.start)
            hear(House.tag, by: node(of: House.tag), -50, from: now + 1, to: second, every: 2)
        }
        wait(until: second)
    }

    /// Fulfils `condition`, or nearly.
    fileprivate mutating func meetOfKeys(_ condition: Counterfactual, isEnough: Bool) {
        let needed = condition.needed ?? 0
        let now = engine.now.seconds(since: Self.start)
        func heard(_ beacon: BeaconID) -> Double {
            engine.track(of: beacon)?.rooms.lastHeard?.seconds(since: Self.start) ?? -1000
        }
        let isTagWorn = now - heard(House.tag) < 10
        switch (condition.evidence, condition.measure) {
        case (.silence, .seconds):
            goOn(
                until: heard(House.keys) + needed + (isEnough ? 1.5 : -1.5), isTagWorn: isTagWorn)
        case (.fix, nil) where isEnough:
            let isElsewhere = condition.text.contains("elsewhere")
            // A worn tag would contradict it, so it went along, or lies on the table.
            fix(isElsewhere ? Self.home.north(3000) : Self.home, at: now + 60)
            let node = node(of: House.keys)
            hear(House.keys, by: node, -60, from: now + 61, to: now + 300, every: 5)
        case (.sighting, .metres):
            for step in 1...60 {
                var next = self
                let share = isEnough ? Double(step) : Double(step) / 10
                let sign = condition.direction == .above ? 1.0 : -1
                let level = engine.track(of: House.keys)?.rooms.hearings.first?.level ?? -60
                next.hear(House.tag, by: "n1", -50, at: now + Double(step))
                next.hear(
                    House.keys, by: "n1", level - sign * min(3, share), at: now + Double(step) + 0.5
                )
                let apart = next.engine.metresApart(engine.household.items[ID(checked: "keys")]!)!
                let isMet = condition.direction == .above ? apart > needed : apart < needed
                if isMet, !isEnough { return }
                self = next
                guard isMet else { continue }
                // At the next check.
                let end = now + Double(step) + 60
                for second in stride(from: now + Double(step) + 1, to: end, by: 1) {
                    hear(House.tag, by: "n1", -50, at: second)
                    hear(House.keys, by: "n1", level - sign * min(3, share), at: second + 0.5)
                }
                return
            }
        case (.sighting, .probability):
            let node = condition.room == ID(checked: "kitchen") ? "n1" : "n2"
            for step in 1...60 {
                var next = self
                if isTagWorn { next.hear(House.tag, by: "n1", -50, at: now + 2 * Double(step)) }
                next.hear(House.keys, by: node, -49, at: now + 2 * Double(step) + 0.5)
                let probability = next.engine.track(of: House.keys)?.rooms.belief?
                    .probability(of: condition.room)
                if !isEnough, probability ?? 0 >= needed { return }
                self = next
                if isEnough, keys.room == condition.room { return }
            }
        default: break
        }
    }
}
