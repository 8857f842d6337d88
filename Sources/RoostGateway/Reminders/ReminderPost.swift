import OrderedCollections
import RoostCore
import RoostStore

/// Finds the messages for due reminders.
struct ReminderPost {
    private var dues: OrderedSet<Reminder.Due> = []

    /// The message of one reminder, and its consequences.
    struct Letter {
        /// `nil` if there is nothing to say: the note is gone, or all notes are resting.
        var view: ReminderView?
        var told: Reminder.Told?
        /// The note's card, updated by being shown.
        var card: Card?
    }

    var isEmpty: Bool { dues.isEmpty }

    mutating func note(_ effect: Effect) {
        if case .remind(let due) = effect { dues.append(due) }
    }

    /// Takes out the reminders to deliver now.
    ///
    /// Of those with notes that take turns, only one per user: the shown note decides which is
    /// next.
    mutating func round(_ engine: Engine) -> [Reminder.Due] {
        var users: Set<ID<User>> = []
        let round = dues.filter { due in
            switch engine.reminders[due.user]?[due.reminder]?.reminder.content.notes {
            case .list, .all: users.insert(due.user).inserted
            case .one, nil: true
            }
        }
        dues.subtract(round)
        return Array(round)
    }

    /// The message of a due reminder; `nil` if it is no longer due.
    ///
    /// - Throws: If the store cannot be read; the engine asks again in a minute.
    func letter(_ due: Reminder.Due, _ store: Store, _ engine: Engine) throws -> Letter? {
        guard let track = engine.reminders[due.user]?[due.reminder], track.pending == due
        else { return nil }
        return try letter(due, track.reminder.content, store, engine)
    }

    private func letter(
        _ due: Reminder.Due, _ content: Reminder.Content, _ store: Store, _ engine: Engine
    ) throws -> Letter {
        let now = engine.now
        if let note = try note(due, content, store, at: now) {
            var card = try store.card(of: note.id, by: due.user)
            card?.seen = now
            return Letter(
                view: view(due, .note(note), engine),
                told: Reminder.Told(time: now, note: note.id), card: card)
        }
        guard let told = told(due, content.facts, at: now), let about = told.fact,
            let choice = told.choice, let fact = Fact.about(about, nil, choice: choice)
        else { return Letter() }
        return Letter(view: view(due, .fact(fact), engine), told: told)
    }

    /// The note that is next; `nil` if there is none.
    private func note(
        _ due: Reminder.Due, _ content: Reminder.Content, _ store: Store, at now: Timestamp
    ) throws -> Note? {
        if let repeated = due.repeated {
            guard let id = repeated.note, try store.card(of: id, by: due.user)?.isDone == false
            else { return nil }
            return try store.note(id, of: due.user)
        }
        let id: ID<Note>? =
            switch content.notes {
            case .one(let id): id
            case .list(let ids):
                try ids.compactMap { try store.card(of: $0, by: due.user) }
                    .filter { $0.isUp(at: now) }
                    .min { $0.precedes($1, at: now) }?.note
            case .all: try store.nextCard(of: due.user, at: now)?.note
            case nil: nil
            }
        return try id.flatMap { try store.note($0, of: due.user) }
    }

    /// The next fact; a repeated reminder tells the same fact again.
    private func told(
        _ due: Reminder.Due, _ subjects: [Fact.Subject], at now: Timestamp
    ) -> Reminder.Told? {
        if let repeated = due.repeated, repeated.fact != nil {
            return Reminder.Told(time: now, fact: repeated.fact, choice: repeated.choice)
        }
        guard !subjects.isEmpty, due.repeated == nil else { return nil }
        var hash = StableHash()
        hash.combine(due.id)
        let subject = subjects[Int((hash.value >> 32) % UInt64(subjects.count))]
        hash.combine(subject.rawValue)
        return Reminder.Told(time: now, fact: subject, choice: hash.value)
    }

    private func view(
        _ due: Reminder.Due, _ subject: ReminderView.Subject, _ engine: Engine
    ) -> ReminderView {
        var coordinate: Coordinate?
        if case .note(let note) = subject {
            switch note.anchor {
            case .position(let position, _, _): coordinate = position
            case .item(let item):
                // Another user may have an item of that id now: only the user's own counts.
                let isOwn = engine.household.items[item]?.owner == due.user
                coordinate = isOwn ? engine.ownersView(of: item)?.coordinate : nil
            }
        }
        return ReminderView(
            due: due, time: engine.now, subject: subject,
            placeName: due.place.flatMap { engine.household.places[$0]?.name },
            coordinate: coordinate, expires: engine.expiry(of: due))
    }
}
