// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import Simulator
import Testing

/// Fixes with all that a phone can report, one after the other.
@Suite("What a phone reports besides its position")
struct PhoneTests {
    private static let street = House.home.north(260)
    private static let wifi: UInt64 = 0x7cff_4d00_1122

    private func fix(
        _ coordinate: Coordinate, _ second: Double, network: UInt64? = nil,
        regions: [String]? = nil
    ) -> Fix {
        var fix = Fix(
            coordinate: coordinate, accuracy: 20, time: House.start.advanced(bySeconds: second))
        fix.network = network
        fix.regions = regions
        return fix
    }

    /// At home on its Wi-Fi for this many minutes; then an hour of fixes 200 m outside.
    private func drift(after minutes: Int, driftNetwork: UInt64?) -> House {
        var house = House()
        for minute in 0..<minutes {
            let second = Double(minute) * 61
            house.take(fix(House.home, second, network: Self.wifi), at: second)
        }
        for minute in 0..<60 {
            let second = 6000 + Double(minute) * 61
            house.take(fix(Self.street, second, network: driftNetwork), at: second)
        }
        return house
    }

    @Test("A phone that is still on the home's Wi-Fi has not left")
    func onWiFi() {
        #expect(drift(after: 20, driftNetwork: Self.wifi).transitions.isEmpty)
        #expect(drift(after: 20, driftNetwork: nil).transitions == ["leave home"])
        #expect(drift(after: 20, driftNetwork: 1).transitions == ["leave home"])
    }

    @Test("A Wi-Fi network that was met only once tells nothing")
    func metOnce() {
        #expect(drift(after: 1, driftNetwork: Self.wifi).transitions == ["leave home"])
    }

    @Test("A Wi-Fi network that shows up elsewhere no longer counts for the home")
    func travels() {
        var house = drift(after: 20, driftNetwork: nil)
        for minute in 0..<6 {
            let second = 10_000 + Double(minute) * 120
            house.take(fix(House.office, second, network: Self.wifi), at: second)
        }
        house.fix(House.home, at: 14_000)
        house.effects = []
        for minute in 0..<60 {
            let second = 15_000 + Double(minute) * 61
            house.take(fix(Self.street, second, network: Self.wifi), at: second)
        }
        #expect(house.transitions == ["leave home"])
    }

    @Test("Learned Wi-Fi networks are kept over a restart")
    func restarted() throws {
        var house = drift(after: 20, driftNetwork: Self.wifi)
        var memory = Engine.Memory()
        memory.users = house.engine.users
        house.engine = Engine(household: house.engine.household, memory: memory)
        house.listen(at: 20_000)
        for minute in 0..<60 {
            let second = 20_100 + Double(minute) * 61
            house.take(fix(Self.street, second, network: Self.wifi), at: second)
        }
        #expect(house.transitions.isEmpty)
    }

    @Test("On a known Wi-Fi network, an arrival is told at once")
    func arrival() {
        var house = drift(after: 20, driftNetwork: nil)
        house.effects = []
        var moving = fix(House.home.north(80), 10_000, network: Self.wifi)
        moving.speed = 1.4
        house.take(moving, at: 10_000)
        #expect(house.transitions == ["enter home"])
    }

    @Test("A region that the phone still reports delays a departure")
    func regions() {
        var house = House()
        house.fix(House.home, at: 0)
        for minute in 1...15 {
            let second = Double(minute) * 61
            house.take(fix(House.home.north(200), second, regions: ["Home"]), at: second)
        }
        #expect(house.transitions.isEmpty)
        house.take(fix(House.home.north(1500), 1200, regions: ["Home"]), at: 1200)
        house.take(fix(House.home.north(2500), 1300, regions: ["Home"]), at: 1300)
        #expect(house.transitions == ["leave home"])
    }

    @Test("A phone that falls silent after moving into a place counts as arrived")
    func silence() {
        var house = House()
        for step in 0..<4 {
            house.fix(House.home.north(120 - 40 * Double(step)), at: 30 * Double(step))
        }
        #expect(house.alice.place == nil, "they may go on")
        house.wait(until: 400)
        #expect(house.alice.place == ID(checked: "home"))
        #expect(house.transitions == ["enter home"])
    }

    @Test("Walking past a place is not a visit")
    func pastBy() {
        var house = House()
        for step in 0...60 {
            house.fix(House.home.north(400 - 14 * Double(step)), at: 10 * Double(step))
        }
        #expect(house.transitions.isEmpty)
    }

