/// A time zone as a list of changes of its offset from UTC, so that local hours can be computed
/// without asking the machine.
public struct ZoneRules: Hashable, Sendable {
    public struct Change: Hashable, Sendable {
        var from: Timestamp
        var offsetSeconds: Int

        public init(from: Timestamp, offsetSeconds: Int) {
            self.from = from
            self.offsetSeconds = offsetSeconds
        }
    }

    private let changes: [Change]

    public static let utc = ZoneRules(changes: [])

    /// - Parameter changes: Oldest first; the offset of the first one also holds before it.
    public init(changes: [Change]) {
        self.changes = changes
    }

    /// Minutes after local midnight at `time`, 0..<1440.
    public func minuteOfDay(at time: Timestamp) -> Int {
        local(at: time).minuteOfDay
    }

    /// The local date.
    public func day(at time: Timestamp) -> CivilDay {
        local(at: time).day
    }

    /// The first moment of a day: midnight, unless the clocks are put forward then.
    public func start(of day: CivilDay) -> Timestamp {
        let midnight = Int64(day.daysSinceEpoch) * Self.dayLength
        // No offset exceeds a day.
        let around = [-Self.dayLength, Self.dayLength].map {
            Timestamp(milliseconds: (midnight + $0) * 1000)
        }
        let candidates =
            around.map { Timestamp(milliseconds: (midnight - offset(at: $0)) * 1000) }
            + changes.map(\.from).filter { around[0] < $0 && $0 < around[1] }
        return candidates.filter { self.day(at: $0) == day }.min() ?? candidates[0]
    }

    /// The local time.
    public func local(at time: Timestamp) -> LocalTime {
        // Rounded down, even before 1970.
        let milliseconds = time.milliseconds + offset(at: time) * 1000
        let minutes = (milliseconds - (milliseconds < 0 ? 59_999 : 0)) / 60_000
        return LocalTime(minutes: Int(minutes))
    }

    /// The latest local time that clocks showed after `start` and up to `end`: if they were put
    /// back in between, it may be later than what they show at the end.
    func latestLocal(after start: Timestamp, upTo end: Timestamp) -> LocalTime {
        var latest = local(at: end)
        for change in changes where start < change.from && change.from <= end {
            let justBefore = Timestamp(milliseconds: change.from.milliseconds - 1)
            latest = max(latest, local(at: justBefore))
        }
        return latest
    }

    /// The first moment from `time` on at which the local time is `local`, or later if the clocks
    /// are put forward past that.
    public func moment(of local: LocalTime, notBefore time: Timestamp) -> Timestamp {
        let seconds = Int64(local.minutes) * 60
        // Each offset holds from its change until the next.
        let starts = [time] + changes.map(\.from).filter { $0 > time }
        for (index, start) in starts.enumerated() {
            let moment = Timestamp(milliseconds: (seconds - offset(at: start)) * 1000)
            let isOver = index + 1 < starts.count && moment >= starts[index + 1]
            if !isOver { return max(start, moment) }
        }
        return time
    }

    private static let dayLength: Int64 = 86400
    private func offset(at time: Timestamp) -> Int64 {
        Int64((changes.last { $0.from <= time } ?? changes.first)?.offsetSeconds ?? 0)
    }
}
