import RoostCore
import RoostStore

/// Finds notes that users come near as they move.
struct NoteFinder {
    /// Users who may have moved since the last search.
    private var moved: Set<ID<User>> = []
    private var looks: [ID<User>: Look] = [:]
    /// Whether there is anything to find; `nil` until that is known.
    private var hasNotes: Bool?
    /// Notes that changed in this turn and are not stored yet; `nil` for deleted ones.
    private var unwritten: [NoteKey: Note?] = [:]

    /// Users deleted in this turn: the stored notes belong to no later user of the same name.
    private var gone: Set<ID<User>> = []

    private struct NoteKey: Hashable {
        var author: ID<User>
        var id: ID<Note>

        init(_ note: Note) { (author, id) = (note.author, note.id) }
    }

    private struct Look {
        /// Where the user was.
        var coordinate: Coordinate
        /// When they were last told of something.
        var told: Timestamp?
    }

    /// A position that may be further off shows nobody near anything, in metres.
    private static let vaguest = 2 * NearbyNote.reach
    /// A user who moves less than this has not moved, in metres.
    private static let stir = 15.0
    /// After being told about notes, a user is told about no others for this long, in seconds.
    private static let pause = 300.0
    private static let most = 100

    mutating func note(_ effect: Effect) {
        switch effect {
        case .changed(.user(let user), _) where hasNotes == true: moved.insert(user)
        case .keep(.deleteUser(let user)):
            looks[user] = nil
            gone.insert(user)
        default: break
        }
    }

    mutating func note(_ change: NoteChange) {
        switch change {
        case .save(let note):
            if hasNotes == false { hasNotes = nil }
            unwritten[NoteKey(note)] = .some(note)
        case .delete(let note): unwritten[NoteKey(note)] = .some(nil)
        case .photo: break
        }
    }

    /// Notes near where everyone is, or was last, do not count as newly reached.
    mutating func begin(_ store: Store, _ engine: Engine) throws {
        guard hasNotes == nil else { return }
        hasNotes = try !unwritten.isEmpty || store.hasNotes()
        guard hasNotes == true else { return }
        for user in engine.household.users.keys where looks[user] == nil {
            beginLooking(user, engine)
        }
    }

    /// Where they were will do, if it is known well enough.
    private mutating func beginLooking(_ user: ID<User>, _ engine: Engine) {
        let last = engine.location(of: user)?.fix
        let seen = last.map { Standpoint($0.coordinate, uncertainty: $0.reach) }
        looks[user] = [engine.standpoint(of: user), seen].compactMap { $0 }
            .first { $0.uncertainty <= Self.vaguest }.map { Look(coordinate: $0.coordinate) }
    }

    /// The users who came near notes since the last search, with these notes.
    ///
    /// - Throws: If the store cannot be read; the search is repeated at the next step.
    mutating func news(_ store: Store, _ engine: Engine) throws -> [Event] {
        defer { (unwritten, gone) = ([:], []) }
        try begin(store, engine)
        var events: [Event] = []
        for user in moved.sorted() {
            do {
                let notes = try look(user, store, engine)
                if !notes.isEmpty { events.append(.nearby(notes, of: user)) }
            } catch {
                // The notes found so far are marked as seen, so they must be told.
                guard events.isEmpty else { break }
                throw error
            }
            moved.remove(user)
        }
        return events
    }

    private mutating func look(
        _ user: ID<User>, _ store: Store, _ engine: Engine
    ) throws -> [NearbyNote] {
        guard let last = looks[user] else {
            beginLooking(user, engine)
            return []
        }
        guard let here = engine.standpoint(of: user), here.uncertainty <= Self.vaguest
        else { return [] }
        if last.coordinate.distance(to: here.coordinate) < Self.stir { return [] }
        if let told = last.told, abs(engine.now.seconds(since: told)) < Self.pause { return [] }
        let muted = engine.household.users[user]?.settings.mutedAlerts ?? []
        guard !muted.contains(.noteNearby) else {
            looks[user]?.coordinate = here.coordinate
            return []
        }
        let notes = try notes(around: here.coordinate, for: user, store, engine).filter {
            // A note that was near already, such as one just written there, is not newly reached.
            last.coordinate.distance(to: $0.coordinate) > NearbyNote.reach
        }
        looks[user] = Look(
            coordinate: here.coordinate, told: notes.isEmpty ? last.told : engine.now)
        return notes
    }

    /// The notes near the user that they may read, the nearest first.
    private func notes(
        around coordinate: Coordinate, for user: ID<User>, _ store: Store, _ engine: Engine
    ) throws -> [NearbyNote] {
        let reader = engine.noteReader(user)
        var query = NoteQuery(reader: reader, limit: Self.most)
        query.origin = coordinate
        query.within = NearbyNote.reach
        return try store.notes(query).hits.compactMap { hit in
            guard let coordinate = hit.coordinate, let metres = hit.distance,
                let note = asItIsNow(hit.note, engine), reader.mayRead(note)
            else { return nil }
            return NearbyNote(note, at: coordinate, metres: metres)
        }
    }

    /// The note after this turn's changes; `nil` if it is gone, moved or not shared any more.
    private func asItIsNow(_ kept: Note, _ engine: Engine) -> Note? {
        guard !gone.contains(kept.author),
            let note = unwritten[NoteKey(kept), default: kept], note.anchor == kept.anchor
        else { return nil }
        // Its author may have left the group.
        guard let group = note.visibility.group else { return note }
        return engine.household.groups(of: note.author).contains(group) ? note : nil
    }
}
