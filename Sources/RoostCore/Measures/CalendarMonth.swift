/// A month of the Gregorian calendar, `2026-11`.
public struct CalendarMonth: Hashable, Sendable {
    public let year: Int
    /// 1...12.
    public let month: Int

    public init(of day: CivilDay) {
        year = day.year
        month = day.month
    }

    /// Reads `2026-11`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2], let year = Self.number(parts[0]),
            let month = Self.number(parts[1]), year >= 1, (1...12).contains(month)
        else { return nil }
        self.year = year
        self.month = month
    }

    private static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(Substring(digits)) : nil
    }

    public var first: CivilDay { CivilDay(year: year, month: month, day: 1) }

    public var last: CivilDay {
        CivilDay(year: year, month: month, day: CivilDay.length(ofMonth: month, in: year))
    }

    public var next: CalendarMonth {
        CalendarMonth(
            of: CivilDay(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1))
    }

    public var previous: CalendarMonth {
        CalendarMonth(
            of: CivilDay(year: month == 1 ? year - 1 : year, month: (month + 10) % 12 + 1, day: 1))
    }
}

extension CalendarMonth: Comparable {
    public static func < (lhs: CalendarMonth, rhs: CalendarMonth) -> Bool {
        (lhs.year, lhs.month) < (rhs.year, rhs.month)
    }
}

extension CalendarMonth: CustomStringConvertible {
    public var description: String {
        "\(year.zeroPadded(to: 4))-\(month.zeroPadded(to: 2))"
    }
}
