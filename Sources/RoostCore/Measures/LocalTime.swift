/// A minute of local time, in an unspecified zone.
public struct LocalTime: Hashable, Sendable, Codable {
    /// Minutes since local midnight of 1970-01-01.
    var minutes: Int

    public init(minutes: Int) {
        self.minutes = minutes
    }

    /// - Parameter minuteOfDay: Minutes after midnight; from 1440 on they belong to later days.
    public init(_ day: CivilDay, minuteOfDay: Int) {
        minutes = day.daysSinceEpoch * Self.minutesOfDay + minuteOfDay
    }

    public static let minutesOfDay = 1440

    public var day: CivilDay { CivilDay(daysSinceEpoch: dayNumber) }

    /// Minutes after midnight, 0..<1440.
    public var minuteOfDay: Int { minutes - dayNumber * Self.minutesOfDay }

    /// Days since 1970-01-01, rounded down even before it.
    var dayNumber: Int {
        (minutes >= 0 ? minutes : minutes - Self.minutesOfDay + 1) / Self.minutesOfDay
    }

    public init(from decoder: any Decoder) throws {
        minutes = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(minutes)
    }
}

extension LocalTime: Comparable {
    public static func < (lhs: LocalTime, rhs: LocalTime) -> Bool { lhs.minutes < rhs.minutes }
}
