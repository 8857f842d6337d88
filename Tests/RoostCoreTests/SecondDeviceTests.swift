import Testing

@testable import RoostCore

@Suite("A phone and a watch that both go along")
struct SecondDeviceTests {
    private static func house() -> House {
        var house = House()
        for second in stride(from: 0.0, through: 600, by: 60) {
            for device in ["phone", "watch"] { house.fix(House.home, device: device, at: second) }
        }
        return house
    }

    @Test("Once one of them shows the leaving, the other brings nobody back")
    func leaving() {
        var house = Self.house()
        for (second, metres) in [(660.0, 30.0), (720, 110), (780, 220), (840, 330), (900, 440)] {
            house.fix(House.home.north(metres), at: second)
            // Coarse as it is, the watch may still be at home for a while.
            house.fix(
                House.home.north(metres - 20), accuracy: 150, device: "watch", at: second + 1)
        }
        #expect(house.transitions == ["leave home"])
        #expect(house.alice.hand == .travelling)
    }

    @Test("Once one of them shows the coming, the other's late fixes take nobody out")
    func coming() {
        var house = Self.house()
        for second in stride(from: 700.0, through: 1000, by: 60) {
            for device in ["phone", "watch"] {
                house.fix(House.home.north((second - 600) * 3), device: device, at: second)
            }
        }
        var late: [(metres: Double, second: Double)] = []
        for (metres, second) in [(700.0, 1300.0), (350, 1360), (100, 1420), (10, 1480), (5, 1550)] {
            house.fix(House.home.north(metres), device: "watch", at: second)
            late.append((metres, second))
        }
        house.wait(until: 1800)
        #expect(house.alice.place == ID(checked: "home"))
        for fix in late.dropLast() {
            house.fix(House.home.north(fix.metres), at: fix.second, arriving: 1900)
        }
        house.wait(until: 2400)
        #expect(house.transitions == ["leave home", "enter home"])
    }
}
