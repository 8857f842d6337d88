extension Engine {
    /// Takes in what its user wants of a reminder, or that it was told.
    mutating func note(_ change: ReminderChange) {
        switch change {
        case .save(let reminder): save(reminder)
        case .delete(let id, let user):
            guard reminders[user]?.removeValue(forKey: id) != nil else { return }
            if reminders[user]?.isEmpty == true { reminders[user] = nil }
            effects.append(.changed(.reminder(id, of: user), .now))
        case .snooze(let id, let user, let moment):
            guard var track = reminders[user]?[id] else { return }
            track.snoozedUntil = moment
            keep(track)
            review(id, of: user)
        case .told(let due, let told):
            guard var track = reminders[due.user]?[due.reminder], track.pending == due else {
                return
            }
            track.pending = nil
            if let told { track.told = told }
            keep(track)
        }
    }

    private mutating func save(_ reminder: Reminder) {
        guard household.users[reminder.user] != nil else { return }
        let known = reminders[reminder.user]?[reminder.id]
        let local = zone(of: reminder).local(at: now)
        var track = known ?? ReminderTrack(reminder, at: local)
        track.reminder = reminder
        let before = known?.reminder
        if before?.trigger != reminder.trigger || before?.isEnabled != reminder.isEnabled
            || before?.timezone != reminder.timezone
        {
            // What the new times say of the past was never due.
            track.startOver(at: local)
        }
        keep(track)
        // Whoever is near already does not come near.
        if track != known { arm(reminder.id, of: reminder.user) }
        review(reminder.id, of: reminder.user)
    }

    private mutating func keep(_ track: ReminderTrack) {
        let reminder = track.reminder
        reminders[reminder.user, default: [:]][reminder.id] = track
        effects.append(.changed(.reminder(reminder.id, of: reminder.user), .now))
    }

    /// The zone in which a reminder's times are meant.
    func zone(of reminder: Reminder) -> ZoneRules {
        reminder.timezone.map { zones[$0] ?? .utc } ?? zone(of: reminder.user)
    }

    /// What the wall shows by which a reminder's times are meant.
    public func local(at time: Timestamp, for reminder: Reminder) -> LocalTime {
        zone(of: reminder).local(at: time)
    }

    /// Whether anything can be due to the user now.
    private func isWatched(_ track: ReminderTrack) -> Bool {
        track.reminder.isEnabled
            && household.users[track.reminder.user]?.settings.reminders != false
    }

    // MARK: Time

    /// A moment may have come at which something is due.
    mutating func review(_ id: ID<Reminder>, of user: ID<User>) {
        guard var track = reminders[user]?[id], isWatched(track) else { return }
        let zone = zone(of: track.reminder)
        let local = zone.local(at: now)
        let before = track
        track.pass(to: now, local, in: zone)
        if track != before { keep(track) }
        if let due = track.pending { push(due) }
        if let next = track.next(after: now, local, in: zone) {
            schedule(.reminder(id, of: user), at: max(next, now.advanced(bySeconds: 0.001)))
        }
    }

    /// When time alone makes a reminder due the next time.
    public func next(of track: ReminderTrack) -> Timestamp? {
        guard isWatched(track) else { return nil }
        let zone = zone(of: track.reminder)
        return track.next(after: now, zone.local(at: now), in: zone)
    }

    /// Has what is due pushed, unless the user is not to be disturbed: then it waits until they may be.
    private mutating func push(_ due: Reminder.Due) {
        let subject = Subject.reminder(due.reminder, of: due.user)
        guard let user = household.users[due.user] else { return }
        if isQuiet(for: user), !Reminder.isForcedBy(due.cause), let hours = user.settings.quietHours
        {
            return schedule(subject, at: end(of: hours, for: due.user))
        }
        effects.append(.remind(due))
        // Until it is told, it is due.
        schedule(subject, at: now.advanced(bySeconds: Self.retryAfter))
    }

    private static let retryAfter = 60.0

    /// The next moment at which the user's wall shows the end of these hours.
    private func end(of hours: DailyHours, for user: ID<User>) -> Timestamp {
        let zone = zone(of: user)
        let local = zone.local(at: now)
        let isToday = local.minuteOfDay < hours.to
        let end = LocalTime(
            minutes: local.minutes - local.minuteOfDay + hours.to
                + (isToday ? 0 : LocalTime.minutesOfDay))
        return zone.moment(of: end, notBefore: now.advanced(bySeconds: 1))
    }

    mutating func scheduleReminders(of user: ID<User>) {
        for id in (reminders[user] ?? [:]).keys.sorted() {
            schedule(.reminder(id, of: user), at: now)
        }
    }

    /// The user's clock hangs elsewhere, or they want to be reminded again.
    mutating func review(remindersOf user: User, before: User?) {
        guard let known = before?.settings, known != user.settings else { return }
        if known.reminders == false, user.settings.reminders != false {
            for var track in (reminders[user.id] ?? [:]).values {
                track.startOver(at: zone(of: track.reminder).local(at: now))
                keep(track)
            }
        }
        scheduleReminders(of: user.id)
    }

    // MARK: Places and things

    /// Two arrivals within so many seconds are one.
    private static let flutter = 300.0

    /// Somebody came or went, and may have wanted to be reminded then.
    mutating func remind(_ user: ID<User>, of step: Step) {
        guard now.seconds(since: step.time) <= settings.staleAlertAfter else { return }
        for (id, track) in sortedReminders(of: user) {
            switch track.reminder.trigger {
            case .arrival(step.place, let item) where step.isEntering && isWith(item):
                become(id, of: user, due: .arrival, at: step.time, in: step.place)
            case .leaving(step.place) where !step.isEntering:
                become(id, of: user, due: .leaving, at: step.time, in: step.place)
            default: break
            }
        }
    }

    /// Somebody moved, or what they carry is known.
    mutating func noteMove(of user: ID<User>) {
        guard reminders[user] != nil else { return }
        for (id, track) in sortedReminders(of: user) where isWatched(track) {
            guard let isThere = isThere(track) else { continue }
            if isThere, track.isArmed {
                reminders[user]?[id]?.isArmed = false
                let isNear = if case .near = track.reminder.trigger { true } else { false }
                become(id, of: user, due: isNear ? .near : .along, at: now)
            } else if !isThere, !track.isArmed {
                reminders[user]?[id]?.isArmed = true
                effects.append(.changed(.reminder(id, of: user), .now))
            }
        }
    }

    /// Where somebody is already is nowhere that they come to.
    private mutating func arm(_ id: ID<Reminder>, of user: ID<User>) {
        guard let isThere = reminders[user]?[id].map(isThere) else { return }
        reminders[user]?[id]?.isArmed = isThere == false
    }

    /// Whether somebody is where they are to be reminded; `nil` where that is not clear.
    private func isThere(_ track: ReminderTrack) -> Bool? {
        let user = track.reminder.user
        switch track.reminder.trigger {
        case .near(let coordinate, let metres, let item):
            guard let here = standpoint(of: user) else { return nil }
            let distance = here.coordinate.distance(to: coordinate)
            if distance <= metres, here.uncertainty <= 2 * metres {
                return isWith(item) ? true : nil
            }
            return distance - here.uncertainty > 2 * metres ? false : nil
        case .along(let item):
            switch users[user]?.settled {
            case .at: return false
            case .outside where self.track(of: item)?.withOwner == .yes: return true
            default: return nil
            }
        default: return nil
        }
    }

    private func isWith(_ item: ID<Item>?) -> Bool {
        item.map { self.track(of: $0)?.withOwner == .yes } ?? true
    }

    private mutating func become(
        _ id: ID<Reminder>, of user: ID<User>, due cause: Reminder.Cause, at time: Timestamp,
        in place: ID<Place>? = nil
    ) {
        guard var track = reminders[user]?[id], isWatched(track) else { return }
        if let last = track.told?.time, now.seconds(since: last) < Self.flutter { return }
        track.become(due: cause, at: time, in: place)
        keep(track)
        review(id, of: user)
    }

    private func sortedReminders(of user: ID<User>) -> [(key: ID<Reminder>, value: ReminderTrack)] {
        (reminders[user] ?? [:]).sorted { $0.key < $1.key }
    }

    /// A place or a thing is gone: what waited for it waits for nothing.
    mutating func disableReminders(where isConcerned: (Reminder.Trigger) -> Bool) {
        for user in reminders.keys.sorted() {
            for (_, track) in sortedReminders(of: user)
            where isConcerned(track.reminder.trigger) && track.reminder.isEnabled {
                var track = track
                track.reminder.isEnabled = false
                track.pending = nil
                keep(track)
            }
        }
    }
}

extension Reminder.Trigger {
    func isAbout(_ id: ID<Place>) -> Bool {
        switch self {
        case .arrival(id, _), .leaving(id): true
        default: false
        }
    }

    func isAbout(_ id: ID<Item>) -> Bool {
        switch self {
        case .arrival(_, with: id?), .near(_, _, with: id?), .along(id): true
        default: false
        }
    }
}
