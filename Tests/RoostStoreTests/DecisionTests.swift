import Foundation
import GRDB
import RoostCore
import Testing

@testable import RoostCore
@testable import RoostStore

@Suite("Stored decisions")
struct DecisionTests {
    private func decision(
        _ rule: String, at second: Double, item: ID<Item>? = nil, user: ID<User> = alice
    ) -> Decision {
        let evidence = Evidence(
            .sighting, "n1 hears it at -60 dBm", at: start.advanced(bySeconds: second),
            node: ID(checked: "n1"), level: -60, probability: 0.97)
        let condition = Counterfactual(
            .fix, of: "phone", place: home, limit: .above(210, .metres, was: -38.4), accuracy: 12,
            names: .init("phone", in: "Home"))
        return Decision(
            user: user, item: item, time: start.advanced(bySeconds: second), rule: rule,
            text: "Alice is in Home.", evidence: [evidence], counterfactuals: [condition])
    }

    private func keep(_ decisions: [Decision], _ body: (Store) throws -> Void) throws {
        try StoreFolder.with { folder in
            try folder.open { (store) throws in
                var changes = Changes(household: [
                    .saveUser(User(id: alice, name: "Alice")),
                    .saveUser(User(id: bob, name: "Bob")),
                ])
                changes.decisions = try decisions.map {
                    KeptDecision($0, json: Array(try JSONEncoder().encode($0)))
                }
                _ = try store.commit(changes)
                try body(store)
            }
        }
    }

    @Test("A stored decision is read back unchanged")
    func roundTrip() throws {
        let kept = decision("fix_inside", at: 10)
        try keep([kept]) { (store) throws in
            #expect(try store.decisions(.all()) == [kept])
            #expect(try store.decision(about: alice, at: start.advanced(bySeconds: 11)) == kept)
        }
    }

    @Test("An item's decisions are its own, and a user's include only alerts about items")
    func items() throws {
        let all = [
            decision("fix_inside", at: 0), decision("item_moved", at: 1, item: keys),
            decision("left_behind", at: 2, item: keys),
            decision("with_owner_no", at: 3, item: keys),
            decision("item_moved", at: 4, item: keys, user: bob),
        ]
        try keep(all) { (store) throws in
            #expect(try store.decisions(.all()).map(\.rule) == ["left_behind", "fix_inside"])
            #expect(
                try store.decisions(.all(), about: keys).map(\.rule)
                    == ["with_owner_no", "left_behind", "item_moved"])
            func then(_ second: Double, _ item: ID<Item>?) throws -> String? {
                let time = start.advanced(bySeconds: second)
                return try store.decision(about: alice, item: item, at: time)?.rule
            }
            #expect(try then(2.5, keys) == "left_behind")
            #expect(try then(9, keys) == "with_owner_no")
            #expect(try then(0.5, keys) == nil)
            #expect(try then(9, nil) == "fix_inside")
        }
    }

    @Test("What a queue tells late replaces what was decided before, however long ago it was")
    func superseded() throws {
        let day = 86400.0
        let all = [
            decision("fix_inside", at: 0), decision("fix_too_old", at: day / 2),
            decision("fixes_outside", at: day / 4),
        ]
        try keep(all) { (store) throws in
            func then(_ second: Double) throws -> String? {
                try store.decision(about: alice, at: start.advanced(bySeconds: second))?.rule
            }
            #expect(try then(day) == "fixes_outside")
            #expect(try then(day / 8) == "fix_inside")
            #expect(try store.decisions(.all()).first?.rule == "fixes_outside")
            let later = start.advanced(bySeconds: 90 * day)
            while try store.forget(Retention(), now: later) > 0 {}
            #expect(try store.decisions(.all()).map(\.rule) == ["fixes_outside"])
        }
    }

    @Test("What was decided is kept for as long as it holds, and what was replaced for its days")
    func retention() throws {
        var moved = decision("item_moved", at: 0)
        moved.item = keys
        let day = 86400.0
        let others = [
            decision("heard", at: 0), decision("fix_inside", at: day),
            decision("fix_impossible", at: 2 * day), decision("fixes_outside", at: 40 * day),
        ]
        try keep([moved] + others) { (store) throws in
            let thing = Item(id: keys, owner: alice, name: "Keys")
            _ = try store.commit(Changes(household: [.saveItem(thing)]))
            func rules(on today: Double) throws -> [String] {
                while try store.forget(Retention(), now: start.advanced(bySeconds: today * day)) > 0
                {}
                return try store.decisions(.all()).map(\.rule)
                    + store.decisions(.all(), about: keys).map(\.rule)
            }
            #expect(
                try rules(on: 35)
                    == ["fixes_outside", "fix_inside", "item_moved"])
            #expect(try rules(on: 69) == ["fixes_outside", "fix_inside", "item_moved"])
            #expect(try rules(on: 71) == ["fixes_outside", "item_moved"])
            // Nobody is told what was once decided of another item with that id.
            _ = try store.commit(
                Changes(household: [.deleteItem(keys), .saveItem(thing)]))
            #expect(try rules(on: 71) == ["fixes_outside"])
        }
    }

    @Test("A decision stored before conditions existed can still be read")
    func old() throws {
        try keep([]) { (store) throws in
            try store.database.write { db in
                try db.execute(
                    sql: "INSERT INTO decision (user, time, json) VALUES ('alice', ?, ?)",
                    arguments: [
                        start.milliseconds,
                        """
                        {"user":"alice","time":\(start.milliseconds),"rule":"heard",
                        "text":"Alice is in Home.","wouldChange":"Other evidence.",
                        "evidence":[{"kind":"sighting","text":"mac:a is heard in Home",
                        "time":\(start.milliseconds),"place":"home"}]}
                        """,
                    ])
            }
            let decision = try #require(try store.decisions(.all()).first)
            #expect(decision.counterfactuals.isEmpty)
            #expect(decision.wouldChange == "Other evidence.")
            #expect(decision.sentence.hasSuffix("what would have changed it: other evidence."))
        }
    }
}
