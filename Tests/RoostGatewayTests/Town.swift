// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import RoostFormats
import SeededRandom
import Testing

@testable import RoostGateway

/// What one user does, and what must come of it.
struct Deed: CustomStringConvertible {
    var user: ID<User>
    var noun = "group"
    var verb: String
    var payload: JSON
    /// `nil` where it is granted.
    var refusal: RequestError.Code?
    var change: HouseholdChange?

    var description: String { "\(user) \(noun)/\(verb) \(payload.text)" }

    func perform(_ gateway: Gateway) throws {
        if let change { return try gateway.change(change) }
        guard let refusal else {
            try gateway.ask(user, verb, payload, noun: noun)
            return
        }
        let given = gateway.refusal(user, verb, payload, noun: noun)
        #expect(given?.code == refusal, "\(self)")
    }
}

/// Who is in which group and what they shared, as plain as can be.
struct Town {
    static let users = ["alice", "bob", "carol", "dave"].map { ID<User>(checked: $0) }
    static let groups = ["study", "purse"]
    /// How many times somebody saw what another shared.
    var seen = 0

    struct Circle {
        var owner: ID<User>
        /// In the order in which they came, with how many messages there were then.
        var members: [(user: ID<User>, unheard: Int)]
        var said: [(author: ID<User>, text: String)] = []
        var revision = 1

        func contains(_ user: ID<User>) -> Bool { members.contains { $0.user == user } }
    }

    struct Thing {
        var owner: ID<User>
        var id: String
        /// A group, or one of the other words.
        var visibility: String
        var revision = 1
        var units = 0
    }

    private(set) var circles: [String: Circle] = [:]
    private(set) var notes: [Thing] = []
    private(set) var expenses: [Thing] = []
    private(set) var shares: Set<[ID<User>]> = []

    mutating func deed(_ step: Int, _ random: inout SeededRandom) -> Deed {
        let user = Self.users.randomElement(using: &random)!
        let group = Self.groups.randomElement(using: &random)!
        switch Int.random(in: 0..<16, using: &random) {
        case 0...2:
            let members = Self.users.filter { _ in Bool.random(using: &random) }
            return save(group, members, by: user, step)
        case 3: return leave(group, user)
        case 4 where step % 3 == 0: return delete(group, user)
        case 5 where step % 4 == 0: return deleteUser(user)
        case 6...9: return note(group, user, step, &random)
        case 10...12: return expense(group, user, step, &random)
        case 13: return share(user, Self.users.randomElement(using: &random)!)
        default: return say(group, user, step)
        }
    }

    private mutating func save(
        _ group: String, _ members: [ID<User>], by user: ID<User>, _ step: Int
    ) -> Deed {
        var deed = Deed(
            user: user, verb: "save",
            payload: [
                "group": .string(group), "name": .string("\(step)"),
                "members": .array(members.map { .string($0.rawValue) }),
            ])
        let known = circles[group]
        var circle = known ?? Circle(owner: user, members: [(user, 0)])
        if circle.owner != user {
            deed.refusal = circle.contains(user) ? .forbidden : .conflict
            return deed
        }
        if known != nil {
            // Every other edit is of a list of before.
            let isStale = step % 2 == 0
            let revision = circle.revision + (isStale ? 1 : 0)
            deed.payload = deed.payload.with("revision", .number(JSONNumber(revision)))
            if isStale {
                deed.refusal = .conflict
                return deed
            }
            circle.revision += 1
        }
        for member in circle.members where !members.contains(member.user) && member.user != user {
            part(member.user, group)
        }
        circle.members.removeAll { !members.contains($0.user) && $0.user != user }
        for member in members.sorted() where !circle.contains(member) {
            circle.members.append((member, circle.said.count))
        }
        circles[group] = circle
        return deed
    }

    /// Who is out takes along what they shared.
    private mutating func part(_ user: ID<User>, _ group: String) {
        for index in notes.indices
        where notes[index].owner == user && notes[index].visibility == group {
            notes[index].visibility = "private"
            // Whoever edits it elsewhere is to learn that.
            notes[index].revision += 1
        }
        for index in expenses.indices
        where expenses[index].owner == user && expenses[index].visibility == group {
            expenses[index].visibility = "private"
            expenses[index].revision += 1
        }
    }

    private mutating func out(_ user: ID<User>, _ group: String) {
        part(user, group)
        guard var circle = circles[group], circle.contains(user) else { return }
        circle.members.removeAll { $0.user == user }
        circle.revision += 1
        if let first = circle.members.first, circle.owner == user { circle.owner = first.user }
        circles[group] = circle.members.isEmpty ? nil : circle
    }

