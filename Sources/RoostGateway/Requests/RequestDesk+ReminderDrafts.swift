import Foundation
import RoostCore
import RoostFormats
import RoostStore

// How a request's payload becomes the content and the time of a reminder.

extension RequestDesk {
    /// The given zone; `nil` for the user's own, wherever they are.
    mutating func zone(
        _ payload: RequestPayload, before: String?
    ) throws(RequestError) -> String? {
        if payload.isNull("timezone") { return nil }
        guard let field = payload["timezone"] else { return before }
        let name = try field.timezone()
        engine.learn(zone: name)
        return name
    }

    // MARK: What it says

    /// - Parameter before: `nil` for a new reminder, which must have content.
    func content(
        _ payload: RequestPayload, of user: ID<User>, before: Reminder.Content?
    ) throws(RequestError) -> Reminder.Content {
        var content = before ?? Reminder.Content()
        try payload.allowOne(of: ["note", "notes"], "note and notes")
        if payload.isNull("note") || payload.isNull("notes") { content.notes = nil }
        if let field = payload["note"] { content.notes = .one(try ownNote(field, of: user)) }
        if let field = payload["notes"] { content.notes = try notes(field, of: user) }
        if let facts = payload.change(of: "facts") {
            content.facts = try facts.map(Self.subjects) ?? []
        }
        guard content.notes != nil || !content.facts.isEmpty else {
            throw payload.missing("note", because: "give a note, notes or facts to be told")
        }
        return content
    }

    private func notes(
        _ field: RequestField, of user: ID<User>
    ) throws(RequestError) -> Reminder.Notes {
        if field.value.string == "all" { return .all }
        guard field.value.array != nil else {
            throw field.wrongType("\"all\" or a list of notes")
        }
        return .list(
            try field.unique(count: 1...Self.mostNotes) { (note) throws(RequestError) in
                try ownNote(note, of: user)
            })
    }

    private static let mostNotes = 100

    private func ownNote(_ field: RequestField, of user: ID<User>) throws(RequestError) -> ID<Note>
    {
        let id: ID<Note> = try field.id()
        guard try stored({ try $0.note(id, of: user) }) != nil else {
            throw .notFound("note", field.name)
        }
        return id
    }

    /// `true` for all, one, or a list.
    private static func subjects(_ field: RequestField) throws(RequestError) -> [Fact.Subject] {
        if case .bool(let flag) = field.value { return flag ? Fact.Subject.allCases : [] }
        guard field.value.array != nil else { return [try field.choice()] }
        var subjects: Set<Fact.Subject> = []
        for element in try field.array(count: 1...Fact.Subject.allCases.count) {
            subjects.insert(try element.choice())
        }
        return Fact.Subject.allCases.filter(subjects.contains)
    }

    // MARK: When it is due

    private static let triggers = ["at", "on_arrival", "on_leaving", "near"]
    private static let scheduleMembers = ["from", "to", "every", "days"]

    func trigger(
        _ payload: RequestPayload, of reminder: Reminder, isNew: Bool
    ) throws(RequestError) -> Reminder.Trigger {
        let isScheduled = Self.scheduleMembers.contains { payload[$0] != nil }
        var given = Self.triggers.filter { payload[$0] != nil }
        if isScheduled { given.append("from") }
        if given.count > 1 {
            throw RequestError(
                .badRequest,
                "give only one of \(Self.triggers.joined(separator: ", ")), and from, to and every",
                field: given[1])
        }
        let item =
            payload["with_item"] == nil
            ? nil : try ownItem(payload, "with_item", of: reminder.user).id
        if item != nil, let other = given.first, !["on_arrival", "near"].contains(other) {
            throw Self.strayItem
        }
        if payload["place"] != nil,
            !["on_arrival", "on_leaving"].contains(where: { payload[$0]?.value == .bool(true) })
        {
            throw RequestError(
                .badRequest, "place goes with on_arrival or on_leaving: true", field: "place")
        }
        switch given.first {
        case "from": return .schedule(try schedule(payload, before: reminder.trigger))
        case "at": return try once(payload, reminder)
        case "on_arrival":
            return .arrival(try place(payload, "on_arrival", of: reminder), with: item)
        case "on_leaving": return .leaving(try place(payload, "on_leaving", of: reminder))
        case "near": return try near(payload, reminder, with: item)
        default: return try kept(payload, reminder, isNew: isNew, with: item)
        }
    }

    /// The place by which it is due: `"on_arrival": "home"`, or `true` and the place as `place`.
    private func place(
        _ payload: RequestPayload, _ name: String, of reminder: Reminder
    ) throws(RequestError) -> ID<Place> {
        let field = try payload.required(payload[name]?.value == .bool(true) ? "place" : name)
        return try knownPlace(field, of: reminder.user).id
    }

    /// The trigger stays, perhaps with another item, or near another note.
    private func kept(
        _ payload: RequestPayload, _ reminder: Reminder, isNew: Bool, with item: ID<Item>?
    ) throws(RequestError) -> Reminder.Trigger {
        func companion(_ known: ID<Item>?) -> ID<Item>? {
            payload.isNull("with_item") ? nil : item ?? known
        }
        switch reminder.trigger {
        case .schedule where item == nil && Self.scheduleMembers.contains(where: payload.isNull):
            return .schedule(try schedule(payload, before: reminder.trigger))
        case _ where isNew || payload.isNull(reminder.trigger.member):
            if let item { return .along(item) }
            throw payload.missing(
                isNew ? "from" : reminder.trigger.member,
                because: "say when: from (with to and every), at, on_arrival, on_leaving, near or "
                    + "with_item")
        case .arrival(let place, let known): return .arrival(place, with: companion(known))
        case .near(let coordinate, let metres, let known):
            let isElsewhere =
                ["note", "notes", "enabled"].contains { payload.change(of: $0) != nil }
                && reminder.isEnabled
            return .near(
                isElsewhere ? try position(of: reminder) : coordinate, metres: metres,
                with: companion(known))
        case .along(let known): return .along(item ?? known)
        default:
            guard item == nil else { throw Self.strayItem }
            return reminder.trigger
        }
    }

