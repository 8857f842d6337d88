import Foundation
import GRDB
import Testing

@testable import RoostCore
@testable import RoostStore

@Suite("The engine's memory on disk")
struct MemoryTests {
    @Test("The engine's beliefs survive a restart")
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
        habits[isPacked: true].noteStay()
        engine.users[phone.user]?.habits = [ID(checked: "home"): habits]
        var recent = RecentReadings()
        recent.note(RSSI(dBm: -70), by: 0, at: start)
        var silences = SilenceMemory(nodes: [ID(checked: "n1")])
        let onset = SilenceOnset(
            recent, by: silences.nodes, nodes: silences.nodes, exits: silences.nodes
        ) { _ in true }
        silences.learnDeparture(onset)
        silences.learnPause(onset, of: 7.5)
        silences.learn(
            WayOutSound(recent, by: [0], fromDoorAt: -70, at: start), isWayOut: true)
        // A beacon that went out by the door.
        var beacons = engine.memory.beacons.map { ($0.key, Optional($0.value)) }
        beacons.append(
            (
                BeaconID(canonical: "mac:a4c138000002"),
                BeaconTrack(
                    rooms: RoomEstimator(
                        hearings: [], current: nil, isGone: true, wentOut: true,
                        heardOutside: -75, presentSince: start, roomSince: start, confidence: 0))
            ))
        // A late one that waits for the rest of its queue.
        _ = engine.apply(.fix(fix(at: 70), of: phone), at: start.advanced(bySeconds: 300))

