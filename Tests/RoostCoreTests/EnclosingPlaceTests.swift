import Testing

@testable import RoostCore

@Suite("A home within a village")
struct EnclosingPlaceTests {
    private static let village: ID<Place> = ID(checked: "village")

    /// alice, heard in the kitchen, and then in the hall until she goes at 300 s; her keys lie there.
    private static func leaving(withKeys takesKeys: Bool = false) -> House {
        var house = House.online()
        house.draw("village", "Village", at: House.home, radius: 900)
        for second in stride(from: 1.0, to: 300, by: 1) {
            let node = second < 285 ? "n1" : "n2"
            house.hear(House.tag, by: node, -52, at: second)
            house.hear(House.keys, by: takesKeys ? node : "n1", -55, at: second + 0.2)
        }
        guard !takesKeys else { return house }
        house.hear(House.keys, by: "n1", -55, from: 300, to: 700, every: 1)
        return house
    }

    @Test("Whoever goes out by the door is in the village, and is told once of what stayed")
    func door() {
        var house = Self.leaving()
        #expect(house.transitions == ["leave home"])
        #expect(house.alice.place == Self.village && house.alice.room == nil)
        for (metres, second) in [(400.0, 701.0), (800, 760), (1200, 820), (1600, 880)] {
            house.fix(House.home.north(metres), at: second)
            house.hear(House.keys, by: "n1", -55, from: second + 1, to: second + 50, every: 1)
        }
        #expect(house.transitions == ["leave home", "leave village"])
        #expect(house.alice.hand == .travelling)
        #expect(
            house.alerts(.leftBehind).map(\.text) == [
                "You left Home; Keys stayed in kitchen, Home."
            ])
        #expect(house.alerts(.arrived).isEmpty)
    }

    @Test("By their tag alone, nobody is in the village for good")
    func tagAlone() {
        var house = Self.leaving(withKeys: true)
        house.wait(until: 400)
        #expect(house.alice.place == Self.village)
        house.wait(until: 400 + house.engine.settings.unknownAfterOutside)
        #expect(house.alice.hand == .unknown && house.transitions == ["leave home"])
    }

    @Test("A phone that has not shown yet that it came home takes nobody out of it")
    func sleeping() {
        var house = House.online()
        house.draw("village", "Village", at: House.home, radius: 900)
        // The phone says nothing of the return; the tag, which sends while it is moved, does.
        house.fix(House.home.north(700), at: 0)
        house.fix(House.home.north(600), at: 60)
        house.hear(House.tag, by: "n2", -52, from: 600, to: 610, every: 1)
        house.hear(House.tag, by: "n1", -52, from: 610, to: 640, every: 1)
        house.wait(until: 2400)
        house.fix(House.home.north(5), at: 2400)
        house.wait(until: 2420)
        house.hear(House.tag, by: "n2", -60, from: 2420, to: 2440, every: 1)
        #expect(house.transitions == ["enter home"])
        #expect(house.alice.place == ID(checked: "home"))
    }
}
