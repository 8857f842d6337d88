import Testing

@testable import RoostCore

@Suite("Rooms")
struct RoomTests {
    @Test("A single strong reading changes the room once it has stood for a moment")
    func oneReading() {
        var house = House()
        house.hear(House.keys, by: "n1", -75, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n2", -50, at: 30)
        #expect(house.keys.room == ID(checked: "kitchen"))
        house.wait(until: 33)
        #expect(house.keys.room == ID(checked: "hall"))
    }

    @Test("A single strong reading that is not confirmed changes no room")
    func fluke() {
        var house = House()
        house.hear(House.keys, by: "n1", -65, from: 0, to: 30, every: 2)
        house.hear(House.keys, by: "n2", -50, at: 30)
        house.hear(House.keys, by: "n2", -90, at: 31)
        house.hear(House.keys, by: "n1", -60, at: 31.5)
        house.hear(House.keys, by: "n2", -90, at: 32)
        house.wait(until: 60)
        #expect(house.itemSteps.isEmpty)
        #expect(house.keys.room == ID(checked: "kitchen"))
    }

    @Test("A single loud reading does not show that a carried item was put down")
    func flattery() {
        var house = House()
        func isUnfaded(isPutDown: Bool) -> Bool {
            house.engine.track(of: House.keys)!.rooms.isUnfaded(
                since: House.start.advanced(bySeconds: 20), isDoubtful: isPutDown
            ) { _ in -70 }
        }
        house.hear(House.keys, by: "n1", -70, from: 0, to: 20, every: 1)
        house.hear(House.keys, by: "n1", -86, from: 20, to: 25, every: 1)
        #expect(!isUnfaded(isPutDown: false) && !isUnfaded(isPutDown: true))
        house.hear(House.keys, by: "n1", -70, at: 25)
        #expect(isUnfaded(isPutDown: false) && !isUnfaded(isPutDown: true))
        house.hear(House.keys, by: "n1", -70, from: 26, to: 31, every: 1)
        #expect(isUnfaded(isPutDown: true))
    }

    @Test("Where nodes hear only their own room, each move back and forth is seen equally soon")
    func toAndFro() {
        var house = House()
        for round in 0..<6 {
            let start = Double(round) * 615
            house.hear(House.tag, by: "n1", -60, from: start, to: start + 300, every: 2)
            #expect(house.alice.room == ID(checked: "kitchen"))
            house.hear(House.tag, by: "n2", -60, from: start + 300, to: start + 315, every: 2)
            #expect(house.alice.room == ID(checked: "hall"), "round \(round)")
            house.hear(House.tag, by: "n2", -60, from: start + 315, to: start + 600, every: 2)
            house.hear(House.tag, by: "n1", -60, from: start + 600, to: start + 615, every: 2)
            #expect(house.alice.room == ID(checked: "kitchen"), "round \(round)")
        }
    }

    @Test("A slightly louder room does not move an item that has lain for long")
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

    @Test("Walking between positioned nodes is shown with each packet, and resting is not")
    func passing() {
        var house = House()
        for (index, name) in ["n1", "n2"].enumerated() {
            var node = house.engine.household.nodes[ID(checked: name)]!
            node.position = [Double(index) * 6, 0, 1]
            house.change(.saveNode(node), at: 0)
        }
        func shown(from first: Int, to last: Int, step: Double) -> [Effect.Urgency] {
            house.effects = []
            for packet in first..<last {
                let second = Double(packet) / 2
                house.wait(until: second)
                for (name, sign) in [("n1", -1.0), ("n2", 1)] {
                    let level = -70 + sign * step * Double(packet % 8)
                    let sighting = Sighting(beacon: House.tag, rssi: RSSI(dBm: level))
                    house.effects += house.engine.apply(
                        .sightings(SightingBatch(node: ID(checked: name), sightings: [sighting])),
                        at: House.start.advanced(bySeconds: second))
                }
            }
            return house.effects.compactMap { effect in
                guard case .changed(.user(House.alice), let urgency) = effect else { return nil }
                return urgency == .now ? nil : urgency
            }
        }
        let walking = shown(from: 2, to: 22, step: 2)
        #expect(walking.count { $0 == .passing } >= 15)
        _ = shown(from: 22, to: 122, step: 0)
        let resting = shown(from: 122, to: 142, step: 0)
        #expect(resting.contains(.shown) && !resting.contains(.passing))
    }
}
