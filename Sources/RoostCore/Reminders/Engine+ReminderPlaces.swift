// Reminders that become due without a clock: by places, distances, and things a user has with them.

extension Engine {
    /// Coming twice within this many seconds counts once.
    private static let flutter = 300.0

    /// The user came or went, and may have wanted a reminder then.
    mutating func remind(_ user: ID<User>, of step: Step) {
        guard now.seconds(since: step.time) <= settings.staleAlertAfter else { return }
        for (id, track) in sortedReminders(of: user) {
            switch track.reminder.trigger {
            case .arrival(step.place, let item) where step.isEntering:
                if isWith(item, user) {
                    trigger(id, of: user, .arrival, at: step.time, in: step.place)
                } else {
                    // The thing that they carry may be heard in a moment.
                    var track = track
                    track.arrived = step.time
                    keep(track)
                }
            case .leaving(step.place) where !step.isEntering:
                trigger(id, of: user, .leaving, at: step.time, in: step.place)
            default: break
            }
        }
    }

    /// The user moved, or it became known what they carry.
    ///
    /// - Parameter isQuiet: Whether this is due to an edit of the household, so that nobody moved.
    mutating func noteMove(of user: ID<User>, isQuiet: Bool = false) {
        let tracks = (reminders[user] ?? [:]).filter {
            $0.value.reminder.trigger.isOfMovement && isWatched($0.value)
        }
        guard !tracks.isEmpty else { return }
        let here = standpoint(of: user)
        for (id, track) in tracks.inOrder {
            noteArrival(track)
            guard let isThere = isThere(track, here), isThere == track.isArmed else { continue }
            reminders[user]?[id]?.isArmed = !isThere
            effects.append(.changed(.reminder(id, of: user), .now))
            if isThere, !isQuiet, !isOld(track.reminder.trigger, of: user) {
                let isNear = if case .near = track.reminder.trigger { true } else { false }
                trigger(id, of: user, isNear ? .near : .along, at: now)
            }
        }
    }

    /// Whether all that shows a user to be there is what a phone told of a time too long ago.
    private func isOld(_ trigger: Reminder.Trigger, of user: ID<User>) -> Bool {
        func isPast(_ time: Timestamp) -> Bool {
            now.seconds(since: time) > settings.staleAlertAfter
        }
        guard let belief = users[user]?.belief, belief.isByPhoneAlone, isPast(belief.evidenceTime)
        else { return false }
        let thing = trigger.item.flatMap { household.items[$0] }
        return thing.flatMap(lastHeard).map(isPast) ?? true
    }

    /// What a user who has just arrived has with them may be known now.
    private mutating func noteArrival(_ track: ReminderTrack) {
        guard let arrived = track.arrived,
            case .arrival(let place, let item) = track.reminder.trigger
        else { return }
        let (id, user) = (track.reminder.id, track.reminder.user)
        let isOver = now.seconds(since: arrived) > settings.arrivalPatience
        guard isOver || isWith(item, user) else { return }
        reminders[user]?[id]?.arrived = nil
        if !isOver, isIn(place, user) {
            trigger(id, of: user, .arrival, at: arrived, in: place)
        }
    }

    /// Whether the user is where the reminder applies; `nil` if that is not clear.
    ///
    /// - Parameter here: Where they are, as far as known.
    func isThere(_ track: ReminderTrack, _ here: Standpoint?) -> Bool? {
        let user = track.reminder.user
        switch track.reminder.trigger {
        case .near(let coordinate, let metres, let item):
            guard let here else { return nil }
            let distance = here.coordinate.distance(to: coordinate)
            if distance <= metres, here.uncertainty <= 2 * metres {
                return isWith(item, user) ? true : nil
            }
            return distance - here.uncertainty > 2 * metres ? false : nil
        case .along(let item):
            switch users[user]?.settled {
            case .at where users[user]?.belief?.isMereLeaving == true && isWith(item, user):
                return true
            case .at: return false
            case .outside where isWith(item, user): return true
            default: return nil
            }
        default: return nil
        }
    }

    /// Whether a user has a thing of theirs with them; true if `item` is `nil`.
    private func isWith(_ item: ID<Item>?, _ user: ID<User>) -> Bool {
        guard let item else { return true }
        return household.items[item]?.owner == user && track(of: item)?.withOwner == .yes
    }

    /// Makes the reminder due, unless it was triggered a moment before.
    private mutating func trigger(
        _ id: ID<Reminder>, of user: ID<User>, _ cause: Reminder.Cause, at time: Timestamp,
        in place: ID<Place>? = nil
    ) {
        guard var track = reminders[user]?[id], isWatched(track) else { return }
        // By when it happened: a phone may tell late of several at once.
        if let last = track.triggered, abs(time.seconds(since: last)) < Self.flutter { return }
        track.triggered = max(time, track.triggered ?? time)
        track.become(due: cause, at: time, in: place)
        keep(track)
        review(id, of: user)
    }

    func sortedReminders(of user: ID<User>) -> [(key: ID<Reminder>, value: ReminderTrack)] {
        (reminders[user] ?? [:]).inOrder
    }

    /// Switches off the reminders of a place or a thing that is lost to their users.
    mutating func disableReminders(where isConcerned: (Reminder) -> Bool) {
        for user in reminders.keys.sorted() {
            for (_, track) in sortedReminders(of: user)
            where isConcerned(track.reminder) && track.reminder.isEnabled {
                var track = track
                track.reminder.switchOff(at: now)
                track.pending = nil
                keep(track)
            }
        }
    }
}

extension Reminder.Trigger {
    /// Whether it may become due at any moment by a user's movement or what they carry.
    fileprivate var isOfMovement: Bool {
        switch self {
        case .near, .along, .arrival(_, with: .some): true
        default: false
        }
    }
}
