// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Things in places within places")
struct NestedItemTests {
    private static let campus: ID<Place> = ID(checked: "campus")
    private static let home: ID<Place> = ID(checked: "home")

    /// A home on a campus, whose border is 400 m away, and alice's keys.
    private static func house(
        watch: Item.Watch, campusAt middle: Coordinate = House.home
    ) -> House {
        var house = House.online()
        house.draw("campus", "Campus", at: middle, radius: 400)
        house.change(
            .saveItem(
                Item(
                    id: ID(checked: "keys"), owner: House.alice, name: "Keys", beacon: House.keys,
                    watch: watch)), at: 0)
        return house
    }

    /// From now on the phone reports every 30 s, some metres north of the kitchen, where the keys
    /// are heard every 10 s.
    private static func stay(
        _ house: inout House, north meters: Double, until end: Double, isHeard: Bool = true
    ) {
        let now = house.engine.now.seconds(since: House.start)
        for second in stride(from: (now / 30).rounded(.up) * 30, to: end, by: 10) {
            if isHeard { house.hear(House.keys, by: "n1", -60, at: second) }
            if second.truncatingRemainder(dividingBy: 30) == 0 {
                house.fix(House.home.north(meters), at: second)
            }
        }
    }

    @Test("What is watched on the campus and stayed at home is told on leaving the campus, once")
    func outer() {
        var house = Self.house(watch: .places([Self.campus]))
        Self.stay(&house, north: 0, until: 600)
        Self.stay(&house, north: 250, until: 1200)
        #expect(house.transitions == ["leave home"])
        #expect(house.alerts(.leftBehind).isEmpty)
        Self.stay(&house, north: 5100, until: 3000)
        #expect(house.transitions == ["leave home", "leave campus"])
        let alerts = house.alerts(.leftBehind)
        #expect(alerts.map(\.text) == ["You left Campus; Keys stayed in kitchen, Home."])
        #expect(alerts.first?.place == Self.home)
        #expect(alerts.first?.room == ID(checked: "kitchen"))
        #expect(house.keys.withOwner == .no)
    }

    @Test("What is watched everywhere is told on leaving home, and not again on leaving the campus")
    func everywhere() {
        var house = Self.house(watch: .everywhere)
        Self.stay(&house, north: 0, until: 600)
        Self.stay(&house, north: 250, until: 1200)
        Self.stay(&house, north: 5100, until: 3000)
        #expect(house.transitions == ["leave home", "leave campus"])
        #expect(
            house.alerts(.leftBehind).map(\.text)
                == ["You left Home; Keys stayed in kitchen, Home."])
    }

    @Test("Whoever comes back to the campus, but not home, is told again as they leave it")
    func again() {
        var house = Self.house(watch: .places([Self.campus]))
        Self.stay(&house, north: 0, until: 600)
        Self.stay(&house, north: 5100, until: 1800)
        #expect(house.alerts(.leftBehind).count == 1)
        Self.stay(&house, north: 250, until: 3000)
        #expect(house.alice.place == Self.campus)
        Self.stay(&house, north: 5100, until: 4200)
        #expect(house.alerts(.leftBehind).count == 2)
    }

    @Test(
        "Keys that went along as their owner left home are missed neither then, nor on the campus",
        arguments: [Item.Watch.everywhere, .places([campus])])
    func pocket(watch: Item.Watch) {
        var house = Self.house(watch: watch)
        Self.stay(&house, north: 0, until: 600)
        Self.stay(&house, north: 250, until: 1200, isHeard: false)
        Self.stay(&house, north: 5100, until: 3000, isHeard: false)
        #expect(house.transitions == ["leave home", "leave campus"])
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner == .yes)
    }

    @Test("Whoever is moving off the campus is warned of what is watched there and lies at home")
    func movingOff() {
        var house = Self.house(watch: .places([Self.campus]))
        Self.stay(&house, north: 0, until: 300)
        Self.stay(&house, north: 250, until: 600)
        house.hear(House.keys, by: "n1", -60, from: 600, to: 914, every: 2)
        #expect(house.alice.place == Self.campus)
        #expect(house.alerts(.leavingWithout).isEmpty)
        var fix = Fix(
            coordinate: House.home.north(450), accuracy: 10,
            time: House.start.advanced(bySeconds: 911))
        fix.speed = 1.4
        house.take(fix, at: 914)
        #expect(house.engine.users[House.alice]?.devices["phone"]?.isLeaving == true)
        let alerts = house.alerts(.leavingWithout)
        #expect(alerts.map(\.text) == ["Keys: still in kitchen, Home."])
        #expect(alerts.first?.place == Self.home)
    }

    @Test("Whoever comes to the office misses what is watched on the campus around it")
    func arriving() {
        var house = Self.house(watch: .places([Self.campus]), campusAt: House.office)
        Self.stay(&house, north: 0, until: 600)
        for step in [1.0, 2, 3, 4, 5] {
            Self.stay(&house, north: 440 * step, until: 600 + 30 * step)
        }
        Self.stay(&house, north: House.home.distance(to: House.office), until: 2400)
        #expect(house.alice.place == ID(checked: "office"))
        let alerts = house.alerts(.arrivedWithout)
        #expect(alerts.map(\.text) == ["Keys: in kitchen, Home."])
        #expect(house.alerts(.leftBehind).isEmpty)
    }
}
