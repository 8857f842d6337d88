public import RoostCore

extension ReminderView: JSONWritable {
    /// `event_type` is Home Assistant's name: an event entity requires it in its message.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", due.id)
            json.member("user", due.user)
            json.member("reminder", due.reminder)
            json.member("cause", due.cause.rawValue)
            json.member("title", title)
            json.member("text", text)
            switch subject {
            case .note(let note):
                json.member("event_type", "note")
                json.member("note", note.id)
                json.member("photo", note.photo != nil)
            case .fact(let fact):
                json.member("event_type", "fact")
                json.member("about", fact.about.rawValue)
                json.member("value", fact.value)
                json.member("source", fact.source)
            }
            json.nullable("place", due.place)
            json.nullable("place_name", placeName)
            if let coordinate { json.coordinate(coordinate) }
            json.member("due", due.time)
            json.member("time", time)
            json.nullable("url", url)
        }
    }
}

extension ReminderTrack {
    /// The reminder as its user saved it, and its progress.
    ///
    /// - Parameter next: When time alone makes it due next.
    public func write(to json: inout JSONWriter, next: Timestamp?) {
        json.object { json in
            json.member("reminder", reminder.id)
            reminder.content.writeMembers(to: &json)
            json.member("enabled", reminder.isEnabled)
            reminder.trigger.writeMembers(to: &json)
            json.nullable("timezone", reminder.timezone)
            json.nullable("next", next)
            json.nullable("due", pending?.time)
            json.nullable("last", told?.time)
            json.nullable("last_note", told?.note)
            json.nullable("snoozed_until", snoozedUntil)
            json.member("created", reminder.created)
            json.member("updated", reminder.updated)
            json.member("revision", reminder.revision)
        }
    }
}

extension Reminder.Content {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        switch notes {
        case .one(let note): json.member("note", note)
        case .list(let notes): json.member("notes", notes)
        case .all: json.member("notes", "all")
        case nil: break
        }
        if !facts.isEmpty { json.member("facts", facts.map(\.rawValue)) }
    }
}

extension Reminder.Trigger {
    /// The members by which it was saved, and the position for a trigger that is near one.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .schedule(let schedule):
            json.member("from", DailyHours.text(schedule.from))
            json.member("to", DailyHours.text(schedule.to))
            json.member("every", schedule.every)
            let days = Weekday.allCases.filter(schedule.days.contains)
            json.member("days", days.map(\.rawValue))
        case .once(let time):
            let day = time.day.iso8601
            json.member("at", "\(day)T\(DailyHours.text(time.minuteOfDay))")
        case .at(let moment): json.member("at", moment)
        case .arrival(let place, let item):
            json.member("on_arrival", place)
            json.member("with_item", item)
        case .leaving(let place): json.member("on_leaving", place)
        case .near(let coordinate, let metres, let item):
            json.member("near", metres)
            json.coordinate(coordinate)
            json.member("with_item", item)
        case .along(let item): json.member("with_item", item)
        }
    }
}
