import Foundation
import RoostCore
import Testing

@Suite("Reminders as clocks change")
struct ReminderClockTests {
    /// 01:00 UTC, at which clocks are put back from 03:00 to 02:00.
    private static let autumn = 38_800.0
    private static let halfPastTwo = 2 * 60 + 30

    @Test("A schedule by which nothing would ever be due is no schedule")
    func endless() throws {
        func schedule(_ every: Int, _ days: String) throws -> Schedule {
            let text = #"{"from":540,"to":1020,"every":\#(every),"days":[\#(days)]}"#
            return try JSONDecoder().decode(Schedule.self, from: Data(text.utf8))
        }
        #expect(try schedule(60, #""mon""#).every == 60)
        #expect(throws: DecodingError.self) { try schedule(0, #""mon""#) }
        #expect(throws: DecodingError.self) { try schedule(60, "") }
    }

    /// A house whose user's clocks are put back in the first night.
    private static func houseInAutumn() -> House {
        var house = House()
        house.engine.zones["Europe/Vienna"] = ZoneRules(changes: [
            .init(from: Timestamp(milliseconds: 0), offsetSeconds: 7200),
            .init(from: House.start.advanced(bySeconds: autumn), offsetSeconds: 3600),
        ])
        house.change(.saveUser(house.settings { $0.timezone = "Europe/Vienna" }))
        return house
    }

    /// Saves a reminder of each kind that goes by the clock.
    private static func remindByClock(_ house: inout House, at second: Double) {
        let time = halfPastTwo
        house.remind(.schedule(Schedule(from: time, to: time, every: 1440)), "daily", at: second)
        house.remind(.once(LocalTime(House.day, minuteOfDay: 1440 + time)), "once", at: second)
        house.remind(.schedule(Schedule(from: 120, to: 180, every: 20)), "steps", at: second)
    }

    @Test("As clocks are put back, no time of day is due twice")
    func clocksPutBack() {
        var house = Self.houseInAutumn()
        Self.remindByClock(&house, at: 0)
        #expect(
            house.tellAll(until: Self.autumn + 3 * 3600).sorted() == [
                "0:00 steps", "0:20 steps", "0:30 daily", "0:30 once", "0:40 steps", "2:00 steps",
            ])
    }

    @Test("What was due before clocks were put back comes as soon as the gateway is back")
    func clocksPutBackMeanwhile() {
        var house = Self.houseInAutumn()
        Self.remindByClock(&house, at: 0)
        // It is 02:10 for the second time.
        house.listen(at: Self.autumn + 600)
        #expect(
            house.tellAll(until: Self.autumn + 3 * 3600).sorted() == [
                "1:10 daily", "1:10 once", "1:10 steps", "2:00 steps",
            ])
        #expect(house.dues.prefix(3).map(\.clock).sorted() == ["0:30", "0:30", "0:40"])
    }

    @Test("A reminder that is saved after clocks were put back is due at the time that comes again")
    func savedAfterClocksPutBack() {
        var house = Self.houseInAutumn()
        Self.remindByClock(&house, at: Self.autumn + 600)
        #expect(
            house.tellAll(until: Self.autumn + 3 * 3600).sorted() == [
                "1:20 steps", "1:30 daily", "1:30 once", "1:40 steps", "2:00 steps",
            ])
    }

    @Test("A clock that was hours ahead does not silence a schedule once it is set back")
    func hoursAhead() {
        var house = House()
        house.remind(.schedule(Schedule(from: 0, to: 1439, every: 60)), at: 0)
        house.listen(at: 9 * 3600)
        house.tellAll(until: 9 * 3600 + 10)
        house.listen(at: 60)
        #expect(house.tellAll(until: 7200) == ["15:00 r", "16:00 r"])
    }

    @Test("A clock that was a year ahead does not stop reminders of places")
    func wrongClockAtPlaces() {
        var house = House()
        let ahead = 365.0 * 86400
        house.listen(at: ahead)
        house.fix(House.home.north(3000), at: ahead + 10)
        house.remind(.arrival(ID(checked: "home")), at: ahead + 20)
        house.fix(House.home, at: ahead + 600)
        house.fix(House.home, at: ahead + 630)
        house.tellAll(until: ahead + 640)
        #expect(house.dues.count == 1)
        house.note(
            .snooze(
                ID(checked: "r"), of: House.alice,
                until: House.start.advanced(bySeconds: ahead + 1200)))
        house.listen(at: 1000)
        #expect(house.tellAll(until: 1001).count == 1, "what was snoozed by that clock")
        for step in 1...10 {
            house.fix(House.home.north(300 * Double(step)), at: 1000 + 60 * Double(step))
        }
        house.fix(House.home, at: 3000)
        house.fix(House.home, at: 3030)
        house.tellAll(until: 3100)
        #expect(house.dues.last?.cause == .arrival && house.dues.count == 3)
    }

    @Test("A clock that was years ahead for a while does not stop a schedule")
    func wrongClock() {
        var house = House()
        house.remind(.schedule(Schedule(from: 0, to: 1439, every: 60)), at: 0)
        house.listen(at: 5 * 365 * 86400)
        house.tellAll(until: 5 * 365 * 86400 + 10)
        house.effects = []
        house.listen(at: 1000)
        house.tellAll(until: 5000)
        #expect(house.dues.map(\.clock) == ["15:00"])
    }
}
