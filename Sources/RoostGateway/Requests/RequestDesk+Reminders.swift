import Foundation
import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    private static let reminderMembers = [
        "reminder", "note", "notes", "facts", "enabled", "from", "to", "every", "days", "timezone",
        "at", "on_arrival", "on_leaving", "place", "near", "with_item", "revision",
    ]

    mutating func saveReminder(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Self.reminderMembers, of: user)
        try refuseInReplay()
        let revision = try payload.revision()
        let given: ID<Reminder>? = try payload["reminder"]?.id()
        let before = given.flatMap { engine.reminders[user]?[$0]?.reminder }
        // It was deleted meanwhile: an edit does not restore it.
        if before == nil, revision != nil { throw .notFound("reminder", "reminder") }
        var reminder =
            before
            ?? Reminder(
                id: given ?? .new(), user: user, content: Reminder.Content(),
                trigger: .at(engine.now),
                created: engine.now, updated: engine.now)
        if let enabled = payload.change(of: "enabled") {
            reminder.isEnabled = try enabled?.bool() ?? true
        }
        reminder.timezone = try zone(payload, before: reminder.timezone)
        reminder.content = try content(payload, of: user, before: before?.content)
        reminder.trigger = try trigger(payload, of: reminder, isNew: before == nil)
        if reminder.isEnabled { try check(reminder.trigger, of: user) }
        if let before {
            if reminder == before { return answer(before, of: user) }
            try payload.check(revision, against: before.revision, of: "reminder")
            reminder.revision += 1
            reminder.updated = engine.now
        } else {
            let all = (engine.reminders[user] ?? [:]).valuesInOrder
            if given == nil, let same = all.first(where: { $0.reminder.isSame(as: reminder) }) {
                return answer(same.reminder, of: user)
            }
            try makeRoom(among: all)
        }
        keep(.save(reminder))
        return answer(reminder, of: user)
    }

    /// Deletes the oldest one-time reminder that was told, if there is no room.
    private mutating func makeRoom(among all: [ReminderTrack]) throws(RequestError) {
        guard all.count >= Reminder.most else { return }
        let spent = all.filter { $0.isSpent && $0.pending == nil && $0.snoozedUntil == nil }
        guard let oldest = spent.map(\.reminder).min(by: { $0.updated < $1.updated }) else {
            throw RequestError(
                .tooLarge,
                "there are \(Reminder.most) reminders, which is all that fit: delete old ones",
                field: "reminder")
        }
        keep(.delete(oldest.id, of: oldest.user))
    }

    mutating func deleteReminder(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["reminder", "revision"], of: user)
        let revision = try payload.revision()
        let reminder = try reminder(payload, of: user).reminder
        if let revision { try payload.check(revision, against: reminder.revision, of: "reminder") }
        keep(.delete(reminder.id, of: user))
        return Members { $0.member("reminder", reminder.id) }
    }

    /// The reminders, those due next first.
    func listReminders(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        try refuseInReplay()
        let tracks = (engine.reminders[user] ?? [:]).values.sorted {
            let last = Timestamp.distantFuture
            return (engine.next(of: $0) ?? last, $0.reminder.id)
                < (engine.next(of: $1) ?? last, $1.reminder.id)
        }
        return listed("reminders", tracks.map { ReminderAnswer(track: $0, in: engine) })
    }

    /// Tells a reminder again, in some minutes or at a moment.
    mutating func snooze(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["reminder", "minutes", "until"], of: user)
        let track = try reminder(payload, of: user)
        try payload.allowOne(of: ["minutes", "until"], "minutes and until")
        let minutes = try payload["minutes"]?.integer(in: 1...Self.longestSnooze)
        var moment = engine.now.advanced(bySeconds: 60 * Double(minutes ?? Self.usualSnooze))
        if let until = payload["until"] {
            moment = try until.time()
            let ahead = moment.seconds(since: engine.now)
            guard ahead > 0, ahead <= 60 * Double(Self.longestSnooze) else {
                throw RequestError(
                    .outOfRange, "until must be within the next \(Self.longestSnooze / 1440) days",
                    field: "until")
            }
        }
        guard track.told != nil else {
            throw RequestError(
                .conflict, "it has told nothing yet that could be told again", field: "reminder")
        }
        guard track.reminder.isEnabled else {
            throw RequestError(.conflict, "it is switched off", field: "reminder")
        }
        keep(.snooze(track.reminder.id, of: user, until: moment))
        return answer(track.reminder, of: user)
    }

    /// In minutes.
    private static let usualSnooze = 10
    private static let longestSnooze = Int(Reminder.longestSnooze) / 60

    /// The author's answer to a shown note, which decides when it comes again.
    mutating func answerCard(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["note", "answer"], of: user)
        let id: ID<Note> = try payload.required("note").id()
        let answer: Card.Answer = try payload.required("answer").choice()
        guard var card = try stored({ try $0.card(of: id, by: user) }) else {
            throw .notFound("note", "note")
        }
        let isRepeated = answer == .good && card.restsUntil.map { $0 > engine.now } ?? false
        // The same answer was given before if the rest has begun.
        if !isRepeated { card.take(answer, at: engine.now) }
        keep(.card(card, of: user))
        if answer == .done { for reminder in reminders(of: id, user) { switchOff(reminder) } }
        return Members { json in
            json.member("note", id)
            json.member("answer", answer.rawValue)
            json.nullable("rests_until", card.restsUntil)
        }
    }

    // MARK: Notes

    /// The reminders about only this note.
    private func reminders(of note: ID<Note>, _ user: ID<User>) -> [Reminder] {
        (engine.reminders[user] ?? [:]).valuesInOrder.map(\.reminder)
            .filter { $0.content.notes == .one(note) }
    }

    private mutating func switchOff(_ reminder: Reminder) {
        guard reminder.isEnabled else { return }
        var reminder = reminder
        reminder.switchOff(at: engine.now)
        keep(.save(reminder))
    }

    /// Deletes the reminders of a deleted note.
    mutating func forgetReminders(of note: Note) {
        for reminder in reminders(of: note.id, note.author) {
            keep(.delete(reminder.id, of: note.author))
        }
    }

    /// The note may have moved: its nearby reminders move with it.
    mutating func moveReminders(of note: Note) {
        for var reminder in reminders(of: note.id, note.author) {
            guard case .near(let old, let metres, let item) = reminder.trigger else { continue }
            guard case .position(let coordinate, _, _) = note.anchor else {
                // It is attached to an item now: there is no fixed spot to be near.
                switchOff(reminder)
                continue
            }
            if old == coordinate { continue }
            reminder.trigger = .near(coordinate, metres: metres, with: item)
            reminder.revision += 1
            reminder.updated = engine.now
            keep(.save(reminder))
        }
    }

    private func reminder(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> ReminderTrack {
        let id: ID<Reminder> = try payload.required("reminder").id()
        try refuseInReplay()
        guard let track = engine.reminders[user]?[id] else {
            throw .notFound("reminder", "reminder")
        }
        return track
    }

    private func answer(_ reminder: Reminder, of user: ID<User>) -> any JSONWritable {
        let track = engine.reminders[user]?[reminder.id]
        return track.map { ReminderAnswer(track: $0, in: engine) } ?? Members { _ in }
    }
}

/// A reminder as its user sees it.
private struct ReminderAnswer: JSONWritable {
    private let track: ReminderTrack
    private let next: Timestamp?

    init(track: ReminderTrack, in engine: Engine) {
        self.track = track
        next = engine.next(of: track)
    }

    func write(to json: inout JSONWriter) { track.write(to: &json, next: next) }
}

extension Reminder {
    /// Whether it is the same request, sent twice.
    func isSame(as other: Reminder) -> Bool {
        content == other.content && trigger == other.trigger && timezone == other.timezone
            && isEnabled == other.isEnabled
    }
}
