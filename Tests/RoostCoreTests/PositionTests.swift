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

    @Test("Whoever has no phone is in the middle of the place where they are heard")
    func noPhone() {
        var house = House()
        house.change(
            .saveShare(Share(owner: House.alice, viewer: .user(House.bob), level: .exact)), at: 0)
        #expect(house.engine.location(of: House.alice) == nil)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 60, every: 2)
        let location = house.engine.location(of: House.alice)
        #expect(location?.fix.coordinate == House.home && location?.device == nil)
        #expect(house.engine.friend(House.alice, for: House.bob)?.fix == location?.fix)
    }

    @Test("A phone that drifts away from where its user is heard neither agrees nor places them")
    func drift() {
        var house = House()
        house.fix(House.home, at: 0)
        house.hear(House.tag, by: "n1", -56, from: 1, to: 300, every: 2)
        #expect(house.alice.sources == [.ble, .gps])
        for second in stride(from: 300.0, to: 700, by: 60) {
            house.fix(House.home.north(245), at: second)
            house.hear(House.tag, by: "n1", -56, from: second + 1, to: second + 60, every: 2)
        }
        #expect(house.alice.place == ID(checked: "home") && house.alice.sources == [.ble])
        #expect(house.engine.location(of: House.alice)?.fix.coordinate == House.home)
    }

    @Test(
        "A phone that was drawn far away, and is back, does not show that its user left",
        arguments: [false, true])
    func drawnBack(isInCity: Bool) {
        var house = House()
        if isInCity { house.draw("city", "City", at: House.home, radius: 8000) }
        for second in stride(from: 1.0, to: 600, by: 2) {
            let minute = Int(second / 60)
            if Int(second) % 60 == 1 {
                let metres = [6, 7].contains(minute) ? 700.0 : 0
                house.fix(House.home.north(metres), accuracy: 65, at: second)
            }
            house.hear(House.tag, by: "n1", -56, at: second + 0.5)
        }
        #expect(!house.transitions.contains("leave home"))
        #expect(house.alice.place == ID(checked: "home"))
    }

    @Test("A tag that is carried from room to room is with its user, wherever the phone is")
    func carried() {
        var house = House()
        house.fix(House.home, at: 0)
        for second in stride(from: 1.0, to: 900, by: 2) {
            if second > 300, Int(second) % 60 == 1 {
                house.fix(House.home.north(2000), at: second)
            }
            let node = Int(second / 100) % 2 == 0 ? "n1" : "n2"
            house.hear(House.tag, by: node, -50 - Double(Int(second) % 3), at: second + 0.5)
        }
        #expect(house.transitions.isEmpty && house.alice.place == ID(checked: "home"))
    }
}
