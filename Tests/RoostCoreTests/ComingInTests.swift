// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Coming home is not mistaken for leaving")
struct ComingInTests {
    /// alice has been at the office with her tag and her phone since both left home in the morning.
    private static func away() -> House {
        var house = House()
        house.door(isOpen: true, at: 1)
        house.door(isOpen: false, at: 2)
        house.fix(House.home, at: 5)
        house.hear(House.tag, by: "n1", -56, from: 10, to: 100, every: 1)
        house.hear(House.tag, by: "n2", -56, from: 100, to: 110, every: 1)
        house.door(isOpen: true, at: 110)
        house.door(isOpen: false, at: 112)
        for (metres, second) in [(300.0, 300.0), (900, 600), (2000, 900)] {
            house.fix(House.home.north(metres), at: second)
        }
        house.fix(House.office, at: 1200)
        house.fix(House.office, at: 1300)
        house.effects = []
        return house
    }

    /// - Parameters:
    ///   - wait: Seconds in front of the door, outside or in the hall, before it was opened.
    ///   - level: How loud the hall's node hears her tag until then, in dBm.
    private static func openDoor(after wait: Double, at level: Double) -> House {
        var house = away()
        let opened = 9000.0
        house.hear(House.tag, by: "n2", level, from: opened - wait, to: opened, every: 1)
        house.door(isOpen: true, at: opened)
        house.hear(House.tag, by: "n2", -56, from: opened + 0.1, to: opened + 2, every: 0.5)
        house.door(isOpen: false, at: opened + 2.1)
        for second in stride(from: opened + 3, to: opened + 60, by: 1) {
            house.hear(House.tag, by: "n2", -88, at: second)
            house.hear(House.tag, by: "n1", -90, at: second + 0.05)
        }
        return house
    }

    @Test("A phone that may be back sends nobody out, whose tag falls silent after she came home")
    func sleepingTag() {
        var house = Self.away()
        house.fix(House.home.north(1600), at: 8880)
        house.fix(House.home.north(800), at: 8960)
        for second in stride(from: 9000.0, to: 9300, by: 1) {
            if second < 9100 { house.hear(House.tag, by: "n1", -58, at: second) }
            house.hear(House.bag, by: "n1", -60, at: second + 0.2)
            if second == 9140 { house.fix(House.home, at: second + 0.4) }
        }
        #expect(house.transitions == ["leave office", "enter home"])
        // Nothing else has been heard of her until then.
        house.wait(until: 9900)
        #expect(house.transitions == ["leave office", "enter home"])
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test(
        "The door closing behind somebody who comes in is no departure, after any wait",
        arguments: [5.0, 40, 80])
    func comesIn(wait: Double) {
        let house = Self.openDoor(after: wait, at: -82)
        #expect(house.transitions == ["leave office", "enter home"])
    }

    @Test("Somebody already in the hall when the door opens has left, even after a short stay")
    func fetches() {
        for wait in [20.0, 200] {
            let house = Self.openDoor(after: wait, at: -58)
            #expect(
                house.transitions.prefix(3) == ["leave office", "enter home", "leave home"],
                "\(wait) s")
        }
    }

    @Test("Weak readings from outside before the door opens do not make coming home a departure")
    func pavement() {
        var house = Self.away()
        for (metres, second) in [(2000.0, 8000.0), (900, 8300), (300, 8700), (20, 8850), (0, 8960)]
        {
            house.fix(House.home.north(metres), at: second)
        }
        #expect(house.alice.place == ID(checked: "home"))
        for second in [8970.0, 8985, 8990] {
            house.hear(House.tag, by: "n2", -93, at: second)
            house.hear(House.tag, by: "n1", -95, at: second + 0.05)
        }
        house.wait(until: 8999)
        house.door(isOpen: true, at: 9000)
        house.door(isOpen: false, at: 9003)
        house.hear(House.tag, by: "n2", -60, from: 9001, to: 9010, every: 1)
        house.hear(House.tag, by: "n1", -60, from: 9010, to: 9060, every: 1)
        #expect(house.transitions == ["leave office", "enter home"])
    }
}
