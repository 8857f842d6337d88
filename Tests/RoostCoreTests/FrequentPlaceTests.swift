import RoostCore
import Testing

/// The silence of a phone that reports only movement, near places where it often stays.
@Suite("Silences near frequent places")
struct FrequentPlaceTests {
    static let cafe: ID<Place> = ID(checked: "cafe")

    /// A café 1500 m north of the office, and a phone that reports every 200 m and was there
    /// before.
    ///
    /// - Parameters:
    ///   - visits: How often it stayed there.
    ///   - step: Metres from one fix to the next.
    ///   - radius: The radius of the café.
    ///   - stay: The length of a visit, in seconds.
    static func town(
        visits: Int, step: Double = 200, radius: Double = 35, stay: Double = 1800
    ) -> (house: House, second: Double) {
        var house = House()
        house.change(.savePlace(place(cafe, at: 1500, radius: radius)), at: 0)
        var second = 0.0
        for _ in 0..<visits {
            for metres in stride(from: 300.0, to: 1500, by: step) {
                second += step / 1.4
                house.fix(House.office.north(metres), at: second)
            }
            second += 40
            house.take(fix(at: 1500, speed: 0, second), at: second)
            second += stay
            for metres in stride(from: 1500 - step, through: 300, by: -step) {
                second += step / 1.4
                house.fix(House.office.north(metres), at: second)
            }
        }
        return (house, second)
    }

    static func place(_ id: ID<Place>, at metres: Double, radius: Double = 35) -> Place {
        Place(
            id: id, name: id == cafe ? "Café" : "Shop", kind: .other,
            area: .circle(center: House.office.north(metres), radius: radius), isShared: true)
    }

    static func fix(at metres: Double, speed: Double?, _ second: Double) -> Fix {
        var fix = Fix(
            coordinate: House.office.north(metres), accuracy: 10,
            time: House.start.advanced(bySeconds: second))
        fix.speed = speed
        return fix
    }

    /// Sends a fix at each of the points of a walk, and nothing for some minutes.
    static func go(
        past points: [Double], _ town: (house: House, second: Double), silence: Double = 300
    ) -> House {
        var (house, second) = town
        for metres in points {
            second += 180
            house.fix(House.office.north(metres), at: second)
        }
        house.wait(until: second + silence)
        return house
    }

    @Test("Falling silent near an often visited café on the way there means being in it")
    func silent() throws {
        let way = [900.0, 1150, 1390]
        let house = Self.go(past: way, Self.town(visits: 3))
        #expect(house.alice.place == Self.cafe)
        let belief = try #require(house.engine.users[House.alice]?.belief)
        #expect(belief.rule == .silentNearby)
        #expect(belief.confidence < 0.75)
        let decision = try #require(house.decisions.last { $0.rule == "silent_nearby" })
        #expect(
            decision.evidence.map(\.text) == [
                "phone fell silent 75 m from Café, where it often stays"
            ])
        // A walk of 200 m takes longer.
        #expect(Self.go(past: way, Self.town(visits: 3), silence: 200).alice.place == nil)
    }

    @Test("Falling silent as one walks into a shop just before an often visited café is no visit")
    func shopBefore() {
        let shop: ID<Place> = ID(checked: "shop")
        for stands in [false, true] {
            var town = Self.town(visits: 5)
            town.house.change(.savePlace(Self.place(shop, at: 1420, radius: 25)), at: town.second)
            var (house, second) = town
            for metres in [900.0, 1150, 1400] {
                second += 180
                let speed = stands && metres == 1400 ? 0.0 : nil
                house.take(Self.fix(at: metres, speed: speed, second), at: second)
            }
            house.wait(until: second + 300)
            #expect(house.alice.place == (stands ? shop : Self.cafe))
        }
    }

    @Test("A fix in the café confirms the presumed stay")
    func proven() {
        var house = Self.go(past: [900, 1150, 1390], Self.town(visits: 3))
        let second = house.engine.now.seconds(since: House.start) + 60
        house.take(Self.fix(at: 1495, speed: 0, second), at: second)
        #expect(house.alice.place == Self.cafe)
        #expect(house.engine.users[House.alice]?.belief?.rule == .fixInside)
    }

    @Test("No stay is presumed after passing by, few or short visits, or with dense fixes")
    func notThere() {
        let behind = Self.go(past: [1900, 1700, 1350], Self.town(visits: 3), silence: 900)
        #expect(behind.alice.place == nil)
        let once = Self.go(past: [900, 1150, 1390], Self.town(visits: 1), silence: 900)
        #expect(once.alice.place == nil)
        // Certainly over only after ten minutes, but not that long.
        let short = Self.go(past: [900, 1150, 1390], Self.town(visits: 3, stay: 400), silence: 900)
        #expect(short.alice.place == nil)
        let often = Self.go(past: [1310, 1350, 1390], Self.town(visits: 3, step: 40), silence: 900)
        #expect(often.alice.place == nil)
    }

    @Test("At a place with nodes, a silence nearby tells nothing")
    func nodes() {
        var town = Self.town(visits: 3)
        town.house.change(
            .saveNode(Node(id: ID(checked: "n3"), place: Self.cafe, room: ID(checked: "bar"))),
            at: town.second)
        #expect(Self.go(past: [900, 1150, 1390], town, silence: 900).alice.place == nil)
    }

    @Test("Driving to an often visited place counts as arriving at the first fix inside")
    func driven() {
        for (visits, isThere) in [(0, false), (3, true)] {
            var (house, second) = Self.town(visits: visits, step: 300)
            for metres in [300.0, 700, 1100, 1490] {
                second += 60
                house.fix(House.office.north(metres), at: second)
            }
            #expect((house.alice.place == Self.cafe) == isThere)
        }
    }
}
