/// What is special about a day of the year, or one day of one year.
extension Fact {
    static func ofDay(_ value: String?, _ choice: inout Choice) -> Fact? {
        guard let value else {
            // Events are more interesting than the counting of days.
            guard let event = choice.pick(HistoricEvent.all) else { return nil }
            return Fact(
                .date, CivilDay.code(month: event.month, day: event.day), event.statement)
        }
        guard let (year, month, day) = day(value) else { return nil }
        let events = HistoricEvent.all.filter { $0.month == month && $0.day == day }
            .map(\.statement)
        let statements =
            events
            + (year.map { counts(of: CivilDay(year: $0, month: month, day: day)) }
                ?? counts(ofMonth: month, day: day))
        return choice.pick(statements).map { Fact(.date, value, $0) }
    }

    /// Reads `03-14` or `2026-03-14`.
    private static func day(_ text: String) -> (year: Int?, month: Int, day: Int)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 || parts.count == 3 && parts[0].utf8.count == 4,
            parts.suffix(2).allSatisfy({ $0.utf8.count == 2 }),
            let month = integer(parts[parts.count - 2], in: 1...12),
            let day = integer(parts[parts.count - 1], in: 1...31)
        else { return nil }
        let year = parts.count == 3 ? integer(parts[0], in: 1...9999) : nil
        // Without a year, 29 February is a valid day too.
        guard parts.count == 2 || year != nil,
            day <= CivilDay.length(ofMonth: month, in: year ?? 2000)
        else { return nil }
        return (year, month, day)
    }

    static func counts(ofMonth month: Int, day: Int) -> [Statement] {
        let name = CivilDay.name(month: month, day: day)
        let leap = CivilDay(year: 2000, month: month, day: day).dayOfYear
        var texts: [String] = []
        if month == 2, day == 29 {
            texts.append(
                "29 February comes 97 times in 400 years, and each cycle repeats the last.")
            texts.append("29 February is day 60 of a leap year.")
        } else {
            let common = CivilDay(year: 2001, month: month, day: day).dayOfYear
            texts.append(
                common == leap
                    ? "\(name) is day \(common) of every year."
                    : "\(name) is day \(common) of the year, and \(leap) of a leap year.")
            texts.append("After \(name), \(365 - common) days are left of a common year.")
        }
        if month > 2 {
            // After February, the distances between the months are the same in each year.
            let others = (3...12).filter { other in
                other != month && day <= CivilDay.length(ofMonth: other, in: 2001)
                    && CivilDay(year: 2001, month: other, day: day).weekday
                        == CivilDay(year: 2001, month: month, day: day).weekday
            }
            if let other = others.first {
                let match = CivilDay.name(month: other, day: day)
                texts.append("In every year, \(name) and \(match) are the same day of the week.")
            }
        }
        if day == 13 {
            texts.append(
                "The 13th is a Friday more often than any other day of the week: 688 times of 4800 "
                    + "in 400 years.")
        }
        return texts.map { Statement($0) }
    }

    static func counts(of date: CivilDay) -> [Statement] {
        let name = "\(CivilDay.name(month: date.month, day: date.day)) \(date.year)"
        let (year, week) = date.isoWeek
        let left = (CivilDay.isLeap(date.year) ? 366 : 365) - date.dayOfYear
        var texts = [
            "\(name) is a \(date.weekdayName).",
            "\(name) is day \(date.dayOfYear) of its year, of which \(left) are left.",
            "\(name) lies in week \(week) of \(year), as ISO 8601 counts.",
            "Astronomers call the day that begins at noon of \(name) the Julian day "
                + "\(date.julianDayNumber).",
        ]
        if date == CivilDay.easter(in: date.year), date.year > 1582 {
            texts.append("\(name) is Easter Sunday.")
        }
        return texts.map {
            Statement(
                date.year > 1582 ? $0 : "By the Gregorian calendar, reckoned backwards: \($0)")
        }
    }
}