        var changes = Changes(household: HouseholdStoreTests.changes)
        changes.users = engine.users.map { ($0.key, $0.value) }
        var items = engine.memory.items
        // Things that went along, out of all places and to one.
        for (id, settled): (String, UserTrack.Settled) in [
            ("bag", .outside), ("purse", .at(.init(place: ID(checked: "office"), room: nil))),
        ] {
            var track = ItemTrack()
            track.along = settled
            items[ID(checked: id)] = track
        }
        changes.items = items.map { ($0.key, $0.value) }
        changes.nodes = engine.nodes.tracks.map { ($0.key, $0.value) }
        changes.beacons = beacons
        // Of a place that is gone, nothing is kept.
        changes.silences = [(ID(checked: "home"), silences), (ID(checked: "gone"), silences)]
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
            #expect(memory.silences == [ID(checked: "home"): silences])
            #expect(memory.items == items)
            #expect(memory.nodes == engine.nodes.tracks)
            #expect(memory.beacons.count == beacons.count)
            for (id, track) in beacons {
                #expect(memory.beacons[id] == track)
                let rooms = memory.beacons[id]?.rooms
                #expect(rooms?.exit == track?.rooms.exit)
                #expect(rooms?.seemingPower == track?.rooms.seemingPower)
                #expect(rooms?.heardOutside == track?.rooms.heardOutside)
            }
            #expect(beacons.contains { $0.1?.rooms.seemingPower?.offset ?? 0 != 0 })
        }
    }

    @Test("A phone's track of an older version is read, without members that it lacked")
    func older() throws {
        var track = DeviceTrack()
        let home = Place(
            id: ID(checked: "home"), name: "Home",
            area: .circle(center: fix(at: 0).coordinate, radius: 50))
        #expect(track.take(fix(at: 0), places: [home]) == .believed)
        let new = try JSONEncoder().encode(track)
        var members = try #require(
            JSONSerialization.jsonObject(with: new) as? [String: Any])
        for name in ["networks", "excursion", "approach", "approachDue"] {
            members[name] = nil
        }
        members["doubt"] = members["last"]
        let old = try JSONSerialization.data(withJSONObject: members)
        let read = try JSONDecoder().decode(DeviceTrack.self, from: old)
        #expect(read.standing == .inside(home.id))
        #expect(read.last == track.last)
    }

    @Test("A phone's track from before compact trails is read with the same contents")
    func trails() throws {
        try StoreFolder.with { folder in
            try folder.keep(asOf: "spots") {
                try $0.execute(
                    sql: """
                        INSERT INTO track VALUES ('user', 'alice', ?), ('user', 'bob', ?),
                            ('user', 'carol', ?), ('node', 'n1', '{}')
                        """,
                    arguments: [
                        Self.earlierTrack,
                        #"{"alerted":{},"settled":{"never":{}},"devices":{}}"#,
                        """
                        {"alerted":{},"settled":{"never":{}},"devices":{
                        "new":{"trail":[],"standing":{"unknown":{}},"queue":[],"isLowBatteryReported":false},
                        "old":{"trail":[{"coordinate":{"latitude":-1.5,"longitude":2},"time":7}],
                        "standing":{"inside":{"_0":"home"}},"queue":[],"isLowBatteryReported":true}}}
                        """,
                    ])
            }
            // A node's row stays as it is.
            let node = try folder.open { store in
                try store.database.write { db in
                    defer { try? db.execute(sql: "DELETE FROM track WHERE kind = 'node'") }
                    return try String.fetchOne(
                        db, sql: "SELECT json FROM track WHERE kind = 'node'")
                }
            }
            #expect(node == "{}")
            let memory = try folder.open { try $0.memory() }
            #expect(memory.users[bob] == UserTrack())
            let two = try #require(memory.users[ID(checked: "carol")]?.devices)
            #expect(two["new"] == DeviceTrack())
            #expect(two["old"]?.trail.map(\.coordinate.latitude) == [-1.5])
            #expect(two["old"]?.standing == .inside(home))
            #expect(two["old"]?.position == nil)
            let phone = try #require(memory.users[alice]?.devices["phone"])
            #expect(phone.trail.map(\.coordinate.latitude) == [48.8184, 48.8384, 48.8485])
            #expect(
                phone.trail.map(\.time.milliseconds)
                    == [1_795_425_261_000, 1_795_425_461_000, 1_795_425_661_000])
            // The newest fix is coarse, and agrees with the exact one before it.
            #expect(phone.last?.accuracy == 900)
            #expect(phone.position?.accuracy == 10)
            #expect(phone.verdict?.margin == .greatestFiniteMagnitude)
            let written = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(phone))
            let fine = (written as? [String: Any])?["lastFine"] as? [String: Any]
            #expect(fine?["accuracy"] as? Double == 10)
        }
    }

    /// As it was written before.
    private static let earlierTrack = """
        {"belief":{"whereabouts":{"outside":{}},"confidence":0.5998251088273894,
        "rule":"fix_outside","device":"phone","sources":["gps"],"evidenceTime":1795425661000},
        "settled":{"outside":{}},"since":1795425261000,"alerted":{},"devices":{"phone":{"trail":[
        {"coordinate":{"latitude":48.8184,"longitude":2.2945},"time":1795425261000},
        {"coordinate":{"latitude":48.8384,"longitude":2.2945},"time":1795425461000},
        {"coordinate":{"longitude":2.2945,"latitude":48.8485},"time":1795425661000}],
        "isLowBatteryReported":false,"verdict":{"rule":"fix_outside",
        "margin":1.7976931348623157e+308,"speed":0,"time":1795425261000},
        "standing":{"outside":{}},"battery":47,"queue":[],
        "anchor":{"longitude":2.2945,"latitude":48.8384},
        "fine":{"battery":47,"coordinate":{"latitude":48.8484,"longitude":2.2945},"accuracy":10,
        "time":1795425561000,"isRetained":false},
        "last":{"isRetained":false,"coordinate":{"latitude":48.8485,"longitude":2.2945},
        "accuracy":900,"time":1795425661000},"movedAt":1795425461000,
        "position":{"time":1795425561000,"isRetained":false,
        "coordinate":{"latitude":48.8484,"longitude":2.2945},"accuracy":10,"battery":47}}}}
        """

    @Test("Pending departures and arrivals of an earlier version are still read")
    func ways() throws {
        try StoreFolder.with { folder in
            try folder.keep(asOf: "doors") {
                try $0.execute(
                    sql: "INSERT INTO track VALUES ('user', 'alice', ?), ('user', 'bob', ?)",
                    arguments: [
                        """
                        {"alerted":{},"settled":{"never":{}},"devices":{
                        "drifts":{"trail":[],"standing":{"inside":{"_0":"home"}},"queue":[],
                        "isLowBatteryReported":false,"excursion":{"began":5,"newest":7,
                        "evidence":0.5,"isLeap":true,
                        "mark":{"time":5,"margin":9,"isReceding":false}}},
                        "both":{"trail":[],"standing":{"inside":{"_0":"home"}},"queue":[],
                        "isLowBatteryReported":false,"excursion":{"began":5,"newest":7,
                        "evidence":0.5,"isLeap":false,
                        "mark":{"time":5,"margin":9,"isReceding":false}},
                        "approach":{"place":"gym","began":5,"newest":7,
                        "coordinate":{"latitude":1,"longitude":2},"margin":-3,"patience":120}},
                        "still":{"trail":[],"standing":{"unknown":{}},"queue":[],
                        "isLowBatteryReported":false}}}
                        """,
                        #"{"alerted":{},"settled":{"never":{}},"devices":{}}"#,
                    ])
            }
            let memory = try folder.open { try $0.memory() }
            #expect(memory.users[bob] == UserTrack())
            let devices = try #require(memory.users[alice]?.devices)
            #expect(devices["still"] == DeviceTrack())
            func kept(_ device: String, _ path: String...) throws -> Any? {
                let json = try JSONEncoder().encode(try #require(devices[device]))
                return path.reduce(try JSONSerialization.jsonObject(with: json)) {
                    ($0 as? [String: Any])?[$1] as Any
                }
            }
            #expect(try kept("drifts", "excursion", "start") as? String == "leap")
            #expect(try kept("both", "excursion", "start") as? String == "unseen")
            #expect(try kept("both", "approach", "hasDriven") as? Bool == false)
            #expect(try kept("both", "approach", "patience") as? Double == 120)
        }
    }

    @Test("Forgotten users and items are deleted")
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
