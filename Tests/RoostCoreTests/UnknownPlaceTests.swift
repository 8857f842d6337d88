// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import RoostCore

@Suite("Things in a place that their owner does not know")
struct UnknownPlaceTests {
    private static let cottage: ID<Place> = ID(checked: "cottage")
    private static let spot = House.home.north(50_000)

    /// alice comes to bob's cottage after 50 minutes, and stays there for an hour with her keys.
    private static func visit() -> House {
        var house = house()
        house.fix(House.home, at: 0)
        stay(&house, from: 3000, to: 6600, fixes: 300) { _ in 0 }
        return house
    }

    /// The same with nobody in it.
    private static func house() -> House {
        var house = House()
        house.change(
            .savePlace(
                Place(
                    id: cottage, name: "Cottage", area: .circle(center: spot, radius: 60),
                    owner: House.bob, rooms: [Room(id: ID(checked: "parlour"), name: "Parlour")])),
            at: 0)
        house.change(
            .saveNode(
                Node(
                    id: ID(checked: "n3"), place: cottage, room: ID(checked: "parlour"),
                    isExit: true)), at: 0)
        house.report("n3", isOnline: true, at: 0)
        return house
    }

    /// The keys are heard in the cottage, and alice's phone is some metres north of it.
    private static func stay(
        _ house: inout House, from start: Double, to end: Double, fixes: Double,
        isHeard: Bool = true, _ meters: (Double) -> Double
    ) {
        for second in stride(from: start, to: end, by: 10) {
            if isHeard { house.hear(House.keys, by: "n3", -60, at: second) }
            if second.truncatingRemainder(dividingBy: fixes) == 0 {
                house.fix(spot.north(meters(second)), at: second)
            }
        }
    }

    @Test("A guest's keys are with her while her phone is there, and are not lost when she goes")
    func guest() {
        var house = Self.visit()
        #expect(house.alice.place == nil)
        #expect(house.keys.withOwner == .yes)
        Self.stay(&house, from: 6600, to: 12_000, fixes: 60, isHeard: false) { $0 - 6600 }
        #expect(house.keys.withOwner == .yes)
        #expect(house.alerts(.itemLost).isEmpty)
    }

    @Test("Keys that are heard while their owner's phone is far away are not with her, nor lost")
    func forgotten() {
        var house = Self.visit()
        Self.stay(&house, from: 6600, to: 8400, fixes: 60) { _ in 5000 }
        #expect(house.keys.withOwner == .no)
        Self.stay(&house, from: 8400, to: 15_000, fixes: 60, isHeard: false) { _ in 5000 }
        #expect(house.alerts(.itemLost).isEmpty)
    }

    @Test("What falls silent as its owner drives off is not said to be elsewhere")
    func drivesOff() {
        var house = Self.visit()
        Self.stay(&house, from: 6600, to: 7200, fixes: 10, isHeard: false) { 15 * ($0 - 6600) }
        #expect(house.keys.withOwner == .yes)
    }

    @Test("Keys heard beside what their owner wears are with her, whatever her phone said before")
    func worn() {
        var house = Self.house()
        house.fix(House.home, at: 0)
        house.fix(Self.spot.north(-1000), at: 2900)
        for second in stride(from: 3000.0, to: 4000, by: 10) {
            house.hear(House.keys, by: "n3", -60, at: second)
            house.hear(House.tag, by: "n3", -62, at: second)
        }
        #expect(house.keys.withOwner == .yes)
        #expect(house.alice.place == nil)
    }
}
