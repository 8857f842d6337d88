// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import RoostCore
import SeededRandom
import Testing

@testable import RoostGateway

@Suite("Schedules")
struct ScheduleTests {
    /// What happens in the days of one test, by the minute.
    private struct Story {
        var schedule: Schedule
        /// From when on the user's clock hangs where.
        var zones: [(minute: Int, name: String)]
        /// When the gateway was away.
        var gaps: [Range<Int>]
    }

    /// 2026-01-01T00:00:00Z, and 400 days.
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)
    private static let length = 400 * 1440

    private static func story(_ zone: String, _ random: inout SeededRandom) -> Story {
        let from = Int.random(in: 0..<1440, using: &random)
        let isDaily = Int.random(in: 1...4, using: &random) == 1
        let days = Weekday.allCases.filter { _ in Int.random(in: 1...3, using: &random) > 1 }
        let schedule = Schedule(
            from: from, to: isDaily ? from : Int.random(in: 0..<1440, using: &random),
            every: [1440, 7, 30, 45, 60, 719].randomElement(using: &random)!,
            days: days.isEmpty ? [.sunday] : Set(days))
        var story = Story(schedule: schedule, zones: [(0, zone)], gaps: [])
        // They travel for the last months.
        for number in 0..<3 {
            story.zones.append(
                (
                    (280 + 40 * number) * 1440 + Int.random(in: 0..<1440, using: &random),
                    ZoneRulesTests.zones.randomElement(using: &random)!
                ))
        }
        var minute = 0
        for _ in 0..<12 {
            minute += Int.random(in: 1...50 * 1440, using: &random)
            let end = minute + Int.random(in: 1...4 * 1440, using: &random)
            story.gaps.append(minute..<end)
            minute = end + 1
        }
        // Nobody travels while the gateway is away.
        story.gaps.removeAll { gap in
            gap.upperBound >= length || story.zones.contains { gap.contains($0.minute) }
        }
        return story
    }

    @Test(
        "Schedules follow the local clock, minute by minute, over 400 days of travelling",
        arguments: ZoneRulesTests.zones.indices)
    func bruteForce(zone: Int) throws {
        var random = SeededRandom(seed: UInt64(zone))
        let story = Self.story(ZoneRulesTests.zones[zone], &random)
        let expected = Self.walls(story)
        let told = Self.engine(story)
        #expect(expected.count > 10)
        #expect(told == expected, "\(story)")
    }

    /// Looks at the wall each minute: what it came past since the last look, and never before, is due,
    /// once.
    ///
    /// While nobody looks the wall goes on, also if it is put back then.
    private static func walls(_ story: Story) -> [Int] {
        let schedule = story.schedule
        let end = schedule.to >= schedule.from ? schedule.to : schedule.to + 1440
        let steps = Array(stride(from: schedule.from, through: end, by: schedule.every))
        let isStepped = steps.count > 1
        // 1970-01-01 was a Thursday.
        let days = Set(
            Weekday.allCases.indices.filter { schedule.days.contains(Weekday.allCases[$0]) })
        var isTime = [Bool](repeating: false, count: 7 * 1440)
        for day in days { for step in steps { isTime[(day * 1440 + step) % (7 * 1440)] = true } }
        func isDue(_ local: Int) -> Bool { isTime[(local + 3 * 1440) % (7 * 1440)] }
        var isAway = [Bool](repeating: false, count: length)
        for gap in story.gaps { for minute in gap { isAway[minute] = true } }

        let zones = story.zones.map { TimeZone(identifier: $0.name)! }
        let epoch = Int(start.milliseconds / 60_000)
        var due: [Int] = []
        var mark: Int?
        var unseen: Int?
        var offset = 0
        let moves = Set(story.zones.map(\.minute))
        for minute in 0..<length {
            // Clocks change at quarters of an hour, and where one arrives.
            if minute % 15 == 0 || moves.contains(minute) {
                let index = story.zones.lastIndex { $0.minute <= minute }!
                let date = Date(timeIntervalSince1970: Double(epoch + minute) * 60)
                offset = zones[index].secondsFromGMT(for: date) / 60
            }
            let wall = epoch + minute + offset
            if isAway[minute] {
                unseen = max(unseen ?? wall, wall)
                continue
            }
            let local = max(unseen ?? wall, wall)
            unseen = nil
            guard let last = mark else {
                mark = local
                continue
            }
            // What comes many times a day comes by the wall of where one arrives, too.
            if isStepped, minute > 0, moves.contains(minute), local < last {
                mark = local
                continue
            }
            guard local > last else { continue }
            // Mostly it is one minute.
            var next = last + 1
            while next <= local, !isDue(next) { next += 1 }
            if next <= local { due.append(minute) }
            mark = local
        }
        return due
    }

    private static func engine(_ story: Story) -> [Int] {
        var engine = Engine()
        for zone in story.zones { engine.zones[zone.name] = ZoneRules(identifier: zone.name) }
        var told: [Int] = []
        func time(_ minute: Int) -> Timestamp { start.advanced(bySeconds: 60 * Double(minute)) }
        func take(_ effects: [Effect]) {
            for case .remind(let due) in effects {
                told.append(Int(engine.now.seconds(since: start) / 60))
                _ = engine.apply(
                    .reminders([.told(due, Reminder.Told(time: engine.now))]), at: engine.now)
            }
        }
        func pass(until end: Int) {
            while let next = engine.nextDeadline, next < time(end) {
                take(engine.apply(.tick, at: max(next, engine.now)))
            }
        }
        var user = User(id: alice, name: "Alice")
        user.settings.timezone = story.zones[0].name
        _ = engine.apply(.listening, at: start)
        _ = engine.apply(.household([.saveUser(user)]), at: start)
        let reminder = Reminder(
            id: ID(checked: "r"), user: alice, content: Reminder.Content(facts: [.math]),
            trigger: .schedule(story.schedule), created: start, updated: start)
        take(engine.apply(.reminders([.save(reminder)]), at: start))
        let travels = story.zones.dropFirst().map { zone in (zone.minute, Optional(zone.name), 0) }
        let absences = story.gaps.map { gap in (gap.lowerBound, String?.none, gap.upperBound) }
        for (minute, zone, end) in (travels + absences).sorted(by: { $0.0 < $1.0 }) {
            pass(until: minute)
            if let zone {
                user.settings.timezone = zone
                take(engine.apply(.household([.saveUser(user)]), at: time(minute)))
            } else {
                _ = engine.apply(.interrupted, at: engine.now)
                take(engine.apply(.listening, at: time(end)))
            }
        }
        pass(until: length)
        return told
    }
}
