import RoostCore
import Testing

/// Silences near a place that prove nothing: nobody listened, or a later message refutes them.
@Suite("Silences that prove nothing")
struct BrokenSilenceTests {
    private typealias Town = FrequentPlaceTests

    private static let cafe = Town.cafe
    private static let way = [900.0, 1150, 1390]

    /// alice fell silent beside the café `seconds` ago.
    private static func silent(for seconds: Double) -> (house: House, since: Double) {
        let house = Town.go(past: way, Town.town(visits: 3), silence: seconds)
        return (house, house.engine.now.seconds(since: House.start) - seconds)
    }

    @Test("Time in which the gateway did not listen is not a silence of the phone")
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

    @Test("A restart keeps both a pending silence and one that already told the place")
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

    @Test("After a late message, the rest of the queue is awaited before assuming silence")
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

    @Test("After two hours of silence, nobody knows where the phone's owner is")
    func dead() {
        var (house, since) = Self.silent(for: 3600)
        #expect(house.alice.place == Self.cafe)
        house.wait(until: since + 7300)
        #expect(house.engine.users[House.alice]?.belief?.whereabouts == .unknown)
    }

    @Test("The counterfactuals of a decision by silence name that silence")
    func why() throws {
        let (house, _) = Self.silent(for: 300)
        let decision = try #require(house.decisions.last { $0.rule == "silent_nearby" })
        let texts = decision.counterfactuals.map(\.text)
        #expect(texts.first == "Silence of phone for less than 276.2 s (it was 276.3 s)")
        #expect(texts.contains { $0.hasPrefix("A fix of phone within 10 m, more than") })
    }

    @Test("A late fix from within the silence revokes the presumed stay at once")
    func broken() {
        var (house, since) = Self.silent(for: 290)
        #expect(house.alice.place == Self.cafe)
        house.fix(House.office.north(1600), at: since + 240, arriving: since + 291)
        #expect(house.alice.place == nil)
    }

    @Test("A later fix from beside the place revokes the presumed stay")
    func beside() {
        var (house, since) = Self.silent(for: 600)
        #expect(house.alice.place == Self.cafe)
        house.fix(House.office.north(1385), at: since + 900)
        #expect(house.alice.place == nil)
        house.wait(until: since + 1700)
        #expect(house.alice.place == nil)
    }

    @Test("A fix that cannot be true still ends the silence as a sign of life")
    func impossible() {
        for (isTold, place) in [(false, Self.cafe), (true, nil)] {
            var (house, since) = Self.silent(for: 100)
            if isTold { house.fix(House.office.north(500_000), at: since + 100) }
            house.wait(until: since + 900)
            #expect(house.alice.place == place)
        }
    }

    @Test("Another place on the way prevents the guess unless the café was visited often")
    func neighbour() {
        for (visits, isThere) in [(3, false), (6, true)] {
            var town = Town.town(visits: visits)
            let shop: ID<Place> = ID(checked: "shop")
            town.house.change(.savePlace(Town.place(shop, at: 1310)), at: town.second)
            let house = Town.go(past: Self.way, town)
            #expect((house.alice.place == Self.cafe) == isThere)
        }
    }

    @Test("A driver's silence counts only if the fixes come in short, even steps")
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

    @Test("One fix while driving proves a stay in a small place but not in a large one")
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

    @Test("Saving an unrelated place changes neither a pending silence nor one that told")
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

    @Test("Saving a place around a user republishes the occupancy of the old and the new place")
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

    @Test("Visits do not count for a place that was moved or recreated under its old name")
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

    @Test("Drawing a place beside a silent user causes no arrival")
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

    @Test("A silence elsewhere does not prove that a tag still heard at home was left there")
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
