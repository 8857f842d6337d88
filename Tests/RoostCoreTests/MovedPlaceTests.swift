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
            settings: EngineSettings(), until: house.engine.now)
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
}
