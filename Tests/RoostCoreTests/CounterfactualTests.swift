// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@testable import RoostCore

/// Fulfils the conditions that a decision names for a different outcome, by a little more or less.
@Suite("Counterfactuals of decisions about people")
struct CounterfactualTests {
    /// A stretch of alice's life that ends with a decision, and the conditions it must name.
    struct Case: CustomTestStringConvertible {
        var name: String
        var rule: String
        /// Kind, measure and limit of each tested condition.
        var expected: [String]
        var live: @Sendable (inout House) -> Void
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "a tag in the kitchen, and no phone", rule: "heard",
            expected: ["silence seconds above 135", "sighting probability above 0.7"]
        ) { house in
            house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 5)
        },
        Case(
            name: "a tag in the kitchen, and a phone at home", rule: "heard",
            expected: ["silence seconds above 45", "sighting probability above 0.7"]
        ) { house in
            house.fix(House.home, at: 0)
            house.hear(House.tag, by: "n1", -60, from: 1, to: 60, every: 5)
        },
        Case(
            name: "a tag that speaks twice a minute", rule: "heard",
            expected: ["silence seconds above 240", "sighting probability above 0.7"]
        ) { house in
            house.fix(House.home, at: 0)
            house.hear(House.tag, by: "n2", -60, from: 0, to: 600, every: 30)
            house.hear(House.tag, by: "n1", -50, from: 600, to: 900, every: 30)
        },
        Case(
            name: "from the kitchen to the door", rule: "heard",
            // Twelve missed readings: nobody goes to a door to fall silent there.
            expected: ["silence seconds above 36.6", "sighting probability above 0.7"]
        ) { house in
            house.hear(House.tag, by: "n1", -60, from: 0, to: 400, every: 3)
            house.hear(House.tag, by: "n2", -50, from: 400, to: 430, every: 3)
        },
        Case(
            name: "a phone at home", rule: "fix_inside",
            expected: ["fix metres above 210", "silence seconds above 43200"]
        ) { house in
            house.fix(House.home.north(20), at: 0)
        },
        Case(
            name: "a coarse phone at home", rule: "fix_inside",
            expected: ["fix metres above 240", "silence seconds above 43200"]
        ) { house in
            house.fix(House.home.north(-5), accuracy: 40, at: 0)
        },
        Case(
            name: "a phone on its way", rule: "fix_outside",
            expected: ["fix metres below 0", "silence seconds above 7200"]
        ) { house in
            house.fix(House.home.north(900), at: 0)
        },
        Case(
            name: "a phone that left, and a tag that was heard at home", rule: "fix_far_outside",
            expected: [
                "sighting seconds below 45", "fix metres below 0", "silence seconds above 7200",
            ]
        ) { house in
            house.fix(House.home, at: 0)
            house.hear(House.tag, by: "n1", -60, from: 1, to: 60, every: 5)
            house.fix(House.home.north(800), at: 600)
        },
        Case(
            name: "a tag that fell silent, and no phone", rule: "silent",
            // Until then it is still believed to be there.
            expected: ["sighting seconds below 135"]
        ) { house in
            house.hear(House.tag, by: "n1", -60, from: 0, to: 60, every: 5)
            house.wait(until: 300)
        },
        Case(
            name: "a phone that cannot tell", rule: "fix_too_coarse",
            expected: ["fix accuracy below 121", "silence seconds above 172800"]
        ) { house in
            house.fix(House.home, accuracy: 1500, at: 0)
        },
        Case(
            name: "a phone of which nothing was heard for a day", rule: "fix_too_old",
            expected: ["fix seconds below 43200"]
        ) { house in
            house.fix(House.home, at: 0)
            house.wait(until: 86_400)
        },
    ]

    @Test(
        "Meeting a named condition changes the outcome, and falling just short does not",
        arguments: cases)
    func isTrue(_ story: Case) throws {
        var house = House()
        story.live(&house)
        let decision = try #require(house.decisions.last { $0.item == nil })
        #expect(decision.rule == story.rule)
        #expect(decision.counterfactuals.map(\.outline) == story.expected, "\(decision)")
        let now = house.engine.now.seconds(since: House.start)
        for condition in decision.counterfactuals {
            let before = house.whereabouts
            var (more, less) = (house, house)
            more.meet(condition, by: 1.5, after: now)
            #expect(more.whereabouts != before, "\(condition.text)")
            less.meet(condition, by: -1.5, after: now)
            #expect(less.whereabouts == before, "not quite: \(condition.text)")
        }
    }

    @Test("Of two tags, the condition names the silence of the one that tells the room")
    func both() throws {
        var house = House()
        let watch = BeaconID(canonical: "mac:a4c138000003")
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [House.tag, watch])), at: 0)
        house.fix(House.home, at: 0)
        for second in stride(from: 1.0, to: 60, by: 5) {
            house.hear(watch, by: "n1", -60, at: second)
            house.hear(House.tag, by: "n1", -60, at: second + 1)
        }
        house.wait(until: 200)
        for second in stride(from: 201.0, to: 210, by: 5) {
            house.hear(House.tag, by: "n1", -60, at: second)
        }
        let one = try #require(house.decisions.last)
        #expect(one.counterfactuals.first?.subject == House.tag.rawValue)
        house.hear(watch, by: "n1", -60, at: 211)
        house.hear(House.tag, by: "n2", -40, from: 212, to: 230, every: 2)
        house.hear(watch, by: "n2", -40, from: 230, to: 250, every: 2)
        house.hear(House.tag, by: "n1", -40, from: 250, to: 270, every: 2)
        let moved = try #require(house.decisions.last)
        let silences = moved.counterfactuals.filter { $0.evidence == .silence }
        #expect(silences.map(\.subject) == [House.tag.rawValue], "the watch says the hall")
    }

    @Test("Another place is told once its node hears the tag as loud as the condition says")
    func place() throws {
        var house = House()
        house.change(
            .saveNode(
                Node(id: ID(checked: "n3"), place: ID(checked: "office"), room: ID(checked: "desk"))
            ), at: 0)
        for second in stride(from: 1.0, to: 30, by: 1) {
            house.hear(House.tag, by: "n3", second < 15 ? -60 : -85, at: second)
            house.hear(House.tag, by: "n1", second < 15 ? -85 : -60, at: second + 0.3)
        }
        let decision = try #require(house.decisions.last)
        #expect(decision.text == "Alice is in kitchen, Home.")
        let condition = try #require(decision.counterfactuals.first { $0.measure == .dBm })
        #expect(condition.direction == .above && condition.place == ID(checked: "office"))
        let needed = try #require(condition.needed)
        for (excess, place) in [(1.5, "office"), (-1.5, "home")] {
            var house = house
            for second in stride(from: 30.0, to: 60, by: 1) {
                house.hear(House.tag, by: "n3", needed + excess, at: second)
                // As loud as at the time of the decision.
                house.hear(House.tag, by: "n1", needed - 4, at: second + 0.3)
            }
            #expect(house.alice.place == ID(checked: place), "by \(excess) dB")
        }
    }

    @Test("A node that comes back and hears nothing ends the state that its absence froze")
    func node() throws {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -60, from: 1, to: 60, every: 5)
        house.report("n1", isOnline: false, at: 62)
        let engine = house.engine
        let user = try #require(engine.household.users[House.alice])
        let track = try #require(engine.users[House.alice])
        let belief = try #require(track.belief)
        #expect(belief.rule == .nodeOffline)
        let decision = engine.decision(
            about: user, belief, from: track, radio: engine.radioWitnesses(of: user),
            at: belief.evidenceTime)
        let condition = try #require(decision.counterfactuals.first)
        #expect(condition.outline == "node seconds above 45")
        #expect(condition.subject == "n1")
        let before = house.whereabouts
        house.report("n1", isOnline: true, at: 70)
        house.wait(until: 114)
        #expect(house.whereabouts == before)
        // At the next check.
        house.wait(until: 160)
        #expect(house.whereabouts != before)
    }

    @Test("The `wouldChange` sentence contains every condition with its numbers")
    func sentence() throws {
        var house = House()
        house.fix(House.home.north(20), at: 0)
        let decision = try #require(house.decisions.last)
        #expect(
            decision.wouldChange
                == "A fix of phone within 10 m, more than 210 m outside Home (it was 40 m inside); "
                + "or silence of phone for more than 12 h (it was 0 s).")
        for condition in decision.counterfactuals {
            #expect(
                decision.wouldChange.lowercased().contains(condition.text.lowercased()))
        }
    }

    @Test("Decisions contain no coordinates")
    func isPrivate() throws {
        var house = House()
        house.fix(House.home.north(20), at: 0)
        house.fix(House.home.north(900), at: 600)
        #expect(house.decisions.count >= 2)
        for decision in house.decisions {
            let texts = [decision.sentence] + decision.evidence.map(\.text)
            for text in texts { #expect(!text.contains(/52\.|13\./), "\(text)") }
        }
    }

    @Test("A decision about a room names the nodes that hear it and how likely each room is")
    func rooms() throws {
        var house = House()
        for second in stride(from: 0.0, to: 60, by: 5) {
            house.hear(House.tag, by: "n1", -75, at: second)
            house.hear(House.tag, by: "n2", -55, at: second + 0.2)
        }
        for second in stride(from: 60.0, to: 120, by: 5) {
            house.hear(House.tag, by: "n1", -50, at: second)
            house.hear(House.tag, by: "n2", -80, at: second + 0.2)
        }
        let decision = try #require(house.decisions.last)
        #expect(decision.text == "Alice is in kitchen, Home.")
        let levels = decision.evidence.compactMap(\.level)
        #expect(levels.count == 2 && levels == levels.sorted(by: >))
        let likely = decision.evidence.filter { $0.probability != nil }
        #expect(likely.map(\.room) == [ID(checked: "kitchen"), ID(checked: "hall")])
        #expect(likely.compactMap(\.probability).reduce(0, +) > 0.99)
        #expect((likely.first?.probability ?? 0) >= 0.7)
    }
}

