/// A day of the Gregorian calendar, by integer arithmetic alone.
///
/// Counted in years that begin in March, the leap day is the last of its year and the days before a
/// month are a linear formula.
struct CivilDate {
    let year: Int64
    let month: Int64
    let day: Int64

    /// Returns `nil` for a day that the calendar does not have.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (0...9999).contains(year), (1...12).contains(month),
            (1...Self.length(of: month, in: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSinceEpoch: Int64) {
        let days = daysSinceEpoch + Self.epoch
        let era = (days >= 0 ? days : days - (Self.eraLength - 1)) / Self.eraLength
        let dayOfEra = days - era * Self.eraLength
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.eraLength + dayOfEra - Self.epoch
    }

    /// The days of 400 years, after which the calendar repeats.
    private static var eraLength: Int64 { 146_097 }
    /// The days from 0000-03-01 to 1970-01-01.
    private static var epoch: Int64 { 719_468 }

    private static func length(of month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
