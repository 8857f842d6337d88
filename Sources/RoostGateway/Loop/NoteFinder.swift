import RoostCore
import RoostStore

/// Finds the notes that users come near, as they move.
struct NoteFinder {
    /// Who may have moved since the last look.
    private var moved: Set<ID<User>> = []
    /// Where users were at the last look, and what was near then.
    private var looks: [ID<User>: Look] = [:]
    /// Whether there is anything to look for; `nil` until that is known.
    private var hasNotes: Bool?

    private struct Look {
        var coordinate: Coordinate
        var near: Set<Key>
    }

    /// Ids are each author's own.
    private struct Key: Hashable {
        var author: ID<User>
        var note: ID<Note>

        init(_ note: Note) {
            author = note.author
            self.note = note.id
        }
    }

    /// What is farther than this is no longer near, in metres.
    private static let farewell = 2 * NearbyNote.reach
    /// Who moves no farther is where they were, in metres.
    private static let stir = 15.0
    private static let most = 100

    mutating func note(_ effect: Effect) {
        if case .changed(.user(let user), _) = effect, hasNotes == true { moved.insert(user) }
    }

    /// What is written around somebody is nothing that they come near.
    mutating func note(_ change: NoteChange) {
        guard case .save(let note) = change else { return }
        if hasNotes == false { hasNotes = nil }
        guard case .position(let coordinate, _, _) = note.anchor else { return }
        for (user, look) in looks
        where look.coordinate.distance(to: coordinate) <= Self.farewell {
            looks[user]?.near.insert(Key(note))
        }
    }

    /// Where everybody is now, or was last, they do not come to.
    mutating func begin(_ store: Store, _ engine: Engine) throws {
        guard hasNotes == nil else { return }
        hasNotes = try store.hasNotes()
        guard hasNotes == true else { return }
        for user in engine.household.users.keys where looks[user] == nil {
            let here = engine.standpoint(of: user)?.coordinate
            guard let here = here ?? engine.location(of: user)?.fix.coordinate else { continue }
            let near = try notes(around: here, for: user, store, engine)
                .filter { $0.metres <= NearbyNote.reach }
            looks[user] = Look(coordinate: here, near: Set(near.map { Key($0.note) }))
        }
    }

    /// Who came near which notes since the last look.
    ///
    /// - Throws: Where the store cannot be read; it is looked again at the next step.
    mutating func news(_ store: Store, _ engine: Engine) throws -> [Event] {
        try begin(store, engine)
        let users = moved.sorted()
        moved = []
        return try users.compactMap { user in
            let notes = try look(user, store, engine)
            return notes.isEmpty ? nil : .nearby(notes, of: user)
        }
    }

    private mutating func look(
        _ user: ID<User>, _ store: Store, _ engine: Engine
    ) throws -> [NearbyNote] {
        guard let here = engine.standpoint(of: user), here.uncertainty <= Self.farewell else {
            return []
        }
        let last = looks[user]
        if let last, last.coordinate.distance(to: here.coordinate) < Self.stir { return [] }
        let around = try notes(around: here.coordinate, for: user, store, engine)
        let near = around.filter {
            $0.metres <= NearbyNote.reach || last?.near.contains(Key($0.note)) == true
        }
        looks[user] = Look(coordinate: here.coordinate, near: Set(near.map { Key($0.note) }))
        guard let last else { return [] }
        return near.filter { !last.near.contains(Key($0.note)) }
    }

    /// The notes that a user may read and of which they may be near, the nearest first.
    private func notes(
        around coordinate: Coordinate, for user: ID<User>, _ store: Store, _ engine: Engine
    ) throws -> [NearbyNote] {
        var query = NoteQuery(
            reader: user, friends: engine.friends(readBy: user), limit: Self.most)
        query.origin = coordinate
        query.within = Self.farewell
        return try store.notes(query).hits.compactMap { hit in
            guard let coordinate = hit.coordinate, let metres = hit.distance else { return nil }
            return NearbyNote(hit.note, at: coordinate, metres: metres)
        }
    }
}
