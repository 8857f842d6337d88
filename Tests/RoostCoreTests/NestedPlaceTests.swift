// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Places within places")
struct NestedPlaceTests {
    private static let mall = House.home.north(5000)
    private static let garden: ID<Place> = ID(checked: "garden")
    private static let home: ID<Place> = ID(checked: "home")

    /// A large home with a garden in it, whose middle is 120 m north of the kitchen, and a mall
    /// with a shop.
    private static func house() -> House {
        var house = House()
        let kitchen = Room(id: ID(checked: "kitchen"), name: "Kitchen")
        house.change(
            .savePlace(
                Place(
                    id: home, name: "Home", kind: .home,
                    area: .circle(center: House.home, radius: 200), isShared: true,
                    rooms: [kitchen])), at: 0)
        house.draw("garden", "Garden", at: House.home.north(120), radius: 40)
        house.draw("mall", "Mall", at: mall, radius: 200)
        house.draw("shop", "Shop", at: mall.north(100), radius: 40)
        return house
    }

    /// The phone reports from one spot every 30 s.
    private static func stay(
        _ house: inout House, north meters: Double, from start: Double, to end: Double
    ) {
        for second in stride(from: start, to: end, by: 30) {
            house.fix(House.home.north(meters), at: second)
        }
    }

    /// In the kitchen, in the garden, in the kitchen, in the garden, and at the shop in the mall.
    private static func day() -> House {
        var house = house()
        for (north, start) in [(0.0, 0.0), (120, 600), (0, 1200), (120, 1800), (5100, 2700)] {
            stay(&house, north: north, from: start, to: start + 500)
        }
        return house
    }

