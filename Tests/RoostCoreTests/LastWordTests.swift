// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Testing

/// What the last fix before a long silence shows, and which of two contradicting fixes is right.
@Suite("The last word of a phone")
struct LastWordTests {
    private static let cafe: ID<Place> = ID(checked: "cafe")
    /// 150 m north of home, whose radius is 60 m; the café's is 50 m.
    private static let nextDoor = House.home.north(150)

    private static func street() -> House {
        var house = House()
        house.draw("cafe", "Cafe", at: nextDoor)
        return house
    }

    private static func fix(
        _ coordinate: Coordinate, accuracy: Double = 10, speed: Double? = nil,
        entering region: String? = nil, network: UInt64? = nil, at second: Double
    ) -> Fix {
        let time = House.start.advanced(bySeconds: second)
        var fix = Fix(coordinate: coordinate, accuracy: accuracy, time: time)
        fix.speed = speed
        fix.network = network
        fix.crossing = region.map { .init(isEntering: true, region: $0) }
        return fix
    }

    private static func ping(_ coordinate: Coordinate, taken: Double, at second: Double) -> Fix {
        var ping = fix(coordinate, at: taken)
        ping.pinged = House.start.advanced(bySeconds: second)
        return ping
    }

    /// alice's phone, at a spot for so many minutes.
    private static func stay(
        _ house: inout House, _ coordinate: Coordinate, minutes: ClosedRange<Int>
    ) {
        for minute in minutes {
            let second = 60 * Double(minute)
            house.take(fix(coordinate, speed: 0, at: second), at: second)
        }
    }

    // MARK: A last fix elsewhere

    @Test("A phone that falls silent in the middle of home is there, though it stood in the cafe")
    func homeAfterCafe() {
        var house = Self.street()
        Self.stay(&house, Self.nextDoor, minutes: 0...20)
        house.take(Self.fix(House.home, at: 1500), at: 1500)
        #expect(house.alice.place == Self.cafe, "one fix may be a stray one")
        house.wait(until: 2000)
        #expect(house.transitions == ["leave cafe", "enter home"])
    }

    @Test("A phone that falls silent in the cafe next door has not left home, unless it names it")
    func cafeAfterHome() {
        for isNamed in [false, true] {
            var house = Self.street()
            Self.stay(&house, House.home, minutes: 0...20)
            house.take(
                Self.fix(Self.nextDoor, entering: isNamed ? "Cafe" : nil, at: 1500), at: 1500)
            #expect(house.alice.place == (isNamed ? Self.cafe : ID(checked: "home")))
            house.wait(until: 3000)
            #expect(house.transitions == (isNamed ? ["leave home", "enter cafe"] : []))
        }
    }

    @Test("Pings that repeat a position in the cafe show a stay there")
    func pings() {
        var house = Self.street()
        Self.stay(&house, House.home, minutes: 0...20)
        house.take(Self.fix(Self.nextDoor, at: 1500), at: 1500)
        for second in [2400.0, 3300, 4200] {
            house.take(Self.ping(Self.nextDoor, taken: 1500, at: second), at: second)
        }
        #expect(house.transitions == ["leave home", "enter cafe"])
    }

    @Test("A phone that was driven into the middle of home and falls silent is there")
    func driven() {
        var house = Self.street()
        Self.stay(&house, House.home.north(9000), minutes: 0...10)
        house.take(Self.fix(House.home, speed: 9, at: 1500), at: 1500)
        house.wait(until: 1600)
        #expect(house.transitions.isEmpty, "it may be driven past")
        house.wait(until: 3000)
        #expect(house.transitions == ["enter home"])
    }

    @Test("A phone that reports every ten minutes, and is driven past, has not come")
    func drivenPast() {
        var house = House()
        for step in -3...3 {
            let second = 660 * Double(step + 3)
            house.take(
                Self.fix(House.home.north(16_500 * Double(step)), speed: 25, at: second),
                at: second)
        }
        #expect(house.transitions.isEmpty)
    }

