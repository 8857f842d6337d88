// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import GRDB
import RoostCore
import SeededRandom
import Testing

@testable import RoostStore

@Suite("Finding notes")
struct NoteSearchTests {
    static let users = ["alice", "bob", "carol", "dave"].map { ID<User>(checked: $0) }
    static let groups = ["study", "purse"].map { ID<Group>(checked: $0) }
    static let visibilities: [Note.Visibility] =
        [.private, .friends, .everyone] + groups.map(Note.Visibility.group)

    /// What may be found, without any index: looked at one by one.
    private struct SlowScan {
        var notes: [Note]

        func find(_ query: NoteQuery) -> [(id: ID<Note>, distance: Double?)] {
            let found = notes.enumerated().compactMap { number, note -> (Double, Int, Note)? in
                guard query.reader.mayRead(note) else { return nil }
                if let group = query.group, note.visibility != .group(group) { return nil }
                switch query.scope {
                case .mine where note.author != query.reader.user: return nil
                case .others where note.author == query.reader.user: return nil
                default: break
                }
                if let text = query.text {
                    let options: String.CompareOptions = [
                        .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
                    ]
                    guard
                        note.text.range(of: text, options: options) != nil
                            || query.authors.contains(note.author)
                    else { return nil }
                }
                guard let origin = query.origin else {
                    return (-Double(note.created.milliseconds), number, note)
                }
                let coordinate: Coordinate? =
                    switch note.anchor {
                    case .position(let position, _, _): position
                    case .item(let item): query.items[item]
                    }
                let distance = coordinate.map { origin.distance(to: $0) } ?? .infinity
                guard distance <= query.within ?? .infinity else { return nil }
                return (distance, number, note)
            }
            return found.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map {
                ($0.2.id, query.origin == nil || $0.0 == .infinity ? nil : $0.0)
            }
        }
    }

    /// Towns, the poles, both sides of the antimeridian, and one spot with many notes.
    private static func position(_ random: inout SeededRandom) -> Coordinate {
        let middles = [(52.5, 13.4), (89.9, 0), (-89.99, 120), (10, 179.99), (10, -179.99), (0, 0)]
        let (north, east) = middles.randomElement(using: &random)!
        guard Int.random(in: 0..<4, using: &random) > 0 else {
            return Coordinate(latitude: north, longitude: east)!
        }
        let spread = [0.0005, 0.05, 5].randomElement(using: &random)!
        let latitude = north + .random(in: -spread...spread, using: &random)
        var longitude = east + .random(in: -spread...spread, using: &random)
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return Coordinate(latitude: max(-90, min(90, latitude)), longitude: longitude)!
    }

    private static func text(_ random: inout SeededRandom) -> String {
        let words = [
            "Milch", "MÜLL", "Äpfel", "café", "naïve", "ΣΟΦΙΑ", "100 %", "\"quoted\"", "a_b", "zz",
            "w\"\u{200d}x", "ab\u{10ffff}", "The", "straße", "日本語", "ＷＩＤＥ", "it's", "e", "🚲 bike",
        ]
        return (0..<Int.random(in: 1...4, using: &random))
            .map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    }

    private static func notes(_ count: Int, _ random: inout SeededRandom) -> [Note] {
        (0..<count).map { number in
            let author = users.randomElement(using: &random)!
            let isOnThing = Int.random(in: 0..<10, using: &random) == 0
            let anchor: Note.Anchor =
                isOnThing
                ? .item(ID(checked: "\(author)-keys"))
                : .position(position(&random), place: ID(checked: "home"), room: nil)
            // Some are of the same moment.
            let time = start.advanced(bySeconds: Double(number / 3))
            return Note(
                id: ID(checked: "n\(number)"), author: author, text: text(&random),
                visibility: visibilities.randomElement(using: &random)!,
                anchor: anchor, created: time, updated: time)
        }
    }

    private static func query(_ random: inout SeededRandom) -> NoteQuery {
        let reader = users.randomElement(using: &random)!
        var query = NoteQuery(
            reader: NoteReader(
                user: reader,
                friends: Set(users.filter { _ in Bool.random(using: &random) }).union([reader]),
                groups: Set(groups.filter { _ in Bool.random(using: &random) })))
        if Int.random(in: 0..<4, using: &random) == 0 {
            query.group = query.reader.groups.sorted().first
        }
        query.scope = NoteScope.allCases.randomElement(using: &random)!
        query.limit = Int.random(in: 1...30, using: &random)
        if Bool.random(using: &random) { query.origin = position(&random) }
        if query.origin != nil {
            query.within = [nil, 1, 100, 10_000, 1e6].randomElement(using: &random)!
        }
        if Int.random(in: 0..<3, using: &random) > 0 {
            query.text = [
                "mil", "mull", "apfel", "CAFE", "σοφια", "0 %", "\"q", "_b", "zz", "e", "the m",
                "日本語", "wide", "nothing of that", "ß", "'s", "🚲", "ch", "pq", "本語", "w\"", "ab",
            ].randomElement(using: &random)!
            if Bool.random(using: &random) { query.authors = [users[1]] }
        }
        query.items = ["\(reader)-keys": position(&random)].reduce(into: [:]) {
            $0[ID(checked: $1.key)] = $1.value
        }
        return query
    }

