/// A time zone as a list of changes of its offset from UTC, so that local hours can be told without
/// asking the machine.
public struct ZoneRules: Hashable, Sendable {
    public struct Change: Hashable, Sendable {
        public var from: Timestamp
        public var offsetSeconds: Int

        public init(from: Timestamp, offsetSeconds: Int) {
            self.from = from
            self.offsetSeconds = offsetSeconds
        }
    }

    private let changes: [Change]

    public static let utc = ZoneRules(changes: [])

    /// - Parameter changes: Oldest first; before the first one, its own offset holds.
    public init(changes: [Change]) {
        self.changes = changes
    }

    /// Minutes after local midnight at `time`, 0..<1440.
    public func minuteOfDay(at time: Timestamp) -> Int {
        Int(localSeconds(at: time) % Self.dayLength) / 60
    }

    /// The day that the calendar on the wall shows.
    public func day(at time: Timestamp) -> CivilDay {
        CivilDay(daysSinceEpoch: Int(localSeconds(at: time) / Self.dayLength) - Self.shift)
    }

    /// The first moment of a day: midnight, unless the clocks are put forward then.
    public func start(of day: CivilDay) -> Timestamp {
        let midnight = Int64(day.daysSinceEpoch) * Self.dayLength
        // No offset is more than a day.
        let around = [-Self.dayLength, Self.dayLength].map {
            Timestamp(milliseconds: (midnight + $0) * 1000)
        }
        let candidates =
            around.map { Timestamp(milliseconds: (midnight - offset(at: $0)) * 1000) }
            + changes.map(\.from).filter { around[0] < $0 && $0 < around[1] }
        return candidates.filter { self.day(at: $0) == day }.min() ?? candidates[0]
    }

    /// What the clock on the wall shows.
    public func local(at time: Timestamp) -> LocalTime {
        let minutes = Int(localSeconds(at: time) / 60)
        return LocalTime(minutes: minutes - Self.shift * LocalTime.minutesOfDay)
    }

    /// The first moment from `time` on at which the clock on the wall shows `local`, or something later,
    /// as when it is put forward past that.
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
    /// Days by which local time is moved so that it is never negative.
    private static let shift = 1_000_000

    private func offset(at time: Timestamp) -> Int64 {
        Int64((changes.last { $0.from <= time } ?? changes.first)?.offsetSeconds ?? 0)
    }

    private func localSeconds(at time: Timestamp) -> Int64 {
        // Rounded down, also before 1970.
        let seconds = (time.milliseconds - (time.milliseconds < 0 ? 999 : 0)) / 1000
        return seconds + offset(at: time) + Int64(Self.shift) * Self.dayLength
    }
}
