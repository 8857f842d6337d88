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

    @Test("A device that fell silent outside takes nobody out of where the other has come since")
    func silentOutside() {
        var house = House()
        for device in ["phone", "watch"] {
            for (metres, second) in [(900.0, 0.0), (650, 30), (400, 60)] {
                house.fix(House.home.north(metres), device: device, at: second)
            }
        }
        for second in stride(from: 240.0, through: 480, by: 60) {
            house.fix(House.home, at: second)
        }
        house.fix(House.home.north(150), at: 540)
        house.fix(House.home, at: 600)
        #expect(house.transitions == ["enter home"])
    }

    @Test("A device that was left at home brings nobody back who only passes by")
    func charging() {
        var house = Self.house()
        for (metres, second) in [(70.0, 660.0), (200, 720), (350, 780), (200, 900), (100, 960)] {
            house.fix(House.home.north(metres), at: second)
        }
        house.fix(House.home.north(50), at: 1000)
        house.fix(House.home.north(150), at: 1060)
        #expect(house.transitions == ["leave home"])
    }
}
