/// Times of day at which something is due, on chosen days: every 45 minutes from 9 to 17.
///
/// It has no zone and no clock: its times are local ones.
public struct Schedule: Hashable, Sendable, Codable {
    /// Minutes after midnight, 0..<1440.
    public var from: Int
    /// The last time, in minutes after midnight; if before `from`, it is on the next day.
    public var to: Int
    /// Minutes from one time to the next, 1...1440.
    public var every: Int
    /// The days on which it begins; not empty.
    public var days: Set<Weekday>

    public init(from: Int, to: Int, every: Int, days: Set<Weekday> = Set(Weekday.allCases)) {
        self.from = from
        self.to = to
        self.every = every
        self.days = days
    }

    /// - Throws: A `DecodingError` if a number is out of its range, or there is no day.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        from = try values.decode(Int.self, forKey: .from)
        to = try values.decode(Int.self, forKey: .to)
        every = try values.decode(Int.self, forKey: .every)
        days = try values.decode(Set<Weekday>.self, forKey: .days)
        let day = 0..<1440
        guard day.contains(from), day.contains(to), (1...1440).contains(every), !days.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .every, in: values, debugDescription: "no schedule has such times or days")
        }
    }

    /// The last time up to `local`; `nil` if there was none in eight days.
    public func time(notAfter local: LocalTime) -> LocalTime? {
        for day in stride(from: local.dayNumber, through: local.dayNumber - 8, by: -1)
        where isOn(day) {
            let first = day * LocalTime.minutesOfDay + from
            guard first <= local.minutes else { continue }
            let steps = min(span, local.minutes - first) / every
            return LocalTime(minutes: first + steps * every)
        }
        return nil
    }

    /// The first time after `local`; `nil` if no day is chosen.
    public func time(after local: LocalTime) -> LocalTime? {
        // A span that began yesterday may go past midnight.
        for day in local.dayNumber - 1...local.dayNumber + 8 where isOn(day) {
            let first = day * LocalTime.minutesOfDay + from
            if local.minutes < first { return LocalTime(minutes: first) }
            let steps = (local.minutes - first) / every + 1
            if steps * every <= span { return LocalTime(minutes: first + steps * every) }
        }
        return nil
    }

    /// Whether it is due more than once a day.
    var isStepped: Bool { every <= span }

    /// Minutes from the first time to the last.
    private var span: Int { to >= from ? to - from : to + LocalTime.minutesOfDay - from }

    private func isOn(_ dayNumber: Int) -> Bool {
        days.contains(Weekday.allCases[CivilDay(daysSinceEpoch: dayNumber).weekday])
    }
}

/// A day of the week, Monday first.
public enum Weekday: String, Sendable, Codable, CaseIterable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"
}
