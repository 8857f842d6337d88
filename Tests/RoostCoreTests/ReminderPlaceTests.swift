import RoostCore
import Testing

@Suite("Reminders of places and things")
struct ReminderPlaceTests {
    private static let place = ID<Place>(checked: "home")
    private static let keys = ID<Item>(checked: "keys")

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

    @Test("Coming near by fixes of long ago reminds of nothing", arguments: [60.0, 3600])
    func nearLongAgo(late: Double) {
        var house = House()
        house.fix(House.home.north(5000), at: 10)
        house.remind(.near(House.home, metres: 100), at: 20)
        house.fix(House.home.north(2200), at: 600, arriving: 600 + late)
        house.fix(House.home, at: 1800, arriving: 1800 + late)
        house.tellAll(until: 1900 + late)
        #expect(house.dues.map(\.cause) == (late < 1800 ? [.near] : []))
        // Nor do they later, as the user was there already.
        house.fix(House.home.north(1), at: 2000 + late)
        house.tellAll(until: 2100 + late)
        #expect(house.dues.count == (late < 1800 ? 1 : 0))
        house.fix(House.home.north(5000), at: 4000 + late)
        house.fix(House.home, at: 6000 + late)
        house.fix(House.home, at: 6100 + late)
        house.tellAll(until: 6200 + late)
        #expect(house.dues.count == (late < 1800 ? 2 : 1))
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

    @Test(
        "Having been out with a thing long ago, by late fixes, reminds of nothing",
        arguments: [0.0, 3600])
    func alongLongAgo(late: Double) {
        var house = House()
        house.fix(House.home, at: 1)
        house.hear(House.keys, by: "n1", -60, from: 10, to: 600, every: 10)
        house.remind(.along(Self.keys), at: 600)
        for step in 1...10 {
            let second = 620 + 20 * Double(step)
            house.fix(House.home.north(300 * Double(step)), at: second, arriving: second + late)
        }
        house.tellAll(until: 6000)
        #expect(house.dues.count == (late == 0 ? 1 : 0))
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
            house.hear(House.keys, by: "n1", -60, from: 630 + heard, to: 790 + heard, every: 10)
            house.tellAll(until: 800 + heard)
            #expect(house.keys.withOwner == .yes)
            #expect(house.dues.count == (heard < 120 ? 1 : 0))
        }
    }

    @Test("Deleting the place around somebody does not count as leaving with their keys")
    func redrawn() {
        var house = House()
        house.fix(House.home, at: 1)
        house.hear(House.keys, by: "n1", -60, from: 10, to: 100, every: 10)
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

    @Test(
        "After quiet hours, that a place was left is told if the user is still away",
        arguments: [false, true])
    func quietLeaving(comesBack: Bool) {
        var house = House()
        house.fix(House.home, at: 10)
        house.change(.saveUser(house.settings { $0.quietHours = DailyHours(from: 0, to: 17 * 60) }))
        house.remind(.leaving(Self.place), at: 20)
        for step in 1...10 {
            house.fix(House.home.north(300 * Double(step)), at: 60 + 60 * Double(step))
        }
        if comesBack {
            house.fix(House.home, at: 3000)
            house.fix(House.home, at: 3060)
        }
        #expect(house.tellAll(until: 4 * 3600) == (comesBack ? [] : ["17:00 r"]))
    }
}