    private mutating func leave(_ group: String, _ user: ID<User>) -> Deed {
        var deed = Deed(user: user, verb: "leave", payload: ["group": .string(group)])
        guard circles[group]?.contains(user) == true else {
            deed.refusal = .notFound
            return deed
        }
        out(user, group)
        return deed
    }

    private mutating func delete(_ group: String, _ user: ID<User>) -> Deed {
        var deed = Deed(user: user, verb: "delete", payload: ["group": .string(group)])
        guard let circle = circles[group], circle.contains(user) else {
            deed.refusal = .notFound
            return deed
        }
        guard circle.owner == user else {
            deed.refusal = .forbidden
            return deed
        }
        for member in circle.members { part(member.user, group) }
        circles[group] = nil
        return deed
    }

    /// Who is deleted, and let in again at once, has nothing.
    private mutating func deleteUser(_ user: ID<User>) -> Deed {
        for group in Self.groups {
            for index in (circles[group]?.said ?? []).indices.reversed()
            where circles[group]!.said[index].author == user {
                // The message is gone, its number is not given again.
                circles[group]!.said[index].text = ""
            }
            out(user, group)
        }
        notes.removeAll { $0.owner == user }
        expenses.removeAll { $0.owner == user }
        shares = shares.filter { !$0.contains(user) }
        return Deed(user: user, verb: "deleted", payload: [:], change: .deleteUser(user))
    }

    private mutating func note(
        _ group: String, _ user: ID<User>, _ step: Int, _ random: inout SeededRandom
    ) -> Deed {
        let id = "n\(step % 5)"
        let words = ["private", "friends", "everyone", group, group, group]
        let visibility = words.randomElement(using: &random)!
        let known = notes.firstIndex { $0.owner == user && $0.id == id }
        var deed = Deed(
            user: user, noun: "note", verb: known != nil && step % 4 == 0 ? "delete" : "save",
            payload: ["note": .string(id)])
        if deed.verb == "delete" {
            notes.remove(at: known!)
            return deed
        }
        deed.payload = deed.payload.with("text", "a note").with("lat", 52.5).with("lon", 13.4)
            .with(visibility == group ? "group" : "visibility", .string(visibility))
        if visibility == group, circles[group]?.contains(user) != true {
            deed.refusal = .notFound
            return deed
        }
        if let known {
            deed.payload = deed.payload.with(
                "revision", .number(JSONNumber(notes[known].revision)))
            if notes[known].visibility != visibility {
                notes[known].visibility = visibility
                notes[known].revision += 1
            }
        } else {
            notes.append(Thing(owner: user, id: id, visibility: visibility))
        }
        return deed
    }

    private mutating func expense(
        _ group: String, _ user: ID<User>, _ step: Int, _ random: inout SeededRandom
    ) -> Deed {
        let id = "e\(step % 7)"
        let isShared = Int.random(in: 0..<4, using: &random) > 0
        let known = expenses.firstIndex { $0.owner == user && $0.id == id }
        var deed = Deed(
            user: user, noun: "expense", verb: known != nil && step % 4 == 0 ? "delete" : "save",
            payload: ["expense": .string(id)])
        if let known, deed.verb == "delete" {
            expenses.remove(at: known)
            return deed
        }
        deed.payload = deed.payload.with("amount", .string("\(step + 1)"))
            .with("currency", "JPY").with("lat", 52.5163).with("lon", 13.3777)
            .with("group", isShared ? .string(group) : .null)
        if isShared, circles[group]?.contains(user) != true {
            deed.refusal = .notFound
            return deed
        }
        var thing = Thing(
            owner: user, id: id, visibility: isShared ? group : "private", units: step + 1)
        if let known {
            thing.revision = expenses[known].revision + 1
            deed.payload = deed.payload.with(
                "revision", .number(JSONNumber(expenses[known].revision)))
            expenses[known] = thing
        } else {
            expenses.append(thing)
        }
        return deed
    }

    private mutating func share(_ owner: ID<User>, _ viewer: ID<User>) -> Deed {
        var deed = Deed(
            user: owner, noun: "share", verb: "save",
            payload: ["viewer": .string(viewer.rawValue), "level": "exact"])
        if owner == viewer {
            deed.refusal = .outOfRange
        } else {
            shares.insert([owner, viewer])
        }
        return deed
    }

    private mutating func say(_ group: String, _ user: ID<User>, _ step: Int) -> Deed {
        var deed = Deed(
            user: user, verb: "chat",
            payload: ["group": .string(group), "text": .string("said in \(step)")])
        if circles[group]?.contains(user) == true {
            circles[group]!.said.append((user, "said in \(step)"))
        } else {
            deed.refusal = .notFound
        }
        return deed
    }
}
