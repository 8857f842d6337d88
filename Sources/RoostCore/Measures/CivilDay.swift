/// A day of the Gregorian calendar, extended backwards before 1582.
public struct CivilDay: Hashable, Sendable {
    /// 1 or later.
    public var year: Int
    /// 1...12.
    public var month: Int
    /// 1...31.
    public var day: Int

    /// - Precondition: The calendar has this day.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Returns `nil` for a day that the calendar does not have, or outside the years 1 to 9999.
    public init?(checking year: Int, _ month: Int, _ day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// - Parameter daysSinceEpoch: Days since 1970-01-01.
    public init(daysSinceEpoch: Int) {
        // Counted in years that begin in March, the leap day is the last of its year, and the days
        // before a month are a linear formula; the calendar repeats after 400 years.
        let days = daysSinceEpoch + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    public var daysSinceEpoch: Int { ordinal - 719_162 }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    static let weekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// 1 on 1 January.
    var dayOfYear: Int {
        (1..<month).reduce(day) { $0 + Self.length(ofMonth: $1, in: year) }
    }

    /// Days since 1 January of the year 1, which is 0.
    var ordinal: Int {
        let years = year - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 1
    }

    /// 0 on Monday: 1 January of the year 1 was a Monday.
    var weekday: Int { ordinal % 7 }

    var weekdayName: String { Self.weekdays[weekday] }

    /// The number that astronomers give to the day that begins at its noon.
    var julianDayNumber: Int { ordinal + 1_721_426 }

    /// ISO 8601: weeks begin on Monday, and belong to the year of their Thursday.
    var isoWeek: (year: Int, week: Int) {
        let thursday = dayOfYear - weekday + 3
        if thursday < 1 { return (year - 1, Self.isoWeeks(in: year - 1)) }
        let week = (thursday + 6) / 7
        return week > Self.isoWeeks(in: year) ? (year + 1, 1) : (year, week)
    }

    static func isoWeeks(in year: Int) -> Int {
        let last = CivilDay(year: year, month: 12, day: 31)
        let first = CivilDay(year: year, month: 1, day: 1)
        return first.weekday == 3 || last.weekday == 3 ? 53 : 52
    }

    /// The anonymous algorithm of 1876 for the Gregorian Easter Sunday.
    static func easter(in year: Int) -> CivilDay {
        let (golden, century, yearOfCentury) = (year % 19, year / 100, year % 100)
        let correction = (century - (century + 8) / 25 + 1) / 3
        let epact = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekday =
            (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
        let shift = (golden + 11 * epact + 22 * weekday) / 451
        let march = epact + weekday - 7 * shift + 114
        return CivilDay(year: year, month: march / 31, day: march % 31 + 1)
    }

    /// `14 March`.
    static func name(month: Int, day: Int) -> String { "\(day) \(months[month - 1])" }

    /// `03-14`.
    static func code(month: Int, day: Int) -> String {
        "\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))"
    }
}

extension CivilDay: Comparable {
    public static func < (lhs: CivilDay, rhs: CivilDay) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }
}
