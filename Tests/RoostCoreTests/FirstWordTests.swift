import RoostCore
import Testing

@Suite("The first message of an unknown user")
struct FirstWordTests {
    private static let carol: ID<User> = ID(checked: "carol")

    @Test("A first name card or region creates its user", arguments: [true, false])
    func creates(isCard: Bool) {
        var engine = Engine(createsUsers: true)
        _ = engine.apply(.listening, at: House.start)
        let area = Area.circle(center: House.home, radius: 50)
        let region = Waypoint(name: "Allotment", area: area, origin: "1790000000")
        let event: Event =
            isCard ? .card(name: "Carol", of: Self.carol) : .waypoint(region, of: Self.carol)
        _ = engine.apply(event, at: House.start)
        #expect(engine.household.users[Self.carol]?.name == (isCard ? "Carol" : "carol"))
        #expect(engine.household.places.count == (isCard ? 0 : 1))
    }

    @Test("A first message is turned away where only administrators create users")
    func turnsAway() throws {
        var house = House()
        house.fix(House.home, of: Self.carol, at: 0)
        #expect(house.effects.contains(.turnAway(Self.carol, because: .unknownUser)))
        #expect(house.engine.household.users[Self.carol] == nil)
    }

    @Test("A flood of users ends at ten thousand; an administrator may add more")
    func flood() {
        var engine = Engine(createsUsers: true)
        _ = engine.apply(.listening, at: House.start)
        for number in 0..<10_000 {
            _ = engine.apply(.card(name: "U", of: ID(checked: "u\(number)")), at: House.start)
        }
        let effects = engine.apply(.card(name: "Carol", of: Self.carol), at: House.start)
        #expect(effects == [.turnAway(Self.carol, because: .tooManyUsers)])
        #expect(engine.household.users.count == 10_000)
        _ = engine.apply(
            .household([.saveUser(User(id: Self.carol, name: "Carol"))]), at: House.start)
        #expect(engine.household.users[Self.carol] != nil)
    }
}
