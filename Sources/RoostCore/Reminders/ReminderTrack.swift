/// A reminder, and how far it has come.
public struct ReminderTrack: Hashable, Sendable, Codable {
    public internal(set) var reminder: Reminder
    /// Up to here, what its schedule says was due has been.
    var mark: LocalTime
    /// A moment that comes only once has come.
    public internal(set) var isSpent = false
    /// Its user is not where they are to be reminded, so that they can come there.
    var isArmed = false
    /// When its user last came where they are to be reminded.
    var triggered: Timestamp?
    /// When its user came to the place, while it is not known what they have with them.
    var arrived: Timestamp?
    /// It is due, and waits to be pushed.
    public internal(set) var pending: Reminder.Due?
    public internal(set) var snoozedUntil: Timestamp?
    public internal(set) var told: Reminder.Told?

    init(_ reminder: Reminder, at local: LocalTime) {
        self.reminder = reminder
        mark = local
    }

    /// What was due before now is no longer.
    ///
    /// - Parameter local: What the wall shows at `now`.
    mutating func startOver(at now: Timestamp, _ local: LocalTime) {
        mark = local
        (triggered, arrived, pending, snoozedUntil) = (nil, nil, nil, nil)
        switch reminder.trigger {
        case .once(let time) where time < local: isSpent = true
        case .at(let moment) where moment < now: isSpent = true
        default: break
        }
    }

    /// The wall hangs elsewhere: what comes many times a day comes by that one too, what comes once
    /// a day not twice on the same day.
    mutating func move(to local: LocalTime) {
        guard case .schedule(let schedule) = reminder.trigger, schedule.isStepped else { return }
        mark = min(mark, local)
    }

    /// After the host's clock was set back: nothing was in the future.
    mutating func clamp(to now: Timestamp) {
        if let told { self.told?.time = min(told.time, now) }
        // Nobody can have meant what is farther ahead.
        if let moment = snoozedUntil, moment.seconds(since: now) > Reminder.longestSnooze {
            snoozedUntil = now
        }
        triggered = triggered.map { min($0, now) }
        arrived = arrived.map { min($0, now) }
        if let pending { self.pending?.time = min(pending.time, now) }
    }

    /// Goes on to `now`: what came due since the last time is pending, once, however often it was.
    ///
    /// - Parameter local: What the wall shows at `now`.
    mutating func pass(to now: Timestamp, _ local: LocalTime, in zone: ZoneRules) {
        // No zone is farther from another: the clock must have been wrong when the mark was set.
        if mark.minutes - local.minutes > Self.farthestZones { mark = local }
        switch reminder.trigger {
        case .schedule(let schedule):
            if let time = schedule.time(notAfter: local), time > mark {
                mark = time
                let slack = Double(60 * (local.minutes - time.minutes)) + 86400
                let moment = zone.moment(of: time, notBefore: now.advanced(bySeconds: -slack))
                become(due: .schedule, at: min(now, moment))
            }
        case .once(let time) where !isSpent && time <= local:
            isSpent = true
            become(due: .once, at: now)
        case .at(let moment) where !isSpent && moment <= now:
            isSpent = true
            become(due: .once, at: moment)
        default: break
        }
        if let moment = snoozedUntil, moment <= now {
            snoozedUntil = nil
            become(due: .snooze, at: moment)
            pending?.repeated = told
        }
    }

    mutating func become(due cause: Reminder.Cause, at time: Timestamp, in place: ID<Place>? = nil)
    {
        pending = Reminder.Due(
            user: reminder.user, reminder: reminder.id, cause: cause, time: time, place: place)
    }

    /// When time alone makes it due the next time; `nil` where it does not.
    ///
    /// - Parameter local: What the wall shows at `now`.
    func next(after now: Timestamp, _ local: LocalTime, in zone: ZoneRules) -> Timestamp? {
        let time: Timestamp? =
            switch reminder.trigger {
            case .schedule(let schedule):
                schedule.time(after: max(mark, local)).map { zone.moment(of: $0, notBefore: now) }
            case .once(let time) where !isSpent: zone.moment(of: time, notBefore: now)
            case .at(let moment) where !isSpent: moment
            default: nil
            }
        return [time, snoozedUntil].compactMap { $0 }.min()
    }

    /// Minutes between the clocks of the earliest zone and the latest, and some more.
    private static let farthestZones = 27 * 60
}
