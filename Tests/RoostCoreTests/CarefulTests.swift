// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

/// What a careful person would not conclude.
@Suite("Weak and misleading signs")
struct CarefulTests {
    private static let home = ID<Place>(checked: "home")

    /// alice was at home with her tag, and has been 2 km away with her phone for half an hour.
    private static func away() -> House {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 600, every: 2)
        for step in 1...10 {
            house.fix(House.home.north(200 * Double(step)), at: 600 + 60 * Double(step))
        }
        house.fix(House.home.north(2000), at: 2400)
        house.effects = []
        return house
    }

    // MARK: Coming back

    @Test("One faint reading does not bring home somebody whose phone is elsewhere")
    func faint() {
        var house = Self.away()
        for second in [2405.0, 2700, 3000] { house.hear(House.tag, by: "n1", -95, at: second) }
        house.wait(until: 3100)
        #expect(house.transitions.isEmpty)
    }

    @Test("Who is heard plainly, or faintly for a while, is there")
    func plain() {
        var plain = Self.away()
        plain.hear(House.tag, by: "n1", -60, at: 2410)
        #expect(plain.transitions == ["enter home"])
        var faint = Self.away()
        faint.hear(House.tag, by: "n1", -92, from: 2410, to: 2440, every: 2)
        #expect(faint.transitions == ["enter home"])
    }

    // MARK: Devices that others carry

    @Test("A tablet that drives away does not take along whoever came home with tag and phone")
    func tablet() {
        var house = House()
        house.fix(House.office, device: "tablet", at: 0)
        house.fix(House.office, at: 0)
        house.fix(House.home, at: 1200)
        house.hear(House.tag, by: "n2", -56, from: 1200, to: 1220, every: 1)
        house.hear(House.tag, by: "n1", -56, from: 1220, to: 3600, every: 2)
        house.fix(House.home, at: 3600)
        house.effects = []
        for step in 0...20 {
            let second = 3660 + 60 * Double(step)
            house.fix(House.office.north(500 * Double(step)), device: "tablet", at: second)
            house.hear(House.tag, by: "n1", -56, from: second + 1, to: second + 60, every: 2)
        }
        #expect(house.alice.place == Self.home && house.transitions.isEmpty)
        #expect(
            house.effects.contains(.ask(DeviceKey(user: House.alice, device: Device("tablet")!))))
    }

    @Test("A phone that came along and leaves again takes its user, whatever stays at home")
    func sofa() {
        var house = House()
        for device in ["phone", "tablet"] { house.fix(House.office, device: device, at: 0) }
        for device in ["phone", "tablet"] { house.fix(House.home, device: device, at: 1200) }
        house.hear(House.tag, by: "n2", -56, from: 1200, to: 1220, every: 1)
        house.hear(House.tag, by: "n1", -56, from: 1220, to: 3600, every: 2)
        house.effects = []
        for step in 0...20 {
            let second = 3600 + 60 * Double(step)
            house.fix(House.home.north(300 * Double(step)), at: second)
            house.fix(House.home, device: "tablet", at: second + 1)
            house.hear(House.tag, by: "n1", -56, from: second + 2, to: second + 60, every: 2)
        }
        #expect(house.transitions == ["leave home"])
    }

    @Test("A phone that was fetched takes its user along, though the tag rests at home")
    func fetched() {
        var house = House()
        house.fix(House.office, at: 0)
        house.fix(House.office, at: 100)
        house.hear(House.tag, by: "n2", -56, from: 3600, to: 3620, every: 1)
        house.hear(House.tag, by: "n1", -56, from: 3620, to: 4600, every: 2)
        house.fix(House.office, at: 4600)
        #expect(house.alice.place == Self.home)
        // Long at rest, it is not with her when she takes the phone to the gym and stays there.
        house.hear(House.tag, by: "n1", -56, from: 4602, to: 9059, every: 5)
        for step in 1...60 {
            let second = 9000 + 60 * Double(step)
            house.fix(House.office.north(300 * Double(min(step, 10))), at: second)
            house.hear(House.tag, by: "n1", -56, from: second + 1, to: second + 59, every: 5)
        }
        #expect(house.alice.hand == .travelling)
    }

    // MARK: Things that fall silent

    @Test("What was still heard when its owner was far did not go along, though it is silent since")
    func silentSince() {
        var house = House()
        for minute in 0...10 { house.fix(House.home, at: 60 * Double(minute)) }
        house.hear(House.keys, by: "n1", -60, from: 601, to: 605, every: 2)
        house.fix(House.home.north(175), at: 660)
        house.hear(House.keys, by: "n1", -60, from: 661, to: 690, every: 2)
        house.fix(House.home.north(300), at: 760)
        house.fix(House.home.north(420), at: 860)
        house.fix(House.home.north(600), at: 960)
        house.wait(until: 1200)
        #expect(house.transitions.contains("leave home"))
        #expect(house.keys.withOwner == .cannotTell)
    }

    @Test("A stray fix before leaving makes nothing that is carried left behind")
    func stray() {
        var house = House()
        for minute in 0...10 { house.fix(House.home, at: 60 * Double(minute)) }
        house.hear(House.keys, by: "n1", -60, from: 601, to: 660, every: 2)
        house.fix(House.home.north(230), accuracy: 60, at: 650)
        house.hear(House.keys, by: "n1", -60, from: 660, to: 700, every: 2)
        house.hear(House.keys, by: "n2", -60, from: 700, to: 706, every: 2)
        for step in 1...6 {
            house.fix(House.home.north(200 * Double(step)), at: 710 + 20 * Double(step))
        }
        house.wait(until: 1000)
        #expect(house.transitions.contains("leave home"))
        #expect(house.alerts(.leftBehind).isEmpty)
    }

    @Test("What falls silent with its owner's tag is not lost, whatever the phone says")
    func withTheTag() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 600, every: 2)
        house.hear(House.keys, by: "n1", -60, from: 601, to: 604, every: 2)
        for minute in 11...60 { house.fix(House.home, at: 60 * Double(minute)) }
        #expect(house.alerts(.itemLost).isEmpty)
        // Both come back, one a little ahead.
        house.hear(House.tag, by: "n1", -56, from: 3700, to: 3730, every: 2)
        house.hear(House.keys, by: "n1", -60, from: 3731, to: 3740, every: 2)
        #expect(house.alerts(.itemLost).isEmpty)
        // The keys alone, on another evening.
        house.hear(House.tag, by: "n1", -56, from: 3741, to: 6000, every: 10)
        #expect(house.alerts(.itemLost).count == 1)
    }

    @Test("What fell silent with its owner's tag is lost after half a day, if the phone stays")
    func halfADay() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 600, every: 2)
        house.hear(House.keys, by: "n1", -60, from: 601, to: 604, every: 2)
        for hour in 1...11 { house.fix(House.home, at: 3600 * Double(hour)) }
        #expect(house.alerts(.itemLost).isEmpty)
        for hour in 12...13 { house.fix(House.home, at: 3600 * Double(hour)) }
        #expect(house.alerts(.itemLost).count == 1)
    }

    // MARK: Positions

    @Test("The position of whoever is heard elsewhere than their phone is that of the place")
    func position() {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .exact)), at: 0)
        house.fix(House.office, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1000, to: 1100, every: 2)
        let came = house.engine.location(of: House.alice)?.fix.time
        house.hear(House.tag, by: "n1", -56, from: 1100, to: 1180, every: 2)
        let location = house.engine.location(of: House.alice)
        #expect(location?.fix.coordinate == House.home && location?.device == nil)
        #expect(location?.fix.accuracy == 60)
        #expect(location?.fix.time == came, "the same position is no news each second")
        let friend = house.engine.friend(House.alice, for: House.bob)
        #expect(friend?.place == Self.home && friend?.fix == location?.fix)
        house.fix(House.home, at: 1200)
        house.hear(House.tag, by: "n1", -56, at: 1202)
        #expect(house.engine.location(of: House.alice)?.device == Device("phone"))
    }

    @Test("How somebody came does not tell how they move where beacons show them to be")
    func activity() {
        var house = House()
        var fix = Fix(
            coordinate: House.home.north(900), accuracy: 10, time: House.start)
        fix.speed = 14
        house.take(fix, at: 0)
        #expect(house.alice.activity == .vehicle)
        house.hear(House.tag, by: "n1", -56, from: 60, to: 70, every: 2)
        #expect(house.alice.place == Self.home && house.alice.activity == nil)
        // Nor does what a phone does that is elsewhere.
        fix.time = House.start.advanced(bySeconds: 72)
        house.take(fix, at: 72)
        house.hear(House.tag, by: "n1", -56, from: 73, to: 80, every: 2)
        #expect(house.alice.place == Self.home && house.alice.activity == nil)
    }

    // MARK: Headings

    @Test("Whoever comes to a place is heading for it, and not for one behind it")
    func heading() {
        var house = House()
        house.draw("gym", "Gym", at: House.office.north(2000))
        house.fix(House.home, at: 0)
        for step in 1...18 {
            house.fix(House.home.north(400 + 100 * Double(step)), at: 600 + 10 * Double(step))
            if step > 2 { #expect(house.alice.heading?.place == ID(checked: "office"), "\(step)") }
        }
        // Within the boundary already, but not known to stay.
        house.fix(House.office.north(-30), at: 800)
        #expect(house.alice.hand == .travelling)
        #expect(house.alice.heading?.place == ID(checked: "office"))
    }

    @Test("Of two places on the way, the one in which the phone often stays is meant")
    func frequent() {
        var house = House()
        house.draw("gym", "Gym", at: House.office.north(-700))
        for day in 0..<3 {
            for hour in 0..<12 {
                let spot = hour < 6 ? House.home : House.office
                house.fix(spot, at: Double(day) * 86_400 + Double(hour) * 3600)
            }
        }
        house.fix(House.home, at: 300_000)
        for step in 1...5 {
            house.fix(House.home.north(400 + 100 * Double(step)), at: 300_600 + 10 * Double(step))
        }
        #expect(house.alice.heading?.place == ID(checked: "office"))
    }

    // MARK: Networks

    private static let wifi: UInt64 = 0x7cff_4d00_1122

    private static func fix(_ coordinate: Coordinate, _ second: Double, ping: Bool = false) -> Fix {
        var fix = Fix(
            coordinate: coordinate, accuracy: 10, time: House.start.advanced(bySeconds: second))
        fix.network = wifi
        if ping { fix.pinged = fix.time }
        return fix
    }

    /// Once a minute at a spot, on the network of the home.
    private static func stay(
        _ house: inout House, at spot: Coordinate, minutes: Range<Int>
    ) {
        for minute in minutes {
            house.take(fix(spot, 61 * Double(minute)), at: 61 * Double(minute))
        }
    }

    @Test("On the network of the home nobody is next door, however the position drifts")
    func nextDoor() {
        var house = House()
        house.draw("cafe", "Cafe", at: House.home.north(50), radius: 20)
        Self.stay(&house, at: House.home, minutes: 0..<10)
        Self.stay(&house, at: House.home.north(46), minutes: 10..<38)
        #expect(house.transitions.isEmpty && house.alice.place == Self.home)
    }

    @Test("On a campus with one network, a long visit to a place within it is told")
    func campus() {
        var house = House()
        house.draw("library", "Library", at: House.home.north(35), radius: 20)
        Self.stay(&house, at: House.home, minutes: 0..<10)
        Self.stay(&house, at: House.home.north(36), minutes: 10..<50)
        #expect(house.alice.place == ID(checked: "library"))
    }

    @Test("A ping on the network of the home shows that its phone has come home")
    func pingHome() {
        var house = House()
        Self.stay(&house, at: House.home, minutes: 0..<10)
        for step in 1...10 {
            house.fix(House.home.north(300 * Double(step)), at: 700 + 60 * Double(step))
        }
        house.fix(House.home.north(280), at: 1700)
        #expect(house.alice.hand == .travelling)
        house.take(Self.fix(House.home.north(280), 2600, ping: true), at: 2600)
        #expect(house.alice.place == Self.home)
    }

    @Test("A network that is met on pings alone is learned too")
    func pingLearns() {
        var house = House()
        house.fix(House.home, at: 0)
        for ping in 1...8 {
            let second = 900 * Double(ping)
            house.take(Self.fix(House.home, second, ping: true), at: second)
        }
        for step in 1...10 {
            house.fix(House.home.north(300 * Double(step)), at: 7700 + 60 * Double(step))
        }
        house.effects = []
        house.take(Self.fix(House.home.north(90), 9000), at: 9000)
        #expect(house.transitions == ["enter home"])
    }
}
