import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

@Suite("Group requests")
struct GroupRequestTests {
    private func withGateway(_ body: (Gateway) throws -> Void) throws {
        try Gateway.with("group", body)
    }

    @Test("An invalid request is refused with the field at fault")
    func refused() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["group": "study", "members": ["bob"]])
            let long = JSON.string(String(repeating: "x", count: 4001))
            let many = JSON.array(Array(repeating: "bob", count: 101))
            for (verb, payload, code, field) in [
                ("save", [:], .missingField, "name"),
                ("save", ["name": "!?"], .invalidID, "name"),
                ("save", ["group": "A b"], .invalidID, "group"),
                ("save", ["group": "x", "members": "bob"], .wrongType, "members"),
                ("save", ["group": "x", "members": ["bob", "nobody"]], .notFound, "members[1]"),
                ("save", ["group": "x", "members": many], .outOfRange, "members"),
                ("save", ["group": "x", "owner": "bob"], .wrongUser, "owner"),
                ("save", ["group": "x", "memebers": []], .outOfRange, "memebers"),
                ("save", ["group": "x", "revision": 1], .notFound, "group"),
                ("save", ["group": "study", "members": []], .missingField, "revision"),
                ("save", ["group": "study", "name": "S", "revision": 2], .conflict, "revision"),
                ("delete", [:], .missingField, "group"),
                ("leave", ["group": "x"], .notFound, "group"),
                ("chat", ["group": "study"], .missingField, "text"),
                ("chat", ["group": "study", "text": ""], .outOfRange, "text"),
                ("chat", ["group": "study", "text": long], .outOfRange, "text"),
                ("chat", ["text": "x"], .missingField, "group"),
                ("messages", ["group": "study", "limit": 101], .outOfRange, "limit"),
                ("messages", ["group": "study", "after": -1], .outOfRange, "after"),
                (
                    "messages", ["group": "study", "after": 1, "before": 2], .badRequest,
                    "before"
                ),
            ] as [(String, JSON, RequestError.Code, String)] {
                let refusal = gateway.refusal(alice, verb, payload)
                #expect(
                    refusal?.code == code && refusal?.field == field, "\(verb) \(payload.text)")
            }
            #expect(
                gateway.refusal(bob, "save", ["group": "study", "name": "B"])?.code == .forbidden)
            #expect(gateway.refusal(bob, "delete", ["group": "study"])?.code == .forbidden)
        }
    }

    @Test("Saving a group again is idempotent, and a stale edit is refused")
    func saved() throws {
        try withGateway { gateway in
            let study: JSON = ["name": "Study group", "members": ["bob"]]
            let first = try gateway.ask(alice, "save", study)
            #expect(first["group"] == "study-group" && first["revision"] == 1)
            #expect(first["members"] == ["alice", "bob"])
            #expect(try gateway.ask(alice, "save", study) == first)
            // Another's of that name is another group.
            let others = try gateway.ask(bob, "save", ["name": "Study group"])
            #expect(others["group"] == "bob-study-group" && others["members"] == ["bob"])

            try gateway.ask(bob, "leave", ["group": "study-group"])
            let stale = study.with("revision", 1)
            let refusal = gateway.refusal(alice, "save", stale)
            #expect(refusal?.code == .conflict, "whoever left is not brought back by it")
            let again = try gateway.ask(alice, "save", stale.with("revision", 2))
            #expect(again["revision"] == 3 && again["members"] == ["alice", "bob"])
        }
    }

    @Test("A user can own a limited number of groups, and be a member of more")
    func limit() throws {
        try withGateway { gateway in
            for number in 1...Group.mostOfOwner {
                try gateway.ask(
                    bob, "save", ["group": .string("g\(number)"), "members": ["alice"]])
            }
            #expect(gateway.refusal(bob, "save", ["group": "more"])?.code == .tooLarge)
            #expect(try gateway.ask(alice, "save", ["group": "more"])["owner"] == "alice")
            let list = try gateway.ask(alice, "list", [:])
            #expect(list["groups"]?.array?.count == Group.mostOfOwner + 1)
            // What others left to her counts, though nobody can refuse it.
            for number in 1...Group.mostOfOwner {
                try gateway.ask(bob, "leave", ["group": .string("g\(number)")])
            }
            #expect(gateway.refusal(alice, "save", ["group": "another"])?.code == .tooLarge)
            #expect(try gateway.ask(bob, "save", ["group": "again"])["owner"] == "bob")
        }
    }

    @Test("A user at the membership limit cannot be added to a group, but can create one")
    func memberships() throws {
        try withGateway { gateway in
            try gateway.ask(bob, "save", ["group": "old", "members": ["alice"]])
            let many = (2...Group.mostOfMember).map { number in
                Group(
                    id: ID(checked: "g\(number)"), name: "g", owner: ID(checked: "carol"),
                    members: [alice, ID(checked: "carol")].map { .init(user: $0, since: start) })
            }
            try gateway.change(.saveUser(User(id: ID(checked: "carol"), name: "Carol")))
            try gateway.apply(.household(many.map { .saveGroup($0) }))
            let more: JSON = ["group": "more", "members": ["alice"]]
            let refusal = gateway.refusal(bob, "save", more)
            #expect(refusal?.code == .tooLarge && refusal?.field == "members")
            // Where she is already, she may stay.
            let old: JSON = ["group": "old", "name": "Old", "revision": 1]
            #expect(try gateway.ask(bob, "save", old)["members"] == ["alice", "bob"])
            try gateway.ask(alice, "save", ["group": "mine"])
        }
    }

    @Test("A repeated chat message is posted once, known by its name or a recent request id")
    func once() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["group": "study"])
            func say(_ text: JSON, _ name: String, _ key: JSON) throws -> JSON? {
                let chat: JSON = ["group": "study", "text": text]
                return try gateway.ask(alice, "chat", chat.with(name, key))["number"]
            }
            #expect(try say("a", "message", "m1") == 1)
            #expect(try say("b", "message", "m2") == 2)
            #expect(try say("a", "message", "m1") == 1)
            let other: JSON = ["group": "study", "text": "c", "message": "m1"]
            #expect(gateway.refusal(alice, "chat", other)?.code == .conflict)
            // Clients that count from 1 at each start lose nothing.
            #expect(try say("a", "id", 1) == 3)
            #expect(try say("a", "id", 1) == 3)
            #expect(try say("a", "id", "1") == 4)
            #expect(try say("other", "id", 1) == 5)
            try gateway.apply(.tick, at: 601)
            #expect(try say("other", "id", 1) == 6)
            // Without either, it is meant twice.
            #expect(try say("x", "text", "x") == 7)
            #expect(try say("x", "text", "x") == 8)
            let all = try gateway.ask(alice, "messages", ["group": "study", "after": 6])
            #expect(all["messages"]?.array?.compactMap { $0["text"]?.string } == ["x", "x"])
            #expect(all["more"] == false)
        }
    }

    @Test("A note can be moved into and out of a group, and contradictory edits are refused")
    func notes() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["group": "study", "members": ["bob"]])
            func save(_ payload: JSON) throws -> JSON {
                let note: JSON = ["note": "n", "text": "x", "place": "home"]
                let object = JSONObject(
                    (note.object?.members ?? []) + (payload.object?.members ?? []))
                return try gateway.ask(alice, "save", .object(object), noun: "note")
            }
            let first = try save(["group": "study"])
            #expect(first["visibility"] == "group" && first["group"] == "study")
            #expect(try save(["visibility": "group", "revision": 1])["revision"] == 1)
            #expect(try save(["visibility": "friends", "revision": 1])["group"] == nil)
            #expect(
                try save(["visibility": "group", "group": "study", "revision": 2])["group"]
                    == "study")
            #expect(try save(["group": .null, "revision": 3])["visibility"] == "private")
            for (payload, code, field) in [
                (["visibility": "group"], .missingField, "group"),
                (["visibility": "everyone", "group": "study"], .badRequest, "group"),
                (["group": "nowhere"], .notFound, "group"),
            ] as [(JSON, RequestError.Code, String)] {
                let refusal = gateway.refusal(
                    alice, "save", payload.with("text", "y").with("place", "home"), noun: "note")
                #expect(refusal?.code == code && refusal?.field == field, "\(payload.text)")
            }
        }
    }

    @Test("A group page's cursor does not reveal other members' expense ids")
    func cursors() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["group": "study", "members": ["bob"]])
            for number in 1...3 {
                let expense: JSON = [
                    "expense": .string("e\(number)"), "amount": 1, "currency": "EUR",
                    "group": "study",
                ]
                try gateway.ask(alice, "save", expense, noun: "expense")
            }
            func next(_ payload: JSON, _ user: ID<User>) throws -> JSON {
                let page = try gateway.ask(
                    user, "list", payload.with("limit", 1), noun: "expense")
                return page["next"] ?? .null
            }
            let group: JSON = ["group": "study"]
            let (own, shared) = (try next([:], alice), try next(group, bob))
            #expect(own.string?.hasSuffix(".e3") == true)
            #expect(shared.string?.hasSuffix(".alice.1") == true)
            for (payload, after) in [(group, own), (.object(JSONObject()), shared)] {
                let refusal = gateway.refusal(
                    alice, "list", payload.with("after", after), noun: "expense")
                #expect(refusal?.code == .outOfRange && refusal?.field == "after")
            }
            #expect(try next(group.with("after", shared), bob).string?.hasSuffix(".2") == true)
        }
    }

    @Test("A group's expenses hide their places from other members, even from queries by place")
    func spending() throws {
        try withGateway { gateway in
            try gateway.ask(alice, "save", ["group": "purse", "members": ["bob"]])
            let expense: JSON = [
                "amount": "12.50", "currency": "EUR", "place": "home", "group": "purse",
            ]
            try gateway.ask(alice, "save", expense, noun: "expense")
            let group: JSON = ["group": "purse"]
            let own = try gateway.ask(alice, "list", group, noun: "expense")["expenses"]?.array
            #expect(own?.first?["place"] == "home" && own?.first?["expense"] != nil)
            let list = try gateway.ask(bob, "list", group, noun: "expense")
            let others = list["expenses"]?.array?.first
            #expect(others?["amount"] == "12.50" && others?["user_name"] == "Alice")
            for secret in ["expense", "lat", "lon", "place", "place_name", "room", "found"] {
                #expect(others?[secret] == nil, "\(secret)")
            }
            let byPlace = gateway.refusal(bob, "list", group.with("place", "home"), noun: "expense")
            #expect(byPlace?.code == .badRequest && byPlace?.field == "place")
            let row: JSON = ["amount": "1", "currency": "EUR", "day": "2026-01-01", "expense": "e"]
            let rows = JSON.array([row.with("group", "purse")])
            let imported = gateway.refusal(
                alice, "import", ["import": "i", "rows": rows], noun: "expense")
            #expect(imported?.field == "rows[0].group", "lost without a word else")
        }
    }
}