    @Test("A phone that is driven lists the regions that it passes; it has come once it stands")
    func listedOnTheWay() {
        func drive(thenStands: Bool) -> House {
            var house = House()
            for step in 0...6 {
                let second = 20 * Double(step)
                let place = House.home.north(1800 - 300 * Double(step))
                var fix = fix(place, second, regions: step == 6 ? ["Home"] : [])
                fix.speed = 15
                house.take(fix, at: second)
            }
            var last = fix(
                thenStands ? House.home : House.home.north(-900), 150,
                regions: thenStands ? ["Home"] : [])
            last.speed = thenStands ? 0 : 15
            house.take(last, at: 150)
            return house
        }
        #expect(drive(thenStands: false).transitions.isEmpty)
        #expect(drive(thenStands: true).transitions == ["enter home"])
    }

    @Test(
        "A crossing counts in whatever order it and its own fix come, with stale regions too",
        arguments: [180.0, 350, 1500], [nil, ["Home"]])
    func crossingAfterFix(metres: Double, regions: [String]?) {
        for delay in [0.0, 90] {
            let place = House.home.north(metres)
            var crossing = fix(place, 600)
            crossing.crossing = Fix.Crossing(isEntering: false, region: "Home")
            let position = fix(place, 600, regions: regions)
            for fixes in [[crossing, position], [position, crossing]] {
                var house = House()
                house.fix(House.home, at: 0)
                for (index, fix) in fixes.enumerated() {
                    house.take(fix, at: 600 + delay * Double(index))
                }
                house.wait(until: 900)
                #expect(house.transitions == ["leave home"], "\(fixes.map { $0.crossing != nil })")
            }
        }
    }

    @Test("Who drives past a place has not come there, although the phone tells of its region")
    func drivenPast() {
        func drive(stopping isStopping: Bool) -> House {
            var house = House()
            house.draw("shop", "Shop", at: House.home.north(3000), radius: 40)
            house.fix(House.home, at: 0)
            for step in 0...4 {
                let (metres, second) = (2000 + 500 * Double(step), 600 + 55 * Double(step))
                var position = fix(House.home.north(metres), second)
                position.speed = isStopping && step > 2 ? 0 : 9.2
                if step > 2, isStopping { position.coordinate = House.home.north(3000) }
                house.take(position, at: second)
                guard step == 2 else { continue }
                var crossing = fix(House.home.north(metres), second)
                crossing.crossing = Fix.Crossing(isEntering: true, region: "Shop")
                house.take(crossing, at: second)
            }
            house.wait(until: 1400)
            return house
        }
        #expect(drive(stopping: false).transitions == ["leave home"])
        #expect(drive(stopping: true).transitions == ["leave home", "enter shop"])
    }

    @Test("Phones tell early of small regions, which is believed once they fall silent there")
    func small() {
        var house = House()
        house.draw("baker", "Baker", at: House.home.north(1000), radius: 30)
        house.fix(House.home, at: 0)
        for step in 1...4 {
            house.fix(House.home.north(200 * Double(step)), at: 140 * Double(step))
        }
        var crossing = fix(House.home.north(1000 - 30 - 35), 660)
        crossing.crossing = Fix.Crossing(isEntering: true, region: "Baker")
        house.take(crossing, at: 660)
        house.wait(until: 1800)
        #expect(house.transitions == ["leave home", "enter baker"])
    }

    @Test("A crossing with a better position of the same second counts with that")
    func crossingElsewhere() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(50), accuracy: 20, at: 600)
        var crossing = fix(House.home.north(200), 600)
        crossing.accuracy = 15
        crossing.crossing = Fix.Crossing(isEntering: false, region: "Home")
        house.take(crossing, at: 601)
        #expect(house.transitions == ["leave home"])
    }

    @Test("A fix that iOS repeats without the region is judged without it, and not with a new one")
    func regionsCorrected() {
        var house = House()
        house.fix(House.home, at: 0)
        let place = House.home.north(1500)
        house.take(fix(place, 600, regions: ["Home"]), at: 600)
        #expect(house.transitions.isEmpty)
        house.take(fix(place, 600, regions: []), at: 601)
        #expect(house.transitions == ["leave home"])
        house.take(fix(place, 600, regions: ["Home"]), at: 602)
        house.wait(until: 1000)
        #expect(house.transitions == ["leave home"])
    }
}

@Suite("Simulated days of phones")
struct PhoneDaysTests {
    @Test("Roost claims fewer false departures than the two-in-a-row rule and misses hardly more")
    func rules() {
        let board = Scoreboard(
            seeds: 900..<902, days: 4, rules: [.roost, .twoInARow])
        let (roost, other) = (board.total(.roost), board.total(.twoInARow))
        #expect(roost.stays > 80)
        // In 111 hours this allows less than one; a change for the worse is noticed here.
        #expect(roost.falseLeaves * 200 <= Int(roost.hours), "\(roost.faults)")
        #expect(roost.missed <= other.missed + 2, "\(roost.faults)")
        #expect(roost.wrong * 66 <= 5 * roost.stays, "\(roost.faults)")
        #expect(other.falseLeaves > 10 * max(1, roost.falseLeaves))
    }
}