    private static let strayItem = RequestError(
        .badRequest,
        "with_item goes with on_arrival and near; by itself it is due when you are out with it",
        field: "with_item")

    /// An enabled reminder may only refer to places that its user knows and items that they own.
    func check(_ trigger: Reminder.Trigger, of user: ID<User>) throws(RequestError) {
        if let place = trigger.place, household.place(place, knownTo: user) == nil {
            throw .notFound("place", trigger.member)
        }
        if let item = trigger.item, household.items[item]?.owner != user {
            throw .notFound("item", "with_item")
        }
    }

    /// Omitted members stay unchanged, and those that are `null` are as in a new reminder without
    /// them: without `every` it is once a day.
    private func schedule(
        _ payload: RequestPayload, before trigger: Reminder.Trigger
    ) throws(RequestError) -> Schedule {
        var known: Schedule?
        if case .schedule(let schedule) = trigger { known = schedule }
        func kept<Value>(_ name: String, _ value: Value?) -> Value? {
            payload.isNull(name) ? nil : value
        }
        let (first, last, step) = (payload["from"], payload["to"], payload["every"])
        let days =
            try payload["days"]?.weekdays() ?? kept("days", known?.days)
            ?? Set(Weekday.allCases)
        let every = try step?.integer(in: 1...LocalTime.minutesOfDay) ?? kept("every", known?.every)
        let isDaily = known.map { $0.from == $0.to } ?? true
        let isStepped = step != nil || !isDaily && every != nil
        let start = try first?.minuteOfDay() ?? kept("from", known?.from)
        let end = try last?.minuteOfDay() ?? (isDaily ? nil : kept("to", known?.to))
        // All day by default.
        let isAllDay = start == nil && isStepped
        guard let from = start ?? (isAllDay ? 0 : nil) else {
            throw payload.missing("from", because: "at which time of day?")
        }
        if isStepped, !isAllDay, end == nil {
            throw payload.missing("to", because: "until when, every so many minutes?")
        }
        if end != nil, every == nil {
            throw payload.missing("every", because: "how many minutes from one to the next?")
        }
        let to = end ?? (isAllDay ? LocalTime.minutesOfDay - 1 : from)
        if let known, known.from <= known.to, to < from, (first == nil) != (last == nil) {
            throw RequestError(
                .outOfRange, "from must be before to; give both for hours past midnight",
                field: first == nil ? "to" : "from")
        }
        return Schedule(
            from: from, to: to, every: every ?? LocalTime.minutesOfDay, days: days)
    }

    /// A moment, or a local time.
    private func once(
        _ payload: RequestPayload, _ reminder: Reminder
    ) throws(RequestError) -> Reminder.Trigger {
        let field = try payload.required("at")
        let trigger: Reminder.Trigger
        let isPast: Bool
        if let time = field.localTime {
            trigger = .once(time)
            isPast = time < engine.local(at: engine.now, for: reminder)
        } else {
            let moment = try field.time(or: "2026-12-24T17:00 by your clock")
            trigger = .at(moment)
            isPast = engine.now.seconds(since: moment) > Self.clockError
        }
        // A redelivered request may name a time that was still ahead when it was first saved.
        var wish = reminder
        wish.trigger = trigger
        let isKnown =
            reminder.trigger == trigger
            || payload["reminder"] == nil
                && engine.reminders[reminder.user]?.values.contains {
                    $0.reminder.isSame(as: wish)
                } == true
        guard !isPast || isKnown else {
            throw RequestError(
                .outOfRange, "\(field.name) must not be in the past", field: field.name)
        }
        return trigger
    }

    /// `true`, or a distance in metres from the note.
    private func near(
        _ payload: RequestPayload, _ reminder: Reminder, with item: ID<Item>?
    ) throws(RequestError) -> Reminder.Trigger {
        let field = try payload.required("near")
        var metres = Reminder.usualReach
        if case .bool(let flag) = field.value {
            guard flag else {
                throw RequestError(.outOfRange, "near must be metres, or true", field: "near")
            }
        } else {
            metres = try field.number(in: Reminder.reaches)
        }
        return .near(try position(of: reminder), metres: metres, with: item)
    }

    /// The position of the reminder's single note.
    private func position(of reminder: Reminder) throws(RequestError) -> Coordinate {
        guard case .one(let id) = reminder.content.notes,
            let note = try stored({ try $0.note(id, of: reminder.user) }),
            case .position(let coordinate, _, _) = note.anchor
        else {
            throw RequestError(
                .badRequest, "near needs one note, which has a position", field: "near")
        }
        return coordinate
    }
}

extension RequestField {
    /// An IANA name that this system knows.
    func timezone() throws(RequestError) -> String {
        let name = try string(length: 1...60)
        guard TimeZone(identifier: name) != nil else {
            throw outOfRange("a name such as Europe/Vienna")
        }
        return name
    }
}

extension Reminder.Trigger {
    /// The member of `reminder/save` without which there would be no such trigger.
    fileprivate var member: String {
        switch self {
        case .schedule: "from"
        case .once, .at: "at"
        case .arrival: "on_arrival"
        case .leaving: "on_leaving"
        case .near: "near"
        case .along: "with_item"
        }
    }
}
