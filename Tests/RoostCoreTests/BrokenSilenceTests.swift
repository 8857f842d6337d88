import RoostCore
import Testing

/// Silences near a place that prove nothing: nobody listened, or a later message refutes them.
@Suite("Silences that tell nothing")
struct BrokenSilenceTests {
    private typealias Town = FrequentPlaceTests

    private static let cafe = Town.cafe
    private static let way = [900.0, 1150, 1390]

    /// alice fell silent beside the café `seconds` ago.
    private static func silent(for seconds: Double) -> (house: House, since: Double) {
        let house = Town.go(past: way, Town.town(visits: 3), silence: seconds)
        return (house, house.engine.now.seconds(since: House.start) - seconds)
    }

    @Test("What came while the gateway did not listen was no silence of the phone's")
    func interrupted() {
        // The messages come at once, or after a while, or the broker lost all but the last.
        for (away, rest, lost) in [(600.0, 1.0, 0), (660, 100, 0), (3000, 150, 3)] {
            var (house, since) = Self.silent(for: 60)
            house.interrupt(at: since + 60)
            house.listen(at: since + away)
            house.wait(until: since + away + 0.5)
            let way = [(120.0, 1600.0), (240, 1800), (360, 2000), (540, 2200)]
            for (second, metres) in way.dropFirst(lost) {
                house.fix(
                    House.office.north(metres), at: since + second, arriving: since + away + rest)
            }
            house.wait(until: since + away + 700)
            #expect(house.alice.place == nil)
            #expect(!house.transitions.dropFirst(6).contains("enter cafe"))
        }
    }

    @Test("A restart forgets neither the silence that is waited for nor the one that told")
    func restart() {
        for (seconds, isThere) in [(60.0, false), (600, true)] {
            var (house, since) = Self.silent(for: seconds)
            house.effects = []
            house.engine = Engine(household: house.engine.household, memory: house.engine.memory)
            house.listen(at: since + seconds + 10)
            #expect((house.alice.place == Self.cafe) == isThere)
            house.wait(until: since + seconds + 200)
            #expect((house.alice.place == Self.cafe) == isThere)
            house.wait(until: since + seconds + 400)
            #expect(house.alice.place == Self.cafe)
            #expect(house.engine.users[House.alice]?.belief?.rule == .silentNearby)
            #expect(house.transitions == (isThere ? [] : ["enter cafe"]))
            // A drift after the restart says nothing about the silence before.
            house.fix(House.office.north(1650), at: since + seconds + 410)
            #expect(house.alice.place == Self.cafe)
        }
    }

    @Test("The rest of a queue is waited for before it is taken for silence")
    func queue() {
        // At whichever moment the silence becomes long enough.
        var rounds = 0
        for moment in 0..<30 {
            let arrival = 240 + 1.5 * Double(moment)
            var (house, since) = Self.silent(for: arrival - 0.1)
            guard house.alice.place == nil else { break }
            rounds += 1
            house.fix(House.office.north(1600), at: since + 100, arriving: since + arrival)
            house.wait(until: since + arrival + 60)
            #expect(house.alice.place == nil)
            #expect(!house.transitions.dropFirst(6).contains("enter cafe"))
        }
        #expect((20..<30).contains(rounds))
    }

    @Test("A silent phone is nowhere that anybody knows after two hours")
    func dead() {
        var (house, since) = Self.silent(for: 3600)
        #expect(house.alice.place == Self.cafe)
        house.wait(until: since + 7300)
        #expect(house.engine.users[House.alice]?.belief?.whereabouts == .unknown)
    }

    @Test("`why` names the silence that told it")
    func why() throws {
        let (house, _) = Self.silent(for: 300)
        let decision = try #require(house.decisions.last { $0.rule == "silent_nearby" })
        let texts = decision.counterfactuals.map(\.text)
        #expect(texts.first == "Silence of phone for less than 276.2 s (it was 276.3 s)")
        #expect(texts.contains { $0.hasPrefix("A fix of phone within 10 m, more than") })
    }

    @Test("A word of within the silence takes it back at once")
    func broken() {
        var (house, since) = Self.silent(for: 290)
        #expect(house.alice.place == Self.cafe)
        house.fix(House.office.north(1600), at: since + 240, arriving: since + 291)
        #expect(house.alice.place == nil)
    }

    @Test("Who tells later that they are still beside it is not in it")
    func beside() {
        var (house, since) = Self.silent(for: 600)
        #expect(house.alice.place == Self.cafe)
        house.fix(House.office.north(1385), at: since + 900)
        #expect(house.alice.place == nil)
        house.wait(until: since + 1700)
        #expect(house.alice.place == nil)
    }

    @Test("A fix that cannot be true is a sign of life nevertheless")
    func impossible() {
        for (isTold, place) in [(false, Self.cafe), (true, nil)] {
            var (house, since) = Self.silent(for: 100)
            if isTold { house.fix(House.office.north(500_000), at: since + 100) }
            house.wait(until: since + 900)
            #expect(house.alice.place == place)
        }
    }