    @Test(
        "A search finds the same notes as a full scan, in the same order, page by page",
        arguments: 1...6)
    func likeSlowScan(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let notes = Self.notes(300, &random)
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                for user in Self.users { try store.letIn(user) }
                changes.notes = notes.map { .save($0) }
                _ = try store.commit(changes)
                for round in 0..<60 {
                    let query = Self.query(&random)
                    let expected = SlowScan(notes: notes).find(query)
                    // By the index, and outwards.
                    for few in [5000, 0, 20] {
                        let found = try store.pages(of: query, few: few)
                        #expect(
                            found.map(\.note.id) == expected.map(\.id),
                            "round \(round), few \(few): \(query)")
                        #expect(found.map(\.distance) == expected.map(\.distance))
                    }
                }
            }
        }
    }

    @Test("An edited note is found only by its new text, and not once its author is deleted")
    func edited() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                func count(_ text: String) throws -> Int {
                    var query = NoteQuery(reader: NoteReader(user: alice))
                    query.text = text
                    query.origin = center
                    return try store.notes(query).hits.count
                }
                var changes = Changes()
                try store.letIn(alice, bob)
                var note = Note(
                    id: ID(checked: "n"), author: bob, text: "Before", visibility: .everyone,
                    anchor: .position(center), created: start, updated: start)
                changes.notes = [.save(note)]
                _ = try store.commit(changes)
                #expect(try (count("before"), count("after")) == (1, 0))
                note.text = "After"
                note.anchor = .item(keys)
                note.revision = 2
                var edit = Changes()
                edit.notes = [.save(note)]
                _ = try store.commit(edit)
                #expect(try (count("before"), count("after")) == (0, 1))
                #expect(try store.notes(called: note.id) == [note])
                var end = Changes()
                end.household = [.deleteUser(bob)]
                _ = try store.commit(end)
                #expect(try (count("before"), count("after")) == (0, 0))
                try store.checkNotes()
            }
        }
    }

    @Test("A note forgets its place when the place is deleted with its owner")
    func placeGone() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                try store.letIn(alice, bob)
                _ = try store.commit(
                    Changes(household: [
                        .savePlace(
                            Place(
                                id: home, name: "Home", area: .circle(center: center, radius: 50),
                                owner: bob, isShared: true))
                    ]))
                let note = Note(
                    id: ID(checked: "n"), author: alice, text: "Here",
                    anchor: .position(center, place: home, room: ID(checked: "hall")),
                    created: start, updated: start)
                changes.notes = [.save(note)]
                _ = try store.commit(changes)
                #expect(try store.notes(called: note.id) == [note])
                var end = Changes()
                end.household = [.deleteUser(bob)]
                _ = try store.commit(end)
                let left = try store.notes(called: note.id).map(\.anchor)
                #expect(left == [.position(center, place: nil, room: nil)])
            }
        }
    }

    @Test("A cursor is read back as written, and other texts are refused")
    func cursors() {
        var vague = NoteCursor(rank: 12.25, number: 3, origin: center)
        vague.uncertainty = 440.5
        for cursor in [
            NoteCursor(rank: 12.25, number: 3, origin: center), vague,
            NoteCursor(rank: .infinity, number: 3, origin: center),
            NoteCursor(rank: -1_790_000_000_000, number: 9, origin: nil),
        ] {
            #expect(NoteCursor(cursor.text) == cursor)
        }
        for text in [
            "", "1", "a_1", "1_b", "1_2_3", "1_2_91_0", "nan_1", "1_2_3_4_x", "1_2_3_4_-5",
            "1_2_3_4_inf", "1_2_3_4_5_6", "0.5_1",
        ] {
            #expect(NoteCursor(text) == nil, "\(text)")
        }
        // As earlier versions wrote it.
        #expect(NoteCursor("1_2_3_4")?.uncertainty == 0)
    }
}

extension Store {
    /// All that is found, page by page.
    fileprivate func pages(of query: NoteQuery, few: Int) throws -> [NotePage.Hit] {
        var (query, hits) = (query, [NotePage.Hit]())
        while true {
            let page = try notes(query, few: few)
            hits += page.hits
            guard let next = page.next else { return hits }
            // As it comes back from a requester.
            query.after = NoteCursor(next.text)
            query.origin = query.after?.origin
        }
    }

    /// - Throws: Where an index is not as the notes are.
    fileprivate func checkNotes() throws {
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO note_text (note_text, rank) VALUES ('integrity-check', 1)")
            let verdict = try String.fetchOne(db, sql: "SELECT rtreecheck('note_position')")
            #expect(verdict == "ok")
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM note_position") == 0)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM note_spot") == 0)
        }
    }
}
