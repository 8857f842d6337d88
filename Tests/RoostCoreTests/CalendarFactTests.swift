// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import Testing

@testable import RoostCore

@Suite("Facts about days and years")
struct CalendarFactTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        return calendar
    }()

    @Test(
        "Weekdays, ISO weeks and day numbers match Foundation's calendar",
        arguments: [1896...1904, 1996...2028])
    func days(years: ClosedRange<Int>) throws {
        let first = DateComponents(year: years.lowerBound, month: 1, day: 1)
        var date = try #require(calendar.date(from: first))
        var expected = CivilDay(year: years.lowerBound, month: 1, day: 1).ordinal
        while true {
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday, .weekOfYear, .yearForWeekOfYear], from: date)
            let day = CivilDay(year: parts.year!, month: parts.month!, day: parts.day!)
            guard years.contains(day.year) else { break }
            let (year, week) = day.isoWeek
            let isRight =
                day.weekday == (parts.weekday! + 5) % 7 && week == parts.weekOfYear
                && year == parts.yearForWeekOfYear && day.ordinal == expected
            if !isRight { Issue.record("\(day)") }
            expected += 1
            date += 86_400
        }
        #expect(expected == CivilDay(year: years.upperBound + 1, month: 1, day: 1).ordinal)
        #expect(CivilDay(year: 2000, month: 1, day: 1).julianDayNumber == 2_451_545)
        #expect(CivilDay(year: 2026, month: 12, day: 31).dayOfYear == 365)
    }

    @Test("Easter matches known dates and is always a Sunday")
    func easter() {
        let known = [
            (1583, 4, 10), (1818, 3, 22), (1943, 4, 25), (1954, 4, 18), (1981, 4, 19),
            (2000, 4, 23), (2008, 3, 23), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2038, 4, 25),
        ]
        for (year, month, day) in known {
            #expect(CivilDay.easter(in: year) == CivilDay(year: year, month: month, day: day))
        }
        for year in 1583...4000 { #expect(CivilDay.easter(in: year).weekday == 6) }
    }

    @Test("In 400 years the 13th is a Friday 688 times, more often than any other weekday")
    func fridays() {
        var counts = [Int](repeating: 0, count: 7)
        for year in 2000..<2400 {
            for month in 1...12 {
                counts[CivilDay(year: year, month: month, day: 13).weekday] += 1
            }
        }
        #expect(counts[4] == 688)
        #expect(counts.max() == 688 && counts.filter { $0 == 688 }.count == 1)
    }

    @Test("Two days said to share their weekday in every year do so")
    func pairs() throws {
        var pairs = 0
        for month in 1...12 {
            for day in 1...31 where day <= CivilDay.length(ofMonth: month, in: 2000) {
                let text = Fact.counts(ofMonth: month, day: day).map(\.text)
                    .first { $0.hasPrefix("In every year") }
                guard let text else { continue }
                pairs += 1
                let other = try #require(
                    (1...12).first {
                        $0 != month && text.contains(" and \(CivilDay.name(month: $0, day: day)) ")
                    })
                #expect(
                    (1990...2030).allSatisfy { year in
                        CivilDay(year: year, month: month, day: day).weekday
                            == CivilDay(year: year, month: other, day: day).weekday
                    })
            }
        }
        #expect(pairs > 150)
    }

    @Test("Facts about years are right, such as leap years, first weekdays and long years")
    func years() {
        func texts(_ year: Int) -> [String] { Fact.calendar(of: year).map(\.text) }
        #expect(texts(2026).contains("2026 begins on a Thursday."))
        #expect(
            texts(2026).contains("2026 has 3 Fridays the 13th: in February, March and November."))
        #expect(texts(2026).contains("A calendar of 2026 can be used again in 2037."))
        #expect(texts(2026).contains("In the autumn of 2026, the Jewish year 5787 begins."))
        #expect(
            texts(2026).contains("The Chinese year that begins early in 2026 is one of the Horse."))
        #expect(texts(2000).contains("2000 is a leap year: 400 divides it."))
        #expect(texts(1900).contains("1900 is no leap year: 100 divides it, and 400 does not."))
        #expect(texts(2020).contains("2020 has 53 weeks, as ISO 8601 counts; most years have 52."))
        #expect(!texts(44).contains { $0.contains("leap") || $0.contains("begins on") })
    }

    @Test("Every historic event has a valid date and a source")
    func events() {
        for event in HistoricEvent.all {
            #expect((1...12).contains(event.month))
            #expect((1...CivilDay.length(ofMonth: event.month, in: event.year)).contains(event.day))
            #expect(!event.source.isEmpty && event.text.hasSuffix("."))
        }
    }
}
