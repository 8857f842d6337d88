/// What is special about a year: its calendar, and what happened in it.
extension Fact {
    static func ofYear(_ value: String?, _ choice: inout Choice) -> Fact? {
        guard let value else {
            return choice.pick(HistoricEvent.all).map { Fact(.year, String($0.year), $0.statement) }
        }
        guard let year = integer(value, in: 1...9999) else { return nil }
        let events = HistoricEvent.all.filter { $0.year == year }.map(\.statement)
        return choice.pick(events + calendar(of: year)).map { Fact(.year, String(year), $0) }
    }

    static func calendar(of year: Int) -> [Statement] {
        var texts = [
            "By the Holocene calendar, which adds ten thousand, \(year) is \(year + 10_000)."
        ]
        if let roman = year.roman { texts.append("In Roman numerals, \(year) is \(roman).") }
        let divisors = Divisors(of: year)
        if divisors.isPrime { texts.append("\(year) is a prime number.") }
        // The calendar behind weekdays and leap years has only existed since then.
        guard year > 1582 else { return texts.map { Statement($0) } }
        texts += gregorian(year)
        if year > 1940 {
            texts.append("In the Thai calendar, \(year) is the Buddhist year \(year + 543).")
        }
        texts.append("In the autumn of \(year), the Jewish year \(year + 3761) begins.")
        let animals = [
            "Rat", "Ox", "Tiger", "Rabbit", "Dragon", "Snake", "Horse", "Goat", "Monkey", "Rooster",
            "Dog", "Pig",
        ]
        texts.append(
            "The Chinese year that begins early in \(year) is one of the "
                + "\(animals[(year - 4) % 12]).")
        return texts.map { Statement($0) }
    }

    private static func gregorian(_ year: Int) -> [String] {
        let first = CivilDay(year: year, month: 1, day: 1)
        var texts = [leap(year), "\(year) begins on a \(first.weekdayName)."]
        if CivilDay.isoWeeks(in: year) == 53 {
            texts.append("\(year) has 53 weeks, as ISO 8601 counts; most years have 52.")
        }
        let easter = CivilDay.easter(in: year)
        texts.append(
            "In \(year), the Gregorian Easter Sunday is "
                + "\(CivilDay.name(month: easter.month, day: easter.day)).")
        let fridays = (1...12).filter { CivilDay(year: year, month: $0, day: 13).weekday == 4 }
        let months = fridays.map { CivilDay.months[$0 - 1] }
        texts.append(
            fridays.count == 1
                ? "\(year) has one Friday the 13th, in \(months[0])."
                : "\(year) has \(fridays.count) Fridays the 13th: in "
                    + months.dropLast().joined(separator: ", ") + " and \(months.last ?? "").")
        if let same = (year + 1...year + 40).first(where: { other in
            CivilDay(year: other, month: 1, day: 1).weekday == first.weekday
                && CivilDay.isLeap(other) == CivilDay.isLeap(year)
        }) {
            texts.append("A calendar of \(year) can be used again in \(same).")
        }
        return texts
    }

    private static func leap(_ year: Int) -> String {
        switch (year % 4, year % 100, year % 400) {
        case (_, _, 0): "\(year) is a leap year: 400 divides it."
        case (_, 0, _): "\(year) is no leap year: 100 divides it, and 400 does not."
        case (0, _, _): "\(year) is a leap year of 366 days."
        default: "\(year) is a common year of 365 days."
        }
    }
}