    @Test("Whoever goes into the garden and back has not left home")
    func steps() {
        let house = Self.day()
        #expect(
            house.transitions == [
                "enter garden", "leave garden", "enter garden", "leave garden", "leave home",
                "enter mall", "enter shop",
            ])
        #expect(house.alice.place == ID(checked: "shop"))
        #expect(house.alice.around.map(\.id.rawValue) == ["mall"])
    }

    @Test("Whoever leaves a place is still in all those around it that they have not left")
    func severalAround() {
        var house = House()
        house.draw("north", "North", at: House.home.north(150), radius: 300)
        house.draw("south", "South", at: House.home.north(-300), radius: 500)
        Self.stay(&house, north: 0, from: 0, to: 600)
        house.effects = []
        Self.stay(&house, north: -450, from: 900, to: 2000)
        #expect(house.transitions == ["leave home", "leave north"])
        #expect(house.alice.place == ID(checked: "south"))
    }

    @Test("Somebody in the garden is also counted at home")
    func occupancy() throws {
        var house = Self.house()
        Self.stay(&house, north: 0, from: 0, to: 500)
        house.effects = []
        Self.stay(&house, north: 120, from: 600, to: 1100)
        #expect(house.alice.place == Self.garden)
        #expect(try #require(house.engine.occupancy(of: Self.garden)).count == 1)
        #expect(try #require(house.engine.occupancy(of: Self.home)).count == 1)
        #expect(house.effects.contains(.changed(.place(Self.garden), .now)))
        house.effects = []
        Self.stay(&house, north: 5100, from: 2700, to: 3200)
        #expect(house.effects.contains(.changed(.place(Self.home), .now)))
        #expect(try #require(house.engine.occupancy(of: Self.home)).count == 0)
    }

    @Test("Keys in the kitchen are left behind when their owner leaves home, not when she gardens")
    func leftBehind() {
        var house = Self.house()
        for second in stride(from: 0.0, to: 2000, by: 10) {
            house.hear(House.keys, by: "n1", -60, at: second)
            if second.truncatingRemainder(dividingBy: 30) == 0 {
                let north = second < 600 ? 0.0 : second < 1200 ? 120 : 5100
                house.fix(House.home.north(north), at: second)
            }
            if second == 1190 {
                #expect(house.transitions == ["enter garden"])
                #expect(house.alerts(.leftBehind).isEmpty)
            }
        }
        #expect(house.transitions.prefix(3) == ["enter garden", "leave garden", "leave home"])
        let alerts = house.alerts(.leftBehind)
        #expect(alerts.map(\.place) == [Self.home])
        #expect(alerts.first?.room == ID(checked: "kitchen"))
    }

    @Test("Keys in the pocket of somebody who goes away by way of the garden go along")
    func pocket() {
        var house = Self.house()
        for node in ["n1", "n2"] { house.report(node, isOnline: true, at: 0) }
        for second in stride(from: 0.0, to: 600, by: 10) {
            house.hear(House.keys, by: "n1", -60, at: second)
            if second.truncatingRemainder(dividingBy: 30) == 0 { house.fix(House.home, at: second) }
        }
        Self.stay(&house, north: 120, from: 600, to: 1800)
        #expect(house.alice.place == Self.garden && house.keys.withOwner == .yes)
        Self.stay(&house, north: 5100, from: 2400, to: 3600)
        #expect(house.keys.withOwner == .yes)
        #expect(
            house.itemPlaces == [
                "enter garden", "leave garden", "leave home", "enter mall", "enter shop",
            ])
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("A phone in the garden does not contradict a tag in the kitchen, and is asked nothing")
    func question() {
        var house = Self.house()
        for second in stride(from: 0.0, to: 5400, by: 10) {
            house.hear(House.tag, by: "n1", -60, at: second)
            if second.truncatingRemainder(dividingBy: 60) == 0 {
                house.fix(House.home.north(second < 300 ? 0 : 120), at: second)
            }
        }
        #expect(house.alice.place == Self.home)
        #expect(
            !house.effects.contains { effect in
                if case .ask = effect { true } else { false }
            })
    }

    @Test("A drift just beyond the outer place leaves the inner one at most")
    func edge() {
        var house = House()
        house.draw("campus", "Campus", at: Self.mall, radius: 300)
        house.draw("lab", "Lab", at: Self.mall, radius: 30)
        Self.stay(&house, north: 5000, from: 0, to: 900)
        house.fix(Self.mall.north(310), accuracy: 15, at: 960)
        Self.stay(&house, north: 5000, from: 1020, to: 1500)
        #expect(!house.transitions.contains("leave campus"))
        #expect(house.alice.place == ID(checked: "lab"))
    }

    @Test("Driving through a town past small places in it is being in town")
    func town() {
        var house = House()
        house.draw("town", "Town", at: Self.mall, radius: 2000)
        for kiosk in -4...4 {
            house.draw("kiosk\(kiosk + 4)", "K\(kiosk)", at: Self.mall.north(400 * Double(kiosk)))
        }
        for step in -30...30 {
            var fix = Fix(
                coordinate: Self.mall.north(100 * Double(step)), accuracy: 10,
                time: House.start.advanced(bySeconds: 10 * Double(step + 30)))
            fix.speed = 10
            house.take(fix, at: 10 * Double(step + 30))
        }
        #expect(house.transitions == ["enter town", "leave town"])
    }

    @Test("A bar across the arms of a U lies in no U")
    func concave() throws {
        func polygon(_ corners: [(Double, Double)]) -> Area {
            .polygon(
                corners.map { east, north in
                    Coordinate(
                        latitude: House.home.latitude + north / 111_195,
                        longitude: House.home.longitude + east / 67_650)!
                })
        }
        let shape = polygon([
            (0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300),
        ])
        #expect(!shape.encloses(polygon([(50, 180), (250, 180), (250, 220), (50, 220)])))
        #expect(shape.encloses(polygon([(50, 20), (250, 20), (250, 80), (50, 80)])))
    }

    @Test("A place that only overlaps another is left for it")
    func overlapping() {
        var house = Self.house()
        house.draw("garden", "Garden", at: House.home.north(190), radius: 40)
        Self.stay(&house, north: 0, from: 0, to: 500)
        Self.stay(&house, north: 215, from: 600, to: 1500)
        #expect(house.transitions == ["leave home", "enter garden"])
    }

    @Test("A private place around somebody else's counts only its owner")
    func privacy() throws {
        var house = House()
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "block"), name: "Block",
                    area: .circle(center: House.home, radius: 500), owner: House.bob)), at: 0)
        Self.stay(&house, north: 0, from: 0, to: 500)
        #expect(house.alice.place == Self.home && house.alice.around.isEmpty)
        let block: ID<Place> = ID(checked: "block")
        #expect(try #require(house.engine.occupancy(of: block)).count == 0)
        house.hear(House.keys, by: "n1", -60, from: 500, to: 530, every: 5)
        #expect(try #require(house.engine.occupancy(of: Self.home)).items == 1)
        #expect(try #require(house.engine.occupancy(of: block)).items == 0)
        house.fix(House.home, of: House.bob, at: 530)
        #expect(house.engine.presence(of: House.bob)?.around.map(\.id) == [block])
        #expect(try #require(house.engine.occupancy(of: block)).count == 1)
    }

    @Test("Visits within visits, and trips only from one outermost visit to the next")
    func history() throws {
        let phone = try #require(Device("phone"))
        var fixes: [(device: Device, fix: Fix)] = []
        for (north, start) in [(0.0, 0.0), (120, 600), (0, 1200), (5100, 2100)] {
            for second in stride(from: start, to: start + 500, by: 30) {
                let time = House.start.advanced(bySeconds: second)
                fixes.append(
                    (phone, Fix(coordinate: House.home.north(north), accuracy: 10, time: time)))
            }
        }
        let places = Self.house().engine.household.places.valuesInOrder
        let visits = visits(
            fixes: fixes, transitions: [], places: places,
            until: .distantFuture)
        #expect(visits.map(\.place.rawValue) == ["home", "garden", "mall", "shop"])
        #expect(visits.map { $0.left == nil } == [false, false, true, true])
        #expect(visits.map(\.arrived) == visits.map(\.arrived).sorted())
        let trips = trips(between: visits, fixes: fixes, places: places)
        #expect(trips.map { "\($0.from)-\($0.to)" } == ["home-mall"])
        // The same by what was announced.
        let told = RoostCore.visits(
            fixes: [],
            transitions: Self.day().effects.compactMap {
                if case .announce(let transition) = $0 { transition } else { nil }
            },
            places: places, until: .distantFuture)
        #expect(told.map(\.place.rawValue) == ["garden", "garden", "mall", "shop"])
        #expect(told.map { $0.left == nil } == [false, false, true, true])
    }

    @Test("What is bought in the garden, and after it, is bought there and at home")
    func spending() {
        let places = Self.house().engine.household.places.valuesInOrder
        func place(_ steps: [(Bool, String)]) -> String? {
            let steps = steps.map { isEntering, place in
                Transition(
                    subject: .user, user: House.alice, isEntering: isEntering,
                    place: ID(checked: place), room: nil, time: House.start)
            }
            return Traces(placeSteps: steps).spot(at: House.start, believed: nil, places: places)?
                .place?.rawValue
        }
        #expect(place([(true, "garden")]) == "garden")
        #expect(place([(false, "garden")]) == "home")
        #expect(place([(false, "home"), (false, "garden")]) == nil)
        #expect(place([(true, "shop"), (true, "mall"), (false, "garden")]) == "shop")
    }

    @Test("A reminder for home comes to somebody who comes straight into the garden")
    func reminder() {
        var house = Self.house()
        Self.stay(&house, north: 5100, from: 0, to: 500)
        house.remind(.arrival(Self.home), at: 510)
        Self.stay(&house, north: 120, from: 1500, to: 2000)
        #expect(house.transitions.suffix(2) == ["enter home", "enter garden"])
        #expect(house.track("r")?.pending?.place == Self.home)
    }
}
