import Testing

@testable import RoostCore

@Suite("Things in somebody else's private place")
struct PrivatePlaceTests {
    private static let hideout: ID<Place> = ID(checked: "hideout")
    /// When what fell silent there is lost, in seconds.
    private static let later = 73 * 3600.0

    /// bob has a place of his own; alice's keys are heard at home, and then there.
    private static func house() -> House {
        var house = House()
        house.change(
            .savePlace(
                Place(
                    id: hideout, name: "Hideout",
                    area: .circle(center: House.home.north(3000), radius: 60), owner: House.bob,
                    rooms: [Room(id: ID(checked: "lair"), name: "Lair")])), at: 0)
        house.change(
            .saveNode(Node(id: ID(checked: "spy-1"), place: hideout, room: ID(checked: "lair"))),
            at: 0)
        for node in ["n1", "n2", "spy-1"] { house.report(node, isOnline: true, at: 0) }
        house.fix(House.home, at: 1)
        house.hear(House.keys, by: "n1", -50, from: 1, to: 60, every: 2)
        house.fix(House.home.north(1000), at: 200)
        house.fix(House.home.north(1200), at: 300)
        house.hear(House.keys, by: "spy-1", -50, from: 301, to: 700, every: 3)
        house.fix(House.office, at: 700)
        house.fix(House.office, at: 760)
        house.hear(House.keys, by: "spy-1", -50, from: 761, to: 900, every: 3)
        house.wait(until: later)
        return house
    }

