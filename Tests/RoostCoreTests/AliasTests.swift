import RoostCore
import Testing

@Suite("One sighting, two identities")
struct AliasTests {
    @Test("An item is recognised by the alias of a sighting")
    func alias() {
        var house = House()
        house.fix(House.home, at: 0)
        let frame = BeaconID(canonical: "ibeacon:e5ca1ade-f007-ba11-0000-000000000000:9:9")
        let sighting = Sighting(beacon: frame, alias: House.keys, rssi: RSSI(dBm: -50))
        house.effects += house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
            at: House.start.advanced(bySeconds: 5))
        house.wait(until: 5.1)
        #expect(house.keys.room == ID(checked: "kitchen"))
        #expect(Set(house.engine.memory.beacons.keys) == [House.keys])
    }

    @Test("A scanner that nobody configured is in the room that its topic names")
    func room() {
        var house = House()
        let sighting = Sighting(beacon: House.keys, rssi: RSSI(dBm: -50))
        house.effects += house.engine.apply(
            .sightings(
                SightingBatch(node: ID(checked: "attic"), sightings: [sighting], room: "Attic")),
            at: House.start.advanced(bySeconds: 5))
        house.wait(until: 5.1)
        #expect(house.engine.household.nodes[ID(checked: "attic")]?.place == ID(checked: "home"))
        #expect(house.keys.room == ID(checked: "attic"))
    }
}
