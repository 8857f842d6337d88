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

    private static let frame = BeaconID(
        canonical: "ibeacon:e5ca1ade-f007-ba11-0000-000000000000:9:9")

    /// The kitchen hears one packet, by which a tag is known as two beacons.
    private static func hear(_ beacon: BeaconID, _ alias: BeaconID, _ house: inout House) {
        let sighting = Sighting(beacon: beacon, alias: alias, rssi: RSSI(dBm: -50))
        house.effects += house.engine.apply(
            .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
            at: House.start.advanced(bySeconds: 5))
        house.wait(until: 5.1)
    }

    @Test(
        "Who has a tag by another of its names takes it from nobody",
        arguments: [
            (beacon: Self.frame, alias: House.keys),
            (beacon: House.keys, alias: BeaconID(canonical: "tile:a4c138000001")),
        ], [true, false])
    func shared(names: (beacon: BeaconID, alias: BeaconID), isWorn: Bool) {
        var house = House()
        let other = names.beacon == House.keys ? names.alias : names.beacon
        if isWorn {
            house.change(.saveUser(User(id: House.bob, name: "Bob", beacons: [other])), at: 0)
        } else {
            house.change(
                .saveItem(
                    Item(id: ID(checked: "a"), owner: House.bob, name: "Mine", beacon: other)),
                at: 0)
        }
        Self.hear(names.beacon, names.alias, &house)
        #expect(house.keys.room == ID(checked: "kitchen"))
        let his =
            isWorn
            ? house.engine.presence(of: House.bob)?.room
            : house.engine.view(of: ID(checked: "a"))?.room
        #expect(his == ID(checked: "kitchen"))
    }

    @Test("A tag that was heard has its bearer by all its names, but for those of many tags")
    func bearers() {
        var house = House()
        let name = BeaconID(canonical: "name:itag")
        #expect(house.engine.bearers(of: Self.frame) == [])
        Self.hear(Self.frame, House.keys, &house)
        Self.hear(name, House.keys, &house)
        let keys: Set<Household.Bearer> = [.item(ID(checked: "keys"))]
        #expect(house.engine.bearers(of: House.keys) == keys)
        #expect(house.engine.bearers(of: Self.frame) == keys)
        #expect(house.engine.bearers(of: name) == keys)
        // What several tags are called says nothing of whose the next one is.
        house.change(.saveUser(User(id: House.bob, name: "Bob", beacons: [name])), at: 6)
        Self.hear(name, House.wallet, &house)
        #expect(house.engine.bearers(of: House.wallet) == [])
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