    @Test("A stray fix at school of a phone that reports every ten minutes proves no stay there")
    func rhythm() {
        var house = House()
        house.change(
            .savePlace(
                Place(
                    id: ID(checked: "school"), name: "School", kind: .school,
                    area: .circle(center: Self.nextDoor, radius: 50), isShared: true)), at: 0)
        for step in 0..<60 {
            let spot = step % 6 == 5 ? Self.nextDoor : House.home
            house.take(Self.fix(spot, at: 600 * Double(step)), at: 600 * Double(step))
        }
        #expect(house.transitions.isEmpty)
    }

    @Test("A phone that tells of its region just before the fence, and falls silent, is there")
    func region() {
        for isNamed in [false, true] {
            var house = House()
            Self.stay(&house, House.home.north(9000), minutes: 0...10)
            house.take(
                Self.fix(
                    House.home.north(78), accuracy: 8, speed: 1.2,
                    entering: isNamed ? "Home" : nil, at: 1500), at: 1500)
            house.wait(until: 2500)
            #expect(house.transitions == (isNamed ? ["enter home"] : []))
        }
    }

    @Test("Pings beside the fence keep somebody there, whom no fix proved to have left")
    func beside() {
        var house = House()
        Self.stay(&house, House.home, minutes: 0...20)
        let fence = House.home.north(73)
        house.take(Self.fix(fence, at: 1500), at: 1500)
        for hour in 1...20 {
            let second = 1500 + 3600 * Double(hour)
            house.take(Self.ping(fence, taken: 1500, at: second), at: second)
        }
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.transitions.isEmpty)
    }

    // MARK: Stray fixes

    @Test("A leap that the phone's own word denies takes a second fix", arguments: [false, true])
    func leap(isIntoPlace: Bool) {
        var house = House()
        house.draw("cafe", "Cafe", at: House.home.north(900))
        let stray = House.home.north(isIntoPlace ? 900 : 5000)
        Self.stay(&house, House.home, minutes: 0...20)
        house.take(Self.fix(stray, speed: 0, at: 1260), at: 1260)
        Self.stay(&house, House.home, minutes: 22...25)
        #expect(house.transitions.isEmpty)
        for (step, second) in [1560.0, 1620, 1680, 1740].enumerated() {
            house.take(
                Self.fix(stray.north(3 * Double(step)), speed: 0, at: second), at: second)
        }
        #expect(house.transitions == (isIntoPlace ? ["leave home", "enter cafe"] : ["leave home"]))
    }

    @Test("One far fix on the Wi-Fi of home is a stray one; a second shows that the Wi-Fi travels")
    func network() {
        var house = House()
        for minute in 0...20 {
            let second = 60 * Double(minute)
            house.take(Self.fix(House.home, network: 7, at: second), at: second)
        }
        let far = House.home.north(3000)
        house.take(Self.fix(far, network: 7, at: 9000), at: 9000)
        #expect(house.transitions.isEmpty)
        house.take(Self.fix(House.home, network: 7, at: 9060), at: 9060)
        #expect(house.transitions.isEmpty)
        for second in [9120.0, 9180] {
            house.take(Self.fix(far, network: 7, at: second), at: second)
        }
        #expect(house.transitions == ["leave home"])
    }

    @Test("A zero for a speed that was never measured is no stop")
    func zeroSpeed() {
        var house = House()
        for step in -10...10 {
            let second = 60 * Double(step + 10)
            let spot = House.home.north(540 * Double(step) + 20)
            house.take(Self.fix(spot, accuracy: 20, speed: 0, at: second), at: second)
        }
        #expect(house.transitions.isEmpty)
    }

    // MARK: Fixes of which one is wrong

    @Test("Of two fixes that contradict each other, the one that the phone names is right")
    func named() {
        var house = House()
        Self.stay(&house, House.home.north(9000), minutes: 0...10)
        house.take(Self.fix(House.home.north(17_000), at: 1490), at: 1490)
        house.take(Self.fix(House.home, entering: "Home", at: 1500), at: 1500)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("A fix back where the phone had been shows that the far one before it was wrong")
    func back() {
        var house = House()
        Self.stay(&house, House.home, minutes: 0...20)
        house.take(Self.fix(House.home.north(10_000), at: 1260), at: 1260)
        #expect(house.transitions == ["leave home"])
        house.take(Self.fix(House.home, at: 1265), at: 1265)
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("A cached position, and a new one far away that pings repeat: the new one is right")
    func cached() {
        var house = House()
        let office = House.home.north(9000)
        house.draw("work", "Work", at: office)
        Self.stay(&house, House.home, minutes: 0...20)
        house.take(Self.fix(House.home, at: 7200), at: 7200)
        house.take(Self.fix(office, at: 7203), at: 7203)
        #expect(house.alice.place == ID(checked: "home"))
        for second in [8103.0, 9003] {
            house.take(Self.ping(office, taken: 7203, at: second), at: second)
        }
        #expect(house.transitions == ["leave home", "enter work"])
    }

    // MARK: Several devices

    @Test("Of two devices that both lie still, the first one tells, until one is moved")
    func twoDevices() {
        var house = House()
        for index in 0..<24 {
            let second = 300 * Double(index)
            house.fix(House.home, device: "pad", at: second)
            house.fix(House.office, device: "phone", at: second + 100)
        }
        #expect(house.transitions.isEmpty && house.alice.place == ID(checked: "home"))
        for step in 1...6 {
            house.fix(
                House.office.north(-200 * Double(step)), device: "phone",
                at: 7200 + 60 * Double(step))
        }
        #expect(house.transitions == ["leave home"])
    }

    @Test("A phone that falls silent in the cafe next door has moved there, whatever lies at home")
    func silentMove() {
        var house = Self.street()
        for device in ["phone", "pad"] { house.fix(House.office, device: device, at: 0) }
        for second in stride(from: 1200.0, to: 4000, by: 300) {
            house.fix(House.home, at: second)
            house.fix(House.home, device: "pad", at: second + 1)
        }
        for second in [4100.0, 4220] {
            house.take(Self.fix(Self.nextDoor, entering: "Cafe", at: second), at: second)
        }
        for second in stride(from: 4300.0, to: 9000, by: 300) {
            house.fix(House.home, device: "pad", at: second)
        }
        #expect(house.alice.place == Self.cafe)
    }

    // MARK: Occupants

    @Test("Somebody of whom nobody knows anything is no occupant, and things are where they went")
    func occupancy() throws {
        var house = House.online()
        house.draw("park", "Park", at: House.home.north(900))
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, from: 0, to: 600, every: 5)
        for second in stride(from: 660.0, to: 1500, by: 60) {
            house.fix(House.home.north(900), at: second)
        }
        let park = try #require(house.engine.occupancy(of: ID(checked: "park")))
        #expect(park.count == 1 && park.items == 1)
        #expect(house.engine.occupancy(of: ID(checked: "home"))?.items == 0)
        var lost = house
        for second in stride(from: 1800.0, to: 9000, by: 60) { lost.fix(House.home, at: second) }
        #expect(lost.keys.withOwner == .cannotTell)
        #expect(lost.engine.occupancy(of: ID(checked: "home"))?.items == 0, "nobody knows of it")
        var sold = house
        sold.effects = []
        sold.change(.deleteItem(ID(checked: "keys")), at: 1600)
        #expect(sold.effects.contains(.changed(.place(ID(checked: "park")), .now)))
        house.effects = []
        house.wait(until: 60_000)
        #expect(house.engine.occupancy(of: ID(checked: "park"))?.count == 0)
        #expect(house.effects.contains(.changed(.place(ID(checked: "park")), .now)))
    }
}
