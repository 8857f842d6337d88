import Foundation
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Requests for explanations")
struct WhyRequestTests {
    /// alice comes home with her keys, and goes out without them; what was decided is kept.
    private func withDay(
        _ body: ((ID<User>, JSON) -> Result<JSON, RequestError>) throws -> Void
    ) throws {
        var engine = makeEngine()
        var effects: [Effect] = []
        func apply(_ event: Event, at second: Double) {
            effects += engine.apply(event, at: start.advanced(bySeconds: second))
        }
        apply(.nodeStatus(ID(checked: "n1"), .online), at: 1)
        apply(.fix(fix(north: 0, at: 10), of: phone), at: 10)
        for second in stride(from: 11.0, to: 900, by: 5) {
            if second == 601 { apply(.fix(fix(north: 3000, at: 600), of: phone), at: 600) }
            apply(heard(at: second), at: second)
            apply(.tick, at: second + 0.2)
        }
        try withFolder { folder in
            let store = try Store(directory: folder)
            var changes = Changes()
            changes.household = householdChanges
            for case .explain(let decision) in effects {
                changes.decisions.append(KeptDecision(decision, json: decision.keptJSON))
            }
            _ = try store.commit(changes)
            try body { user, json in
                var desk = RequestDesk(engine: engine, store: store)
                return ask(&desk, .user(user), "presence/why", json)
            }
            try store.close()
        }
    }

    private func rules(_ answer: JSON) -> [String] {
        (answer["decisions"]?.array ?? []).compactMap { $0["rule"]?.string }
    }

    @Test("An item's decisions are listed newest first, with its state")
    func item() throws {
        try withDay { ask in
            let answer = try ask(alice, ["item": "keys"]).get()
            #expect(rules(answer) == ["left_behind", "with_owner_yes"])
            #expect(answer["state"]?["with_owner"] == "no")
            let decision = answer["decisions"]?.array?.first
            let condition = decision?["counterfactuals"]?.array?.first
            #expect(condition?["subject"] == .string(keysTag.rawValue))
            #expect(condition?["measure"] == "seconds" && condition?["direction"] == "below")
            #expect(condition?["needed"] == 0)
            let text = try #require(condition?["text"]?.string)
            #expect(decision?["would_change"]?.string == text + ".")
        }
    }

    @Test("A question about a moment is answered with a sentence about the item's state then")
    func then() throws {
        try withDay { ask in
            let time = start.advanced(bySeconds: 100).rfc3339
            let answer = try ask(alice, ["item": "keys", "at": .string(time)]).get()
            #expect(rules(answer) == ["with_owner_yes"])
            let sentence = try #require(answer["sentence"]?.string)
            #expect(sentence.hasPrefix("Keys is in Kitchen, Home, with Alice, because "))
            let before = try ask(alice, ["item": "keys", "at": "2020-01-01T00:00:00Z"]).get()
            #expect(before["sentence"] == .null)
        }
    }

    @Test("A user's own decisions include the alerts about their items")
    func user() throws {
        try withDay { ask in
            let answer = try ask(alice, [:]).get()
            #expect(rules(answer) == ["left_behind", "fix_far_outside", "fix_inside"])
            #expect(answer["presence"] != nil)
            let inside = answer["decisions"]?.array?.last?["counterfactuals"]?.array?.first
            #expect(inside?["was"] == -60 && inside?["needed"] == 210)
            #expect(inside?["place"] == "home" && inside?["accuracy"] == 10)
        }
    }

    @Test("Another user's item is answered as nonexistent", arguments: ["keys", "none"])
    func anothers(item: String) throws {
        try withDay { ask in
            for at in [nil, start.rfc3339] {
                var question: [JSONObject.Member] = [.init(name: "item", value: .string(item))]
                if let at { question.append(.init(name: "at", value: .string(at))) }
                guard case .failure(let error) = ask(bob, .object(JSONObject(question))) else {
                    Issue.record("bob was told of \(item)")
                    continue
                }
                let unknown = RequestError.notFound("item", "item")
                #expect(error.code == unknown.code && error.field == unknown.field)
                #expect(error.message == unknown.message)
            }
        }
    }
}
