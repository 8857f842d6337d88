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
        house.draw("village", "Village", at: House.home, radius: 800)
        for second in stride(from: 700.0, through: 1000, by: 60) {
            for device in ["phone", "watch"] {
                house.fix(House.home.north((second - 600) * 3), device: device, at: second)
            }
        }
        for metres in stride(from: 740.0, through: 60, by: -40) {
            let second = 1400 + (740 - metres) / 2
            for device in ["phone", "watch"] where device == "watch" || metres > 140 {
                house.fix(House.home.north(metres), accuracy: 20, device: device, at: second)
            }
        }
        house.fix(House.home.north(28), accuracy: 20, device: "watch", at: 1760)
        house.wait(until: 2200)
        #expect(house.alice.place == ID(checked: "home"))
        for (metres, second) in [(88.0, 1720.0), (61, 1740), (34, 1760)] {
            house.fix(
                House.home.north(metres), accuracy: 20, at: second, arriving: 2200 + second / 1e4)
        }
        house.wait(until: 2800)
        #expect(
            house.transitions == ["leave home", "leave village", "enter village", "enter home"])
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
