import RoostCore
import Testing

@Suite("Places that move")
struct MovedPlaceTests {
    private static let home: ID<Place> = ID(checked: "home")
    private static let hour = 3600.0

    /// A night at home, the office, and home again, a fix each half hour.
    private static func day(_ house: inout House) {
        for step in 0..<28 {
            let isAway = (10..<20).contains(step)
            house.fix(isAway ? House.office : House.home, at: Double(step) * hour / 2)
        }
    }

    /// A day, after which home moves.
    private func moved(by metres: Double) -> (before: [Visit], house: House) {
        var house = House()
        Self.day(&house)
        let before = visits(house)
        if var place = house.engine.household.places[Self.home] {
            place.area = .circle(center: House.home.north(metres), radius: 60)
            house.change(.savePlace(place), at: 14 * Self.hour)
        }
        return (before, house)
    }

    private func visits(_ house: House) -> [Visit] {
        let fixes = house.effects.compactMap { effect in
            if case .record(let fix, let key) = effect { (key.device, fix) } else { nil }
        }
        return RoostCore.visits(
            fixes: fixes, transitions: [], places: Array(house.engine.household.places.values),
            until: house.engine.now)
    }

    @Test("Whoever moves house was at home before, and goes on to be at the new one")
    func movingHouse() throws {
        var (before, house) = moved(by: 445)
        #expect(before.map(\.place.rawValue) == ["home", "office", "home"])
        #expect(visits(house) == before)
        house.fix(House.home.north(445), at: 15 * Self.hour)
        #expect(visits(house) == before)
        house.fix(House.office, at: 20 * Self.hour)
        house.fix(House.office, at: 20.5 * Self.hour)
        #expect(visits(house).map(\.place.rawValue) == ["home", "office", "home", "office"])
    }

    @Test("Who moves house again was at the last one before that was drawn there")
    func movingAgain() throws {
        var house = House()
        Self.day(&house)
        func move(by metres: Double, at hour: Double) throws {
            var place = try #require(house.engine.household.places[Self.home])
            place.area = .circle(center: House.home.north(metres), radius: 60)
            house.change(.savePlace(place), at: hour * Self.hour)
        }
        house.fix(House.office, at: 15 * Self.hour)
        house.fix(House.office, at: 15.5 * Self.hour)
        for hour in [16.0, 16.5] { house.fix(House.home.north(445), at: hour * Self.hour) }
        try move(by: 445, at: 18)
        for hour in [24.0, 24.5] { house.fix(House.office, at: hour * Self.hour) }
        let before = visits(house)
        #expect(before.map(\.place.rawValue).suffix(3) == ["office", "home", "office"])
        try move(by: 9000, at: 30)
        #expect(visits(house) == before)
    }

    @Test("A place that was drawn wrongly has its history back once that is corrected")
    func corrected() throws {
        var house = House()
        let right = try #require(house.engine.household.places[Self.home])
        var wrong = right
        wrong.area = .circle(center: House.home.north(445), radius: 60)
        house.change(.savePlace(wrong), at: 0)
        Self.day(&house)
        #expect(visits(house).map(\.place.rawValue) == ["office"])
        house.change(.savePlace(right), at: 14 * Self.hour)
        #expect(visits(house).map(\.place.rawValue) == ["home", "office", "home"])
    }

    @Test("Where a place was is forgotten when others may see it, who did not know it then")
    func shared() throws {
        var (_, house) = moved(by: 445)
        var place = try #require(house.engine.household.places[Self.home])
        #expect(place.former?.count == 1)
        place.owner = House.bob
        house.change(.savePlace(place), at: 14 * Self.hour)
        #expect(house.engine.household.places[Self.home]?.former == nil)
    }

    @Test("A place that is only drawn better is judged by that, also for the past")
    func drawnAnew() throws {
        let (_, house) = moved(by: 50)
        let place = try #require(house.engine.household.places[Self.home])
        #expect(place.former == nil)
    }

    @Test("Whoever is not heard of for hours leaves no home that was moved or deleted since")
    func longAgo() throws {
        let place = try #require(House().engine.household.places[Self.home])
        var elsewhere = place
        elsewhere.area = .circle(center: House.home.north(5000), radius: 60)
        for edit in [HouseholdChange.savePlace(elsewhere), .deletePlace(Self.home)] {
            var house = House()
            house.fix(House.home, at: 0)
            house.wait(until: 13 * Self.hour)
            #expect(house.alice.hand == .unknown)
            house.change(edit, at: 13 * Self.hour)
            for step in 1...5 {
                house.fix(
                    House.home.north(-400 * Double(step)), at: 14 * Self.hour + 60 * Double(step))
            }
            #expect(house.alice.hand == .travelling)
            #expect(house.transitions.isEmpty)
        }
    }

    @Test("A place drawn around somebody or moved away from them carries none of their things")
    func things() {
        var house = House()
        let cafe = House.home.north(900)
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -55, from: 1, to: 300, every: 2)
        house.hear(House.keys, by: "n2", -55, from: 300, to: 310, every: 2)
        for step in 1...9 {
            house.fix(House.home.north(100 * Double(step)), at: 310 + 60 * Double(step))
        }
        for minute in 1...30 { house.fix(cafe, at: 850 + 60 * Double(minute)) }
        #expect(house.itemPlaces == ["leave home"] && house.keys.withOwner == .yes)
        house.draw("cafe", "Café", at: cafe)
        house.fix(cafe, at: 2760)
        #expect(house.keys.place == ID(checked: "cafe"))
        house.draw("cafe", "Café", at: House.home.north(-5000))
        house.fix(cafe, at: 2820)
        #expect(house.keys.place == nil)
        #expect(house.itemPlaces == ["leave home"])
    }
}
