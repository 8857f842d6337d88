import RoostCore
import Testing

@Suite("Strangers")
struct StrangerTests {
    @Test("Of beacons that nobody owns, such as addresses that change, nothing is kept")
    func beacons() {
        var house = House()
        house.hear(House.keys, by: "n1", -60, at: 1)
        let known = house.engine
        house.effects = []
        for number in 0..<10_000 {
            let address = String(number + 0x4000_0000_0000, radix: 16)
            let sighting = Sighting(
                beacon: BeaconID(canonical: "mac:\(address)"),
                alias: BeaconID(canonical: "tile:\(address)"), rssi: RSSI(dBm: -50), battery: 50)
            house.effects += house.engine.apply(
                .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
                at: known.now)
        }
        #expect(house.effects.isEmpty)
        #expect(house.engine.beacons == known.beacons)
        #expect(house.engine.household == known.household)
        #expect(house.engine.items == known.items)
    }

    @Test("A device that is no node as yet comes and goes without a trace; a node's word counts")
    func devices() {
        var house = House()
        house.effects = []
        let plug = ID<Node>(checked: "plug")
        for isOnline in [true, false] {
            house.effects += house.engine.apply(
                .deviceStatus(plug, isOnline: isOnline), at: house.engine.now)
        }
        #expect(house.effects.isEmpty)
        #expect(house.engine.household.nodes[plug] == nil)
        _ = house.engine.apply(
            .deviceStatus(ID(checked: "n1"), isOnline: false), at: house.engine.now)
        #expect(house.engine.nodes.tracks[ID(checked: "n1")]?.status == .offline)
        _ = house.engine.apply(
            .deviceStatus(ID(checked: "n1"), isOnline: true), at: house.engine.now)
        #expect(house.engine.nodes.tracks[ID(checked: "n1")]?.status == .online)
    }
}
