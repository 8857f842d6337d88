// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Reminders")
struct ReminderTests {
    private static let place = ID<Place>(checked: "home")
    private static let keys = ID<Item>(checked: "keys")
    private static let tagOfKeys = House.keys
    /// The story begins at 14:13:20 UTC, on a Monday.
    private static let now = 14 * 60 + 13

    @Test("A schedule is due once at each of its times, and not for times before it was saved")
    func schedule() {
        var house = House()
        // 14:00, 14:15, 14:30, 14:45, 15:00.
        house.remind(.schedule(Schedule(from: 14 * 60, to: 15 * 60, every: 15)), at: 0)
        house.tellAll(until: 4 * 3600)
        #expect(house.dues.map(\.clock) == ["14:15", "14:30", "14:45", "15:00"])
        #expect(house.dues.allSatisfy { $0.cause == .schedule })
        #expect(Set(house.dues.map(\.id)).count == 4)
        // The next day again, and a whole silent day counts once.
        house.listen(at: 86400 + 3600)
        house.tellAll(until: 86400 + 7200)
        #expect(house.dues.suffix(1).map(\.clock) == ["15:00"])
        #expect(house.dues.count == 5)
    }

    @Test("A schedule is due only on its days, also past midnight, and once a day without steps")
    func days() {
        var house = House()
        house.remind(
            .schedule(Schedule(from: 23 * 60, to: 60, every: 60, days: [.tuesday])), at: 0)
        house.remind(
            .schedule(Schedule(from: 600, to: 600, every: 1440, days: [.wednesday])), "b", at: 0)
        house.tellAll(until: 8 * 86400)
        #expect(
            house.dues.map { "\($0.reminder) \($0.day) \($0.clock)" } == [
                "r 1 23:00", "r 2 0:00", "r 2 1:00", "b 2 10:00",
            ])
    }

    @Test("In quiet hours only one-off reminders are due, and a schedule follows once after them")
    func quiet() {
        var house = House()
        house.change(
            .saveUser(house.settings { $0.quietHours = DailyHours(from: 22 * 60, to: 390) }))
        house.remind(.schedule(Schedule(from: 0, to: 1439, every: 60)), at: 0)
        house.remind(.once(LocalTime(House.day, minuteOfDay: 23 * 60 + 30)), "b", at: 0)
        let told = house.tellAll(until: 17 * 3600)
        #expect(
            house.dues.filter { $0.reminder.rawValue == "r" }.map(\.clock) == [
                "15:00", "16:00", "17:00", "18:00", "19:00", "20:00", "21:00", "6:00", "7:00",
            ])
        #expect(told.contains("6:30 r") && told.contains("23:30 b"), "\(told)")
    }

    @Test("A one-off reminder is due once, by moment or by clock, and never if switched off")
    func once() {
        var house = House()
        house.remind(.at(House.start.advanced(bySeconds: 90)), at: 0)
        house.remind(.once(LocalTime(House.day, minuteOfDay: Self.now + 5)), "b", at: 0)
        house.remind(.at(House.start.advanced(bySeconds: 95)), "c", isEnabled: false, at: 0)
        #expect(house.tellAll(until: 86400) == ["14:14 r", "14:18 b"])
        #expect(house.engine.next(of: house.track("r")!) == nil)
        house.listen(at: 90_000)
        #expect(house.tellAll(until: 100_000) == [], "a restart repeats nothing")
    }

    @Test("A one-off reminder that comes late says when it should have come")
    func late() {
        var house = House()
        house.remind(.once(LocalTime(House.day, minuteOfDay: Self.now + 5)), at: 0)
        house.listen(at: 7200)
        house.tellAll(until: 7300)
        let due = house.dues.first?.time.seconds(since: House.start) ?? 0
        #expect((240...300).contains(due), "\(house.dues)")
    }

    @Test("A snoozed reminder is told again, even in quiet hours")
    func snooze() {
        var house = House()
        house.remind(.at(House.start.advanced(bySeconds: 60)), at: 0)
        house.tellAll(until: 70)
        house.change(.saveUser(house.settings { $0.quietHours = DailyHours(from: 0, to: 0) }))
        house.note(
            .snooze(ID(checked: "r"), of: House.alice, until: House.start.advanced(bySeconds: 600)))
        house.tellAll(until: 1000)
        #expect(house.dues.map(\.cause) == [.once, .snooze])
        #expect(house.dues.last?.repeated?.note?.rawValue == "note")
    }

    @Test("Arrivals and departures remind when they happen, not when reported much later")
    func places() {
        var house = House()
        house.fix(House.home.north(3000), at: 10)
        house.remind(.arrival(Self.place), at: 20)
        house.remind(.leaving(Self.place), "b", at: 20)
        house.fix(House.home, at: 600)
        house.fix(House.home, at: 660)
        house.tellAll(until: 700)
        #expect(house.dues.map(\.reminder.rawValue) == ["r"])
        #expect(house.dues.first?.place == Self.place)
        for step in 1...10 {
            house.fix(House.home.north(300 * Double(step)), at: 4000 + 60 * Double(step))
        }
        house.tellAll(until: 6000)
        #expect(house.dues.map(\.cause) == [.arrival, .leaving])

        var late = House()
        late.fix(House.home.north(3000), at: 10)
        late.remind(.arrival(Self.place), at: 20)
        late.fix(House.home, at: 600, arriving: 5000)
        late.fix(House.home, at: 660, arriving: 5000)
        late.tellAll(until: 6000)
        #expect(late.transitions.contains("enter home") && late.dues.isEmpty)
    }

    @Test("Coming near a spot reminds once, and again only after having been away")
    func near() {
        var house = House()
        let spot = House.office.north(1000)
        house.fix(spot.north(2000), at: 10)
        house.remind(.near(spot, metres: 100), at: 20)
        house.fix(spot.north(1000), at: 120)
        house.fix(spot.north(60), at: 240)
        house.tellAll(until: 250)
        #expect(house.dues.map(\.cause) == [.near])
        house.fix(spot.north(140), at: 700)
        house.fix(spot.north(50), at: 1400)
        house.tellAll(until: 1500)
        #expect(house.dues.count == 1, "around the spot is still near")
        house.fix(spot.north(3000), at: 2400)
        house.fix(spot, accuracy: 1500, at: 3000)
        house.tellAll(until: 3100)
        #expect(house.dues.count == 1, "a cell tower tells of no hundred metres")
        house.fix(spot.north(30), at: 3600)
        house.tellAll(until: 3700)
        #expect(house.dues.count == 2)
    }

    @Test("A reminder saved while the user is already near is not due")
    func alreadyNear() {
        var house = House()
        house.fix(House.office.north(1000), at: 10)
        house.remind(.near(House.office.north(1010), metres: 100), at: 20)
        house.fix(House.office.north(1005), at: 100)
        house.tellAll(until: 200)
        #expect(house.dues.isEmpty)
        house.fix(House.office.north(2000), at: 300)
        house.fix(House.office.north(2000), at: 400)
        house.fix(House.office.north(1010), at: 700)
        house.tellAll(until: 800)
        #expect(house.dues.count == 1)
    }

    @Test("Going out with an item reminds once, and going out without it does not")
    func along() {
        var house = House()
        house.fix(House.home, at: 1)
        house.hear(House.keys, by: "n1", -60, from: 10, to: 600, every: 10)
        house.remind(.along(Self.keys), at: 600)
        house.fix(House.home, at: 601)
        house.tellAll(until: 602)
        #expect(house.dues.isEmpty)
        for step in 1...10 {
            house.fix(House.home.north(300 * Double(step)), at: 620 + 60 * Double(step))
        }
        house.tellAll(until: 4000)
        #expect(house.keys.withOwner == .yes)
        #expect(house.dues.map(\.cause) == [.along])

        var without = House()
        without.fix(House.home, at: 1)
        without.remind(.along(Self.keys), at: 5)
        without.hear(House.keys, by: "n1", -60, from: 10, to: 620, every: 10)
        for step in 1...10 {
            without.fix(House.home.north(300 * Double(step)), at: 620 + 60 * Double(step))
            without.hear(House.keys, by: "n1", -60, at: 625 + 60 * Double(step))
        }
        without.tellAll(until: 1300)
        #expect(without.keys.withOwner == .no)
        #expect(without.dues.isEmpty)
    }

    @Test("A restart delivers a due reminder that was not told, and repeats none that was")
    func restart() {
        var house = House()
        house.remind(.schedule(Schedule(from: 0, to: 1439, every: 60)), at: 0)
        house.wait(until: 3600)
        #expect(house.engine.reminders[House.alice]?[ID(checked: "r")]?.pending != nil)
        for told in [["15:15 r"], []] {
            var engine = Engine(household: house.engine.household, memory: house.engine.memory)
            _ = engine.apply(.listening, at: House.start.advanced(bySeconds: 3700))
            house.engine = engine
            house.effects = []
            #expect(house.tellAll(until: 3800) == told)
        }
    }

    @Test("Switched-off reminders are not made up for, and a deleted place disables its reminders")
    func off() {
        var house = House()
        house.remind(.schedule(Schedule(from: 0, to: 1439, every: 60)), at: 0)
        house.remind(.arrival(Self.place), "b", at: 0)
        house.change(.saveUser(house.settings { $0.reminders = false }))
        house.tellAll(until: 20_000)
        #expect(house.dues.isEmpty)
        house.change(.saveUser(house.settings { $0.reminders = true }))
        house.tellAll(until: 20_100)
        #expect(house.dues.isEmpty)
        house.change(.deletePlace(Self.place))
        #expect(house.track("b")?.reminder.isEnabled == false)
        house.change(.deleteUser(House.alice))
        #expect(house.engine.reminders.isEmpty)
        house.tellAll(until: 40_000)
        #expect(house.dues.isEmpty)
    }

    @Test("A one-off reminder that was told or is over does not return when switched on again")
    func switchedOnce() {
        var house = House()
        house.remind(.at(House.start.advanced(bySeconds: 60)), at: 0)
        house.remind(.once(LocalTime(House.day, minuteOfDay: Self.now + 3)), "b", at: 0)
        #expect(house.tellAll(until: 600).count == 2)
        for flag in [false, true] {
            house.change(.saveUser(house.settings { $0.reminders = flag }))
            house.remind(
                .at(House.start.advanced(bySeconds: 60)), isEnabled: flag,
                at: house.engine.now.seconds(since: House.start))
        }
        #expect(house.tellAll(until: 1000) == [])
        // Nor one that was over before it was switched on.
        house.remind(.at(House.start.advanced(bySeconds: 1100)), "c", isEnabled: false, at: 1000)
        house.tellAll(until: 1200)
        house.remind(.at(House.start.advanced(bySeconds: 1100)), "c", at: 1200)
        #expect(house.tellAll(until: 2000) == [])
    }

    @Test("Coming near counts from just outside the radius and from an unknown position")
    func nearFromHalfway() {
        let spot = House.office.north(1000)
        var house = House()
        house.fix(spot.north(150), at: 10)
        house.remind(.near(spot, metres: 100), at: 20)
        house.fix(spot.north(40), at: 120)
        house.tellAll(until: 130)
        #expect(house.dues.map(\.cause) == [.near])

        var unknown = House()
        unknown.remind(.near(spot, metres: 100), at: 20)
        unknown.fix(spot.north(40), at: 120)
        unknown.tellAll(until: 130)
        #expect(unknown.dues.map(\.cause) == [.near])
    }

    @Test("Arriving with keys that are heard a moment later counts as arriving with them")
    func arrivalWithItem() {
        for heard in [30.0, 400] {
            var house = House()
            house.fix(House.home.north(3000), at: 10)
            house.remind(.arrival(Self.place, with: Self.keys), at: 20)
            house.fix(House.home, at: 600)
            house.fix(House.home, at: 630)
            house.tellAll(until: 632)
            #expect(house.dues.isEmpty)
            house.hear(Self.tagOfKeys, by: "n1", -60, from: 630 + heard, to: 790 + heard, every: 10)
            house.tellAll(until: 800 + heard)
            #expect(house.keys.withOwner == .yes)
            #expect(house.dues.count == (heard < 120 ? 1 : 0))
        }
    }

    @Test("Deleting the place around somebody does not count as leaving with their keys")
    func redrawn() {
        var house = House()
        house.fix(House.home, at: 1)
        house.hear(Self.tagOfKeys, by: "n1", -60, from: 10, to: 100, every: 10)
        house.remind(.along(Self.keys), at: 100)
        house.fix(House.home, at: 105)
        house.change(.deletePlace(Self.place))
        house.fix(House.home, at: 200)
        house.tellAll(until: 300)
        #expect(house.dues.isEmpty)
        #expect(house.engine.reminders[House.alice]?.count == 1)
    }

    @Test("After quiet hours, a reminder of a place is told only if the user is still there")
    func quietPlaces() {
        var house = House()
        house.fix(House.home.north(3000), at: 10)
        house.change(.saveUser(house.settings { $0.quietHours = DailyHours(from: 0, to: 17 * 60) }))
        let spot = House.home.north(1500)
        house.remind(.near(spot, metres: 100), at: 20)
        house.remind(.arrival(Self.place), "b", at: 20)
        house.fix(spot, at: 600)
        house.fix(House.home, at: 1200)
        house.fix(House.home, at: 1230)
        #expect(house.tellAll(until: 4 * 3600) == ["17:00 b"])
    }

    /// 01:00 UTC, at which clocks are put back from 03:00 to 02:00.
    private static let autumn = 38_800.0
    private static let halfPastTwo = 2 * 60 + 30

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
        house.remind(.arrival(Self.place), at: ahead + 20)
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
