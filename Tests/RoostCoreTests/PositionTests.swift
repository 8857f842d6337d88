import RoostCore
import Testing

@Suite("The best position")
struct PositionTests {
    @Test("An exact fix holds for a while against coarser ones that agree with it")
    func holds() throws {
        var house = House()
        house.fix(House.home, at: 0)
        let exact = house.engine.location(of: House.alice)
        house.fix(House.home.north(1000), accuracy: 1500, at: 300)
        #expect(house.engine.location(of: House.alice) == exact)
        house.fix(House.home.north(1000), accuracy: 1500, at: 1300)
        #expect(house.engine.location(of: House.alice)?.fix.accuracy == 1500)
    }

    @Test("A coarse fix that is elsewhere replaces an exact one")
    func moves() {
        var house = House()
        house.fix(House.home, at: 0)
        house.fix(House.home.north(5000), accuracy: 1500, at: 600)
        #expect(house.engine.location(of: House.alice)?.fix.accuracy == 1500)
    }
}
