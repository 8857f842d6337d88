// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

@Suite("Reminders")
struct ReminderTests {
    private static let place = ID<Place>(checked: "home")
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

    @Test("A reminder of a thing or a place that is its user's no more is switched off")
    func lost() {
        var house = House()
        let keys = ID<Item>(checked: "keys")
        house.remind(.along(keys), "a", at: 0)
        house.remind(.arrival(Self.place, with: keys), "b", at: 0)
        house.remind(.leaving(Self.place), "c", at: 0)
        func isOn(_ id: String) -> Bool? { house.track(id)?.reminder.isEnabled }
        house.change(.saveItem(Item(id: keys, owner: House.bob, name: "Keys")))
        #expect(isOn("a") == false && isOn("b") == false && isOn("c") == true)

        var place = House().engine.household.places[Self.place]
        place?.owner = House.bob
        house.change(place.map(HouseholdChange.savePlace) ?? .deletePlace(Self.place))
        #expect(isOn("c") == true, "it is still shared")
        place?.isShared = false
        house.change(place.map(HouseholdChange.savePlace) ?? .deletePlace(Self.place))
        #expect(isOn("c") == false)
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
}
