import Foundation
import RoostStore
import Testing

@testable import RoostCore

@Suite("What is believed, on disk")
struct MemoryTests {
    @Test("After a restart the engine believes what it believed")
    func roundTrip() throws {
        var engine = Engine()
        _ = engine.apply(.listening, at: start)
        _ = engine.apply(.household(HouseholdStoreTests.changes), at: start)
        for second in 0..<60 {
            let moment = start.advanced(bySeconds: Double(second))
            let sighting = Sighting(
                beacon: BeaconID(canonical: "mac:a4c138000001"), rssi: RSSI(dBm: -60), txPower: -59,
                battery: 80)
            _ = engine.apply(
                .sightings(SightingBatch(node: ID(checked: "n1"), sightings: [sighting])),
                at: moment)
            _ = engine.apply(.fix(fix(at: Double(second)), of: phone), at: moment)
        }
        var habits = DoorHabits()
        habits[isCarrying: true].noteStay()
        engine.users[phone.user]?.habits = [ID(checked: "home"): habits]
        // A beacon that went out by the door.
        var beacons = engine.memory.beacons.map { ($0.key, Optional($0.value)) }
        beacons.append(
            (
                BeaconID(canonical: "mac:a4c138000002"),
                BeaconTrack(
                    rooms: RoomEstimator(
                        hearings: [], current: nil, isGone: true, wentOut: true,
                        presentSince: start, roomSince: start, confidence: 0))
            ))
        // A late one that waits for the rest of its queue.
        _ = engine.apply(.fix(fix(at: 70), of: phone), at: start.advanced(bySeconds: 300))

        var changes = Changes(household: HouseholdStoreTests.changes)
        changes.users = engine.users.map { ($0.key, $0.value) }
        changes.items = engine.memory.items.map { ($0.key, $0.value) }
        changes.nodes = engine.nodes.tracks.map { ($0.key, $0.value) }
        changes.beacons = beacons
        try StoreFolder.with { folder in
            try folder.open { _ = try $0.commit(changes) }
            let memory = try folder.open { try $0.memory() }
            #expect(
                !engine.users.isEmpty && !engine.memory.items.isEmpty
                    && !engine.memory.beacons.isEmpty)
            // Not kept: when a still user was last said to be heard.
            #expect(memory.users.mapValues(\.belief) == engine.users.mapValues(\.belief))
            #expect(memory.users.mapValues(\.devices) == engine.users.mapValues(\.devices))
            #expect(memory.users.mapValues(\.settled) == engine.users.mapValues(\.settled))
            #expect(memory.users[phone.user]?.habits == [ID(checked: "home"): habits])
            #expect(memory.items == engine.memory.items)
            #expect(memory.nodes == engine.nodes.tracks)
            #expect(memory.beacons.count == beacons.count)
            for (id, track) in beacons { #expect(memory.beacons[id] == track) }
        }
    }

    @Test("What an older version kept of a phone is read, without what it did not know")
    func older() throws {
        var track = DeviceTrack()
        let home = Place(
            id: ID(checked: "home"), name: "Home",
            area: .circle(center: fix(at: 0).coordinate, radius: 50))
        #expect(track.take(fix(at: 0), places: [home], settings: EngineSettings()) == .believed)
        let new = try JSONEncoder().encode(track)
        var members = try #require(
            JSONSerialization.jsonObject(with: new) as? [String: Any])
        for name in ["networks", "fine", "excursion", "approach", "approachDue"] {
            members[name] = nil
        }
        members["doubt"] = members["last"]
        let old = try JSONSerialization.data(withJSONObject: members)
        let read = try JSONDecoder().decode(DeviceTrack.self, from: old)
        #expect(read.standing == .inside(home.id))
        #expect(read.last == track.last)
    }

    @Test("What is forgotten is gone")
    func forgotten() throws {
        try StoreFolder.with { folder in
            try folder.open { store in
                var changes = Changes()
                changes.users = [(alice, UserTrack())]
                changes.items = [(keys, ItemTrack())]
                _ = try store.commit(changes)
                changes = Changes()
                changes.users = [(alice, nil)]
                changes.items = [(keys, nil)]
                _ = try store.commit(changes)
                let memory = try store.memory()
                #expect(memory.users.isEmpty)
                #expect(memory.items.isEmpty)
            }
        }
    }
}
