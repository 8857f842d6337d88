import RoostCore
import Testing

@Suite("Rooms")
struct RoomTests {
    @Test("One strong reading moves an item once it has stood for a moment")
    func oneReading() {
        var house = House()
        house.hear(House.keys, by: "n1", -75, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n2", -50, at: 30)
        #expect(house.keys.room == ID(checked: "kitchen"))
        house.wait(until: 33)
        #expect(house.keys.room == ID(checked: "hall"))
    }

    @Test("One strong reading that is taken back moves nothing")
    func fluke() {
        var house = House()
        house.hear(House.keys, by: "n1", -65, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n2", -50, at: 30)
        house.hear(House.keys, by: "n2", -90, at: 31)
        house.hear(House.keys, by: "n1", -60, at: 31.5)
        house.hear(House.keys, by: "n2", -90, at: 32)
        house.wait(until: 60)
        #expect(house.itemSteps.isEmpty)
    }

    @Test("A room that is a little stronger is no news to what has stood for long")
    func inertia() {
        var house = House()
        house.hear(House.keys, by: "n1", -65, from: 0, to: 900, every: 1)
        for second in stride(from: 900.0, to: 960, by: 1) {
            house.hear(House.keys, by: "n1", -65, at: second)
            house.hear(House.keys, by: "n2", -63, at: second)
        }
        #expect(house.keys.room == ID(checked: "kitchen"), "2 dB are within the noise")
        for second in stride(from: 960.0, to: 980, by: 1) {
            house.hear(House.keys, by: "n1", -65, at: second)
            house.hear(House.keys, by: "n2", -55, at: second)
        }
        #expect(house.keys.room == ID(checked: "hall"))
    }
}