    @Test("Their owner is told nothing of the place, the household's automation all")
    func told() throws {
        var house = Self.house()
        house.hear(House.keys, by: "spy-1", -50, at: Self.later + 10)
        #expect(house.keys.place == Self.hideout && house.keys.node == ID(checked: "spy-1"))
        let view = try #require(house.engine.ownersView(of: ID(checked: "keys")))
        #expect(view.place == nil && view.placeName == nil && view.room == nil)
        #expect(view.roomName == nil && view.node == nil && view.distance == nil)
        #expect(view.coordinate == nil && view.lastSeen == house.keys.lastSeen)

        let told = house.effects.filter { effect in
            switch effect {
            case .alert(let alert): alert.user == House.alice
            case .explain, .announce: true
            default: false
            }
        }
        for secret in ["hideout", "lair", "spy-1"] {
            #expect(!told.contains { "\($0)".lowercased().contains(secret) })
        }
        #expect(house.itemPlaces == ["leave home"])
        #expect(house.decisions.contains { $0.text.hasPrefix("Keys is elsewhere") })
        #expect(house.alerts(.arrivedWithout).map(\.text) == ["Keys: elsewhere."])
        #expect(
            house.alerts(.itemLost).map(\.text) == ["Keys: not heard any more, last elsewhere."])
        #expect(house.alerts(.itemFound).map(\.text) == ["Keys: heard again elsewhere."])
    }

    /// bob's place at a distance from home, where nodes alone see alice: at home, and then there.
    private static func visit(
        at metres: Double, radius: Double, leavingPhone isPhoneLeft: Bool = false,
        until end: Double = 900
    ) -> House {
        var house = House.withWallet()
        house.change(
            .savePlace(
                Place(
                    id: hideout, name: "Hideout",
                    area: .circle(center: House.home.north(metres), radius: radius),
                    owner: House.bob, rooms: [Room(id: ID(checked: "lair"), name: "Lair")])), at: 0)
        for (node, room) in [("spy-1", "lair"), ("spy-2", "cellar"), ("spy-3", "loft")] {
            house.change(
                .saveNode(
                    Node(
                        id: ID(checked: node), place: hideout, room: ID(checked: room),
                        position: [Double(room.count), Double(node.utf8.last ?? 0), 1])), at: 0)
            house.report(node, isOnline: true, at: 0)
        }
        if isPhoneLeft { house.fix(House.home, at: 1) }
        for node in ["n1", "n2", "spy-1"] { house.report(node, isOnline: true, at: 0) }
        for second in stride(from: 1.0, to: end, by: 1) {
            house.hear(House.keys, by: "n1", -60, at: second)
            let isHome = second < 300
            for beacon in [House.tag, House.wallet] {
                house.hear(beacon, by: isHome ? "n1" : "spy-1", isHome ? -60 : -45, at: second)
                if !isHome { house.hear(beacon, by: "spy-2", -60, at: second + 0.2) }
            }
        }
        return house
    }

    /// Nothing of the place, of its rooms and its nodes is told to alice.
    private func expectSecrecy(_ house: House) {
        let told = house.effects.filter { effect in
            switch effect {
            case .alert(let alert): alert.user == House.alice
            case .explain(let decision): decision.item == nil
            case .announce(let step): step.subject == .user
            default: false
            }
        }
        for secret in ["hideout", "lair", "cellar", "spy"] {
            #expect(!told.contains { "\($0)".lowercased().contains(secret) }, "\(secret)")
        }
        #expect(house.alice.position == nil && house.alice.room == nil)
    }

    @Test("Who is heard in a place that they do not know has left all others, and is told no more")
    func visitor() throws {
        var house = Self.visit(at: 3000, radius: 60)
        expectSecrecy(house)
        #expect(house.transitions == ["leave home"])
        #expect(house.alice.hand == .travelling && house.alice.place == nil)
        #expect(house.engine.location(of: House.alice) == nil)
        #expect(house.alerts(.leftBehind).map(\.item) == [ID(checked: "keys")])
        let decision = try #require(house.decisions.last { $0.item == nil })
        #expect(decision.rule == "heard_elsewhere")
        // Her phone knows more.
        house.fix(House.office, at: 950)
        house.fix(House.office, at: 1010)
        #expect(house.alice.place == ID(checked: "office"))
    }

    @Test("A phone that was left at home does not bring them back, however often it says so")
    func leftPhone() {
        var house = Self.visit(at: 3000, radius: 60, leavingPhone: true)
        #expect(house.transitions == ["leave home"])
        for minute in 16..<40 {
            house.hear(House.tag, by: "spy-1", -45, at: 60 * Double(minute))
            house.fix(House.home, at: 60 * Double(minute) + 1)
        }
        #expect(house.transitions == ["leave home"])
    }

    @Test("A beacon that fell silent in a place that they do not know outdoes none heard at home")
    func carriedAway() {
        var house = Self.visit(at: 3000, radius: 60, until: 1)
        house.change(
            .saveUser(User(id: House.alice, name: "Alice", beacons: [House.tag, House.bag])),
            at: 2)
        for second in stride(from: 3.0, to: 1500, by: 1) {
            house.hear(House.tag, by: "n1", -60, at: second)
            guard second < 600 else { continue }
            house.hear(House.bag, by: second < 300 ? "n1" : "spy-1", -50, at: second + 0.3)
        }
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("Who is heard in somebody's own place within the home is at home")
    func within() {
        let house = Self.visit(at: 5, radius: 10)
        expectSecrecy(house)
        #expect(house.transitions.isEmpty)
        #expect(house.alice.place == ID(checked: "home") && house.alice.room == nil)
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("At home is who is in the household's home, or in their own where the household has none")
    func atHome() throws {
        func isAtHome(sharing isShared: Bool) throws -> Bool? {
            var house = House()
            var home = try #require(house.engine.household.places[ID(checked: "home")])
            home.isShared = isShared
            home.owner = House.bob
            let own = Place(
                id: ID(checked: "alice-home"), name: "Home",
                area: .circle(center: House.home.north(3000), radius: 60), owner: House.alice)
            for place in [home, own] { house.change(.savePlace(place), at: 0) }
            house.fix(House.home.north(3000), at: 10)
            #expect(house.alice.place == own.id)
            return house.engine.presence(of: House.alice)?.isAtHome
        }
        #expect(try isAtHome(sharing: true) == false)
        #expect(try isAtHome(sharing: false) == true)
    }

    @Test("Once the place is shared, their owner is told where they are")
    func shared() throws {
        var house = Self.house()
        var place = try #require(house.engine.household.places[Self.hideout])
        place.isShared = true
        house.change(.savePlace(place), at: Self.later + 10)
        house.hear(House.keys, by: "spy-1", -50, at: Self.later + 11)
        let view = try #require(house.engine.ownersView(of: ID(checked: "keys")))
        #expect(view == house.keys && view.room == ID(checked: "lair"))
    }
}
