import RoostCore
import RoostFormats
import Testing

@testable import RoostGateway

/// What everybody sees, compared with what they may.
extension Town {
    private func mayRead(_ note: Thing, _ reader: ID<User>) -> Bool {
        if note.owner == reader || note.visibility == "everyone" { return true }
        if note.visibility == "friends" { return shares.contains([note.owner, reader]) }
        return circles[note.visibility]?.contains(reader) == true
    }

    mutating func look(_ gateway: Gateway, after step: String) throws {
        for reader in Self.users {
            guard gateway.engine.household.users[reader] != nil else {
                try gateway.change(.saveUser(User(id: reader, name: "\(reader)")))
                continue
            }
            try lookAtNotes(gateway, reader, step)
            let groups = try gateway.ask(reader, "list", [:])["groups"]?.array ?? []
            #expect(
                groups.compactMap { $0["group"]?.string }
                    == Self.groups.sorted().filter { circles[$0]?.contains(reader) == true },
                "\(step)")
            for group in Self.groups { try look(into: group, gateway, reader, step) }
        }
    }

    private mutating func lookAtNotes(
        _ gateway: Gateway, _ reader: ID<User>, _ step: String
    ) throws {
        let readable = notes.filter { mayRead($0, reader) }
        let found = try gateway.ask(
            reader, "search", ["within": .null, "scope": "all", "limit": 100], noun: "note")
        let told = (found["notes"]?.array ?? []).map {
            ($0["author"]?.string ?? "") + " " + ($0["note"]?.string ?? "")
        }
        #expect(
            told.sorted() == readable.map { "\($0.owner) \($0.id)" }.sorted(), "\(step)")
        seen += readable.count { $0.owner != reader && Self.groups.contains($0.visibility) }
        for note in notes {
            let payload: JSON = ["note": .string(note.id), "author": .string(note.owner.rawValue)]
            if mayRead(note, reader) {
                try gateway.ask(reader, "get", payload, noun: "note")
            } else {
                let refusal = gateway.refusal(reader, "get", payload, noun: "note")
                #expect(refusal?.code == .notFound && refusal?.field == "note", "\(step)")
            }
        }
    }

    private mutating func look(
        into group: String, _ gateway: Gateway, _ reader: ID<User>, _ step: String
    ) throws {
        let name: JSON = ["group": .string(group)]
        guard let circle = circles[group],
            let index = circle.members.firstIndex(where: {
                $0.user == reader
            })
        else {
            // What there is and what there is not are answered alike.
            for (noun, verb) in [
                ("expense", "list"), ("expense", "totals"), ("group", "messages"),
                ("group", "leave"), ("group", "delete"), ("note", "list"), ("note", "search"),
            ] {
                let error = #expect(throws: RequestError.self) {
                    try gateway.ask(reader, verb, name, noun: noun)
                }
                let other = #expect(throws: RequestError.self) {
                    try gateway.ask(reader, verb, ["group": "nowhere"], noun: noun)
                }
                #expect(error != nil && error == other, "\(step): \(noun)/\(verb)")
            }
            return
        }
        let shared = expenses.filter { $0.visibility == group }
        var (list, next) = ([JSON](), JSON?.none)
        repeat {
            var query = name.with("limit", 2)
            if let next { query = query.with("after", next) }
            let page = try gateway.ask(reader, "list", query, noun: "expense")
            list += page["expenses"]?.array ?? []
            next = page["next"] == .null ? nil : page["next"]
        } while next != nil
        #expect(
            list.map { $0["amount"]?.string ?? "" }.sorted()
                == shared.map { "\($0.units)" }.sorted(),
            "\(step)")
        for expense in list where expense["user"]?.string != reader.rawValue {
            seen += 1
            for secret in ["expense", "lat", "lon", "place", "room", "found"] {
                #expect(expense[secret] == nil, "\(step): \(expense.text)")
            }
        }
        let totals = try gateway.ask(reader, "totals", name, noun: "expense")
        let sum = shared.reduce(0) { $0 + $1.units }
        #expect(totals["totals"]?.array?.first?["total"]?.string ?? "0" == "\(sum)", "\(step)")
        #expect(!totals.text.contains("place"), "\(totals.text)")

        let heard = circle.said.dropFirst(circle.members[index].unheard).filter { !$0.text.isEmpty }
        let messages = try gateway.ask(reader, "messages", name)["messages"]?.array ?? []
        #expect(messages.compactMap { $0["text"]?.string } == heard.map(\.text), "\(step)")
        seen += heard.count { $0.author != reader }
    }
}