    @Test("A place between that is as well known as any is as likely")
    func neighbour() {
        for (visits, isThere) in [(3, false), (6, true)] {
            var town = Town.town(visits: visits)
            let shop: ID<Place> = ID(checked: "shop")
            town.house.change(.savePlace(Town.place(shop, at: 1310)), at: town.second)
            let house = Town.go(past: Self.way, town)
            #expect((house.alice.place == Self.cafe) == isThere)
        }
    }

    @Test("Who drives may be silent far from where they told last")
    func driven() {
        let (fast, even) = ([-2000.0, -1500, -700, 100, 1390], [790.0, 990, 1190, 1390])
        for (way, seconds, place) in [(fast, 60.0, nil), (even, 20, Self.cafe)] {
            var (house, second) = Town.town(visits: 6)
            for metres in way {
                second += seconds
                house.fix(House.office.north(metres), at: second)
            }
            house.wait(until: second + 900)
            #expect(house.alice.place == place)
        }
    }

    @Test("Of a drive through a large place there may well be one fix inside")
    func large() {
        for (radius, isThere) in [(90.0, true), (110, false)] {
            var (house, second) = Town.town(visits: 3, step: 300, radius: radius)
            for metres in [300.0, 700, 1100, 1490] {
                second += 60
                house.fix(House.office.north(metres), at: second)
            }
            #expect((house.alice.place == Self.cafe) == isThere)
        }
    }

    @Test("What becomes of another place changes nothing, pending or told")
    func edited() {
        for (seconds, isThere) in [(60.0, false), (300, true)] {
            var (house, since) = Self.silent(for: seconds)
            #expect((house.alice.place == Self.cafe) == isThere)
            let shop = Town.place(ID(checked: "shop"), at: 9000)
            house.change(.savePlace(shop), at: since + seconds + 1)
            #expect((house.alice.place == Self.cafe) == isThere)
            house.wait(until: since + 400)
            #expect(house.alice.place == Self.cafe)
        }
    }

    @Test("The occupancy of a place is told anew where only another one was drawn anew")
    func occupancy() {
        var (house, second) = Town.town(visits: 0)
        house.fix(House.office, at: second + 600)
        second += 700
        #expect(house.alice.place == ID(checked: "office"))
        house.effects = []
        house.change(.savePlace(Town.place(ID(checked: "shop"), at: 0)), at: second)
        #expect(house.alice.place == ID(checked: "shop"))
        let places = house.effects.compactMap { effect in
            if case .changed(.place(let place), _) = effect { place.rawValue } else { nil }
        }
        #expect(Set(places) == ["office", "shop"])
        #expect(house.transitions.isEmpty)
    }

    @Test("A place that is elsewhere now, or new under its old name, is not the one they stayed in")
    func moved() {
        for isDeleted in [false, true] {
            var town = Town.town(visits: 6)
            if isDeleted { town.house.change(.deletePlace(Self.cafe), at: town.second) }
            town.house.change(.savePlace(Town.place(Self.cafe, at: 1540)), at: town.second)
            #expect(Town.go(past: Self.way, town).alice.place == nil)
        }
        var town = Town.town(visits: 6)
        town.house.change(.savePlace(Town.place(Self.cafe, at: 1502, radius: 40)), at: town.second)
        #expect(Town.go(past: Self.way, town).alice.place == Self.cafe)
    }

    @Test("Nobody comes to a place because it was drawn anew, or another one beside them")
    func drawn() {
        for (seconds, place) in [(60.0, ID<Place>?.none), (300, Self.cafe)] {
            var (house, since) = Self.silent(for: seconds)
            let shop = Town.place(ID(checked: "shop"), at: 1362, radius: 20)
            let told = house.transitions
            house.change(.savePlace(shop), at: since + seconds + 1)
            house.wait(until: since + seconds + 200)
            #expect(house.alice.place == place)
            #expect(house.transitions == told)
        }
    }

    @Test("What is still heard at home was not proven to have stayed there by a silence elsewhere")
    func heard() {
        var (house, second) = Town.town(visits: 3)
        // The tag comes home; the phone strays towards the café.
        house.hear(House.tag, by: "n1", -60, from: second, to: second + 60, every: 3)
        house.fix(House.home, at: second + 60)
        second += 60
        for metres in [900.0, 1150, 1390] {
            house.hear(House.tag, by: "n1", -60, from: second, to: second + 30, every: 3)
            second += 30
            house.fix(House.office.north(metres), at: second)
        }
        house.hear(House.tag, by: "n1", -60, from: second, to: second + 400, every: 3)
        #expect(house.engine.users[House.alice]?.devices["phone"]?.standing == .inside(Self.cafe))
        #expect(house.alice.place == ID(checked: "home"))
    }
}
