/// A reminder and its progress.
public struct ReminderTrack: Hashable, Sendable, Codable {
    public internal(set) var reminder: Reminder
    /// The local time up to which its schedule has been processed.
    private(set) var mark: LocalTime
    /// When it was, since a clock that is put back shows a local time twice; `nil` in a track that
    /// was stored without it.
    private var marked: Timestamp?
    /// Whether a moment that comes only once has come.
    public internal(set) var isSpent = false
    /// Whether its user is away from where it applies, so that they can come there.
    var isArmed = false
    /// When its user last came to where it applies.
    var triggered: Timestamp?
    /// When its user came to the place, while it is not known what they have with them.
    var arrived: Timestamp?
    /// The due reminder that waits to be pushed.
    public internal(set) var pending: Reminder.Due?
    public internal(set) var snoozedUntil: Timestamp?
    public internal(set) var told: Reminder.Told?

    /// - Parameter local: The local time at `now`.
    init(_ reminder: Reminder, at now: Timestamp, _ local: LocalTime) {
        self.reminder = reminder
        mark = local
        marked = now
    }

    /// Takes its schedule as processed up to a local time.
    mutating func note(processedTo local: LocalTime, at now: Timestamp) {
        mark = local
        marked = now
    }

    /// Forgets whatever was due before now.
    ///
    /// - Parameter local: The local time at `now`.
    mutating func startOver(at now: Timestamp, _ local: LocalTime) {
        note(processedTo: local, at: now)
        (triggered, arrived, pending, snoozedUntil) = (nil, nil, nil, nil)
        switch reminder.trigger {
        case .once(let time) where time < local: isSpent = true
        case .at(let moment) where moment < now: isSpent = true
        default: break
        }
    }

    /// The zone has changed: a schedule with several times a day follows the new local time, while
    /// one with a single time does not come twice on the same day.
    ///
    /// - Parameter local: The local time at `now`, in the new zone.
    mutating func move(to local: LocalTime, at now: Timestamp) {
        // What the clocks there showed until now, they did not show to its user.
        marked = now
        guard case .schedule(let schedule) = reminder.trigger, schedule.isStepped else { return }
        mark = min(mark, local)
    }

    /// After the host's clock was set back: moves what lies in the future to `now`.
    mutating func clamp(to now: Timestamp) {
        marked?.clamp(to: now)
        told?.time.clamp(to: now)
        // Nobody can have meant a time farther ahead.
        if let moment = snoozedUntil, moment.seconds(since: now) > Reminder.longestSnooze {
            snoozedUntil = now
        }
        triggered?.clamp(to: now)
        arrived?.clamp(to: now)
        pending?.time.clamp(to: now)
    }

    /// Advances to `now`: whatever became due since the last time is pending, once, however often
    /// it was due.
    ///
    /// - Parameter local: The local time at `now`.
    mutating func pass(to now: Timestamp, _ local: LocalTime, in zone: ZoneRules) {
        // No two zones are farther apart: the clock must have been wrong when the mark was set.
        if mark.minutes - local.minutes > Self.farthestZones { note(processedTo: local, at: now) }
        // If clocks were put back meanwhile, they have shown later times already.
        let latest = zone.latestLocal(
            after: marked ?? now.advanced(bySeconds: -86400), upTo: now)
        func moment(of time: LocalTime) -> Timestamp {
            let slack = Double(60 * (local.minutes - time.minutes)) + 86400
            return min(now, zone.moment(of: time, notBefore: now.advanced(bySeconds: -slack)))
        }
        switch reminder.trigger {
        case .schedule(let schedule):
            if let time = schedule.time(notAfter: latest), time > mark {
                note(processedTo: time, at: now)
                become(due: .schedule, at: moment(of: time))
            }
        case .once(let time) where !isSpent && time <= latest:
            isSpent = true
            become(due: .once, at: moment(of: time))
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

    /// When time alone makes it due next; `nil` if it does not.
    ///
    /// - Parameter local: The local time at `now`.
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

    /// Minutes between the local times of the earliest and the latest zone, with a margin.
    private static let farthestZones = 27 * 60
}
