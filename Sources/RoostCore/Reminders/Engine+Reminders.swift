extension Engine {
    /// Applies a user's change of a reminder, or notes that it was delivered.
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
        var track =
            known ?? ReminderTrack(reminder, at: now, zone(of: reminder).local(at: now))
        track.reminder = reminder
        let before = known?.reminder
        let isMoved = before?.trigger != reminder.trigger
        if isMoved { track.isSpent = false }
        keep(track)
        if isMoved || before?.isEnabled != reminder.isEnabled
            || before?.timezone != reminder.timezone
        {
            startOver(track, isNew: isMoved)
        }
        review(reminder.id, of: reminder.user)
    }

    /// Times in the past were never due, and a user who is already there does not arrive.
    ///
    /// - Parameter isNew: Whether a moment that has just come still counts.
    private mutating func startOver(_ track: ReminderTrack, isNew: Bool) {
        var track = track
        track.startOver(at: now, zone(of: track.reminder).local(at: now))
        if isNew { track.isSpent = false }
        track.isArmed = isThere(track, standpoint(of: track.reminder.user)) != true
        keep(track)
    }

    mutating func keep(_ track: ReminderTrack) {
        let reminder = track.reminder
        reminders[reminder.user, default: [:]][reminder.id] = track
        effects.append(.changed(.reminder(reminder.id, of: reminder.user), .now))
    }

    /// The time zone of a reminder's times.
    func zone(of reminder: Reminder) -> ZoneRules {
        reminder.timezone.map { zones[$0] ?? .utc } ?? zone(of: reminder.user)
    }

    /// The local time in the zone of a reminder.
    public func local(at time: Timestamp, for reminder: Reminder) -> LocalTime {
        zone(of: reminder).local(at: time)
    }

    /// Whether anything can become due for the user now.
    func isWatched(_ track: ReminderTrack) -> Bool {
        track.reminder.isEnabled
            && household.users[track.reminder.user]?.settings.reminders != false
    }

    // MARK: Time

    /// Checks for a reminder that has become due, and schedules the next check.
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

    /// When time alone makes a reminder due next.
    public func next(of track: ReminderTrack) -> Timestamp? {
        guard isWatched(track) else { return nil }
        let zone = zone(of: track.reminder)
        return track.next(after: now, zone.local(at: now), in: zone)
    }

    /// When the next time of a schedule replaces this one; `nil` if none does.
    public func expiry(of due: Reminder.Due) -> Timestamp? {
        guard due.cause == .schedule, let track = reminders[due.user]?[due.reminder],
            let next = next(of: track)
        else { return nil }
        // A reminder held back in quiet hours replaces nothing before they end.
        guard let hours = household.users[due.user]?.settings.quietHours,
            hours.contains(minuteOfDay: zone(of: due.user).minuteOfDay(at: next))
        else { return next }
        return end(of: hours, for: due.user, after: next)
    }

    /// Has a due reminder pushed, or postpones it while the user must not be disturbed.
    private mutating func push(_ due: Reminder.Due) {
        let subject = Subject.reminder(due.reminder, of: due.user)
        guard let user = household.users[due.user], var track = reminders[due.user]?[due.reminder]
        else { return }
        guard isStillDue(track) else {
            track.pending = nil
            return keep(track)
        }
        if isQuiet(for: user), !due.cause.isMoment, let hours = user.settings.quietHours {
            return schedule(subject, at: end(of: hours, for: due.user, after: now))
        }
        effects.append(.remind(due))
        // It stays due until it is delivered.
        schedule(subject, at: now.advanced(bySeconds: Self.retryAfter))
    }

    /// A reminder that a place made due a while ago stays due while the user is still there, or
    /// still away from the place that they left.
    private func isStillDue(_ track: ReminderTrack) -> Bool {
        guard let due = track.pending, now.seconds(since: due.time) > settings.staleAlertAfter
        else { return true }
        return switch due.cause {
        case .schedule, .once, .snooze: true
        case .arrival: due.place.map { isIn($0, due.user) } ?? false
        case .leaving: due.place.map { !isIn($0, due.user) } ?? false
        // If nothing else is known, they are still there.
        case .near, .along: isThere(track, standpoint(of: due.user)) != false
        }
    }

    /// How soon a reminder is pushed again that was not delivered, in seconds.
    private static let retryAfter = 60.0

    /// After the host's clock was set: moves what lies in the future to `time`.
    ///
    /// - Parameter isBack: Whether it was set back, so that local times come again.
    mutating func clampReminders(of user: ID<User>, to time: Timestamp, isBack: Bool) {
        for (id, track) in reminders[user] ?? [:] {
            reminders[user]?[id]?.clamp(to: time)
            if isBack {
                let local = zone(of: track.reminder).local(at: time)
                if local < track.mark {
                    reminders[user]?[id]?.note(processedTo: local, at: time)
                }
            }
        }
    }

    mutating func scheduleReminders(of user: ID<User>) {
        for id in (reminders[user] ?? [:]).keys.sorted() {
            schedule(.reminder(id, of: user), at: now)
        }
    }

    /// The user's time zone changed, or they want to be reminded again.
    mutating func review(remindersOf user: User, before: User?) {
        guard let known = before, let ids = reminders[user.id]?.keys.sorted() else { return }
        guard known.settings != user.settings else { return }
        let isBack = known.settings.reminders == false && user.settings.reminders != false
        let hasMoved = known.settings.timezone != user.settings.timezone
        for id in ids {
            guard var track = reminders[user.id]?[id] else { continue }
            if isBack {
                startOver(track, isNew: false)
            } else if hasMoved, track.reminder.timezone == nil {
                track.move(to: zone(of: track.reminder).local(at: now), at: now)
                keep(track)
            }
        }
        scheduleReminders(of: user.id)
    }
}
