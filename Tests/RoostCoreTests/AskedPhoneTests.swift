// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Phones that contradict the nodes are asked where they are")
struct AskedPhoneTests {
    private static let phone = DeviceKey(user: House.alice, device: Device("phone")!)

    /// When phones were asked, in seconds.
    private static func questions(_ house: House, since mark: Int = 0) -> Int {
        house.effects.dropFirst(mark).count { $0 == .ask(phone) }
    }

    /// alice is heard in the kitchen, with her phone.
    private static func atHome() -> House {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 60, every: 2)
        return house
    }

    @Test("A phone that drifts out of the house is asked, and again only after a while")
    func drifting() {
        var house = Self.atHome()
        #expect(Self.questions(house) == 0)
        for second in stride(from: 60.0, to: 600, by: 20) {
            house.fix(
                House.home.north(200 + second.truncatingRemainder(dividingBy: 70)), at: second)
            house.hear(House.tag, by: "n1", -56, from: second + 1, to: second + 20, every: 4)
        }
        #expect(house.alice.place == ID(checked: "home"))
        #expect(Self.questions(house) == 1)
        for second in stride(from: 600.0, to: 1100, by: 20) {
            house.fix(
                House.home.north(200 + second.truncatingRemainder(dividingBy: 70)), at: second)
            house.hear(House.tag, by: "n1", -56, from: second + 1, to: second + 20, every: 4)
        }
        #expect(Self.questions(house) == 2)
    }

    @Test("A phone that still says home, when its user went out by the door, is asked")
    func behind() {
        var house = Self.atHome()
        house.hear(House.tag, by: "n2", -56, from: 60, to: 80, every: 1)
        house.wait(until: 200)
        #expect(house.alice.hand == .travelling)
        #expect(Self.questions(house) == 1)
    }

    @Test("A tag that was left at home makes nobody ask all day")
    func tagAtHome() {
        var house = Self.atHome()
        for minute in 1...30 {
            let second = 60 * Double(minute)
            house.fix(House.home.north(100 * Double(minute)), at: second)
            house.hear(House.tag, by: "n1", -56, from: second + 1, to: second + 60, every: 10)
        }
        #expect(house.alice.place == nil)
        let mark = house.effects.count
        #expect(Self.questions(house) == 1)
        for minute in 31...300 {
            let second = 60 * Double(minute)
            house.fix(House.home.north(3000), at: second)
            house.hear(House.tag, by: "n1", -56, from: second + 1, to: second + 60, every: 10)
        }
        #expect(Self.questions(house, since: mark) == 0)
    }

    @Test("A phone that has just come home and not spoken yet is not asked")
    func arrival() {
        var house = House()
        house.fix(House.home.north(900), at: 0)
        house.hear(House.tag, by: "n1", -56, from: 200, to: 250, every: 2)
        house.fix(House.home, at: 252)
        house.hear(House.tag, by: "n1", -56, from: 254, to: 400, every: 2)
        #expect(house.alice.place == ID(checked: "home"))
        #expect(Self.questions(house) == 0)
    }

    @Test("A phone that is known to lie elsewhere is not asked")
    func apart() {
        var house = House()
        house.fix(House.office, at: 0)
        house.fix(House.office, at: 100)
        house.hear(House.tag, by: "n1", -56, from: 3600, to: 3655, every: 2)
        house.fix(House.office, at: 3662)
        house.fix(House.office, at: 3800)
        let mark = house.effects.count
        house.hear(House.tag, by: "n1", -56, from: 3802, to: 6000, every: 2)
        #expect(Self.questions(house, since: mark) == 0)
    }

    @Test("An edit of the household asks nobody")
    func edit() {
        var house = Self.atHome()
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "home"), name: "Home", kind: .home,
                    area: .circle(center: House.office, radius: 60), isShared: true)),
            at: 70)
        #expect(Self.questions(house) == 0)
    }
}

@Suite("Regions that a phone was given")
struct GivenRegionTests {
    private static let place = House().engine.household.places[ID(checked: "home")]!

    /// The phone says something of the region as which it was given alice's home.
    private static func say(_ name: String, _ area: Area?, to house: inout House) {
        let origin = String(place.regionTime)
        house.effects += house.engine.apply(
            .waypoint(Waypoint(name: name, area: area, origin: origin), of: House.alice),
            at: House.start)
    }

    @Test("What a phone says of the copy changes no place, and makes none")
    func copy() {
        var house = House()
        let before = house.engine.household.places
        Self.say("My flat", .circle(center: House.office, radius: 500), to: &house)
        Self.say("Home", nil, to: &house)
        #expect(house.engine.household.places == before)
    }

    @Test("What a phone says of the copy of a place that is gone makes none")
    func ghost() {
        var house = House()
        house.change(.deletePlace(ID(checked: "home")), at: 0)
        let arctic = Coordinate(latitude: 80, longitude: 80)!
        Self.say("Home", .circle(center: arctic, radius: 50), to: &house)
        #expect(house.engine.household.places.count == 1)
    }

    @Test("A region of her own is a place of hers, unless it is the known one of that name there")
    func sameName() throws {
        var house = House()
        func make(_ origin: String, _ center: Coordinate, radius: Double = 80) {
            let region = Waypoint(
                name: "Home", area: .circle(center: center, radius: radius), origin: origin)
            house.effects += house.engine.apply(
                .waypoint(region, of: House.bob), at: House.start)
        }
        let before = house.engine.household.places.count
        make("1700000001", House.home.north(300))
        make("1700000002", House.home.north(2000), radius: 2000)
        #expect(house.engine.household.places.count == before)
        make("1700000003", House.home.north(9000))
        let own = try #require(house.engine.household.places.values.first { $0.owner == House.bob })
        #expect(own.name == "Home" && own.kind == .home && own.id != ID(checked: "home"))
        house.fix(House.home.north(9000), of: House.bob, at: 10)
        #expect(house.engine.presence(of: House.bob)?.place == own.id)
        make("1700000004", House.home.north(9100))
        #expect(house.engine.household.places.count == before + 1)
    }

    @Test("Its crossing is the place's, whatever the region is called")
    func crossing() {
        var house = House()
        house.fix(House.home.north(3000), at: 0)
        var fix = Fix(
            coordinate: House.home.north(70), accuracy: 30,
            time: House.start.advanced(bySeconds: 600))
        fix.crossing = Fix.Crossing(
            isEntering: true, region: "Old name", origin: String(Self.place.regionTime))
        house.take(fix, at: 600)
        #expect(house.transitions == ["enter home"])
    }

    @Test("The time by which a region is known differs between places, and is before any phone's")
    func times() {
        let times = (0..<1000).map { number in
            Place(id: ID(checked: "place\(number)"), name: "", area: .polygon([])).regionTime
        }
        #expect(Set(times).count == times.count)
        #expect(times.allSatisfy { (1...1_000_000_000).contains($0) })
    }
}
