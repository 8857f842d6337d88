// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import RoostCore
import Testing

@testable import RoostGateway

@Suite("Time zones")
struct ZoneRulesTests {
    static let zones = [
        "UTC", "Europe/Vienna", "Europe/Dublin", "America/New_York", "America/Los_Angeles",
        "America/St_Johns", "America/Sao_Paulo", "America/Santiago", "America/Havana",
        "America/Asuncion", "Africa/Cairo", "Africa/Casablanca", "Asia/Beirut", "Asia/Tehran",
        "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Australia/Adelaide",
        "Pacific/Chatham", "Pacific/Kiritimati",
    ]

    @Test("Days and their first moments match the calendar for 800 days", arguments: zones)
    func days(zone: String) throws {
        let rules = ZoneRules(identifier: zone)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        var date = calendar.startOfDay(for: Date(timeIntervalSince1970: 1_700_000_000))
        for _ in 1...800 {
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let day = CivilDay(year: parts.year!, month: parts.month!, day: parts.day!)
            let first = Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
            #expect(rules.start(of: day) == first, "\(zone) \(day)")
            #expect(rules.day(at: first) == day)
            #expect(
                rules.day(at: first.advanced(bySeconds: -0.001)).daysSinceEpoch
                    == day.daysSinceEpoch - 1)
            date = calendar.startOfDay(for: date.addingTimeInterval(30 * 3600))
        }
    }
}
