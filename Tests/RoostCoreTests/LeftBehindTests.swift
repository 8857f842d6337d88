import RoostCore
import Testing

@Suite("Left behind")
struct LeftBehindTests {
    @Test("Keys that are heard in the kitchen after their owner drove off give one alert")
    func stays() {
        var house = House()
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, to: 300, by: 5) {
            house.hear(House.keys, by: "n1", -60, at: second)
        }
        house.fix(House.home.north(2000), at: 300)
        for second in stride(from: 305.0, to: 600, by: 5) {
            house.hear(House.keys, by: "n1", -60, at: second)
        }
        let alerts = house.alerts(.leftBehind)
        #expect(alerts.count == 1)
        #expect(alerts.first?.evidence.contains { $0.room == ID(checked: "kitchen") } == true)
        #expect(house.keys.withOwner == .no)
    }

    @Test("Keys that fall silent well before their owner is proven out went along")
    func goesAlong() {
        var house = House()
        house.fix(House.home, at: 0)
        for second in stride(from: 0.0, to: 300, by: 5) {
            house.hear(House.keys, by: "n1", -60, at: second)
        }
        house.fix(House.home.north(400), at: 380)
        house.wait(until: 900)
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner != .no)
    }

    @Test("Coming home clears the item's state, and forgetting it again is told again")
    func again() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.fix(House.home.north(2000), at: 60)
        house.hear(House.keys, by: "n1", -60, at: 70)
        #expect(house.alerts(.leftBehind).count == 1)
        house.fix(House.home, at: 600)
        house.hear(House.keys, by: "n1", -60, at: 610)
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.leftBehind).count == 1)
        house.fix(House.home.north(2000), at: 1200)
        house.hear(House.keys, by: "n1", -60, at: 1210)
        #expect(house.alerts(.leftBehind).count == 2)
    }

    @Test("A node that is offline cannot tell, so nobody is warned")
    func cannotTell() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.keys, by: "n1", -60, at: 10)
        house.effects += house.engine.apply(
            .nodeStatus(ID(checked: "n1"), isOnline: false),
            at: House.start.advanced(bySeconds: 20))
        house.fix(House.home.north(2000), at: 400)
        house.wait(until: 900)
        #expect(house.alerts(.leftBehind).isEmpty)
        #expect(house.keys.withOwner == .cannotTell)
    }
}
