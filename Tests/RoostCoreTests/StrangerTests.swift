import RoostCore
import Testing

@Suite("Strangers")
struct StrangerTests {
    @Test("Nothing is kept about beacons that nobody owns")
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
        #expect(house.engine.memory.beacons == known.memory.beacons)
        #expect(house.engine.household == known.household)
        #expect(house.engine.memory.items == known.memory.items)
    }

    @Test("A scanner's name for a beacon counts until removed, unless an owned beacon has it")
    func names() {
        var house = House()
        let name = BeaconID(canonical: "keys:anna")
        func lastHeard() -> Timestamp? { house.engine.memory.beacons[House.keys]?.rooms.lastHeard }
        house.hear(name, by: "n1", -60, at: 1)
        #expect(lastHeard() == nil)
        _ = house.engine.apply(.beaconName(name, of: House.keys), at: house.engine.now)
        house.hear(name, by: "n1", -60, at: 2)
        #expect(lastHeard() == House.start.advanced(bySeconds: 2))
        _ = house.engine.apply(.beaconName(nil, of: House.keys), at: house.engine.now)
        house.hear(name, by: "n1", -60, at: 3)
        #expect(lastHeard() == House.start.advanced(bySeconds: 2))
        _ = house.engine.apply(.beaconName(House.tag, of: House.keys), at: house.engine.now)
        house.hear(House.tag, by: "n1", -60, at: 4)
        #expect(lastHeard() == House.start.advanced(bySeconds: 2))
        #expect(house.engine.memory.beacons[House.tag] != nil)
    }

    @Test("A device that is not a node leaves no trace, and the status of a node counts")
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