extension Counterfactual {
    /// "fix metres above 210", for tables.
    var outline: String {
        let number = needed.map { $0 == $0.rounded() ? " \(Int($0))" : " \($0)" } ?? ""
        return evidence.rawValue + (measure.map { " \($0.rawValue)" } ?? "")
            + (direction.map { " \($0.rawValue)" } ?? "") + number
    }
}

extension House {
    var whereabouts: Belief.Whereabouts? { engine.users[Self.alice]?.belief?.whereabouts }

    /// Fulfils `condition`, by a little more or a little less than it needs.
    mutating func meet(_ condition: Counterfactual, by excess: Double, after now: Double) {
        let needed = condition.needed ?? 0
        let sign = condition.direction == .above ? excess : -excess
        let last = engine.users[Self.alice]?.devices["phone"]?.last
        switch (condition.evidence, condition.measure) {
        case (.silence, .seconds):
            let beacon = engine.track(of: BeaconID(canonical: condition.subject))
            let since = beacon?.rooms.lastHeard ?? last?.time ?? engine.now
            wait(until: since.seconds(since: Self.start) + needed + excess)
        case (.fix, .metres):
            fix(
                Self.home.north(60 + needed + sign), accuracy: condition.accuracy ?? 10,
                at: now + 600)
        case (.fix, .accuracy):
            fix(last?.coordinate ?? Self.home, accuracy: needed + sign, at: now + 600)
        case (.fix, .seconds) where excess > 0:
            fix(last?.coordinate ?? Self.home, at: now + 600)
        case (.sighting, .seconds) where excess > 0:
            hear(
                BeaconID(canonical: condition.subject),
                by: condition.room == ID(checked: "kitchen") ? "n1" : "n2", -50, from: now + 1,
                to: now + 20, every: 5)
        case (.sighting, .probability):
            approach(condition, until: needed, isEnough: excess > 0, after: now)
        default: break
        }
    }

    /// The beacon is heard in another room, until that is likely enough, or not quite.
    private mutating func approach(
        _ condition: Counterfactual, until needed: Double, isEnough: Bool, after now: Double
    ) {
        let beacon = BeaconID(canonical: condition.subject)
        let node = condition.room == ID(checked: "kitchen") ? "n1" : "n2"
        for step in 1...60 {
            var next = self
            next.hear(beacon, by: node, -45, at: now + 2 * Double(step))
            let probability =
                next.engine.track(of: beacon)?.rooms.belief?.probability(of: condition.room) ?? 0
            if !isEnough, probability >= needed { return }
            self = next
            if isEnough, whereabouts.map({ $0.room == condition.room }) ?? false { return }
        }
    }
}

extension Belief.Whereabouts {
    fileprivate var room: ID<Room>? { if case .at(let spot) = self { spot.room } else { nil } }
}
