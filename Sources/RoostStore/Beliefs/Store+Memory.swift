import Foundation
import GRDB
public import RoostCore

extension ChangeWriter {
    func write(_ track: (some Encodable)?, _ kind: String, _ id: String) throws {
        if let track {
            try run(
                "INSERT OR REPLACE INTO track (kind, id, json) VALUES (?, ?, ?)",
                [kind, id, try text(track)])
        } else {
            try run("DELETE FROM track WHERE kind = ? AND id = ?", [kind, id])
        }
    }

    func write(_ beacons: [(id: BeaconID, track: BeaconTrack?)]) throws {
        guard !beacons.isEmpty else { return }
        var save = try HotStatement(
            db,
            """
            INSERT OR REPLACE INTO beacon (id, place, room, tx_power, battery, proximity, is_gone,
                present_since, room_since, confidence, returned, went_out, outside, doorway,
                louder, learned, heard_outside)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        var hear = try HotStatement(
            db,
            """
            INSERT OR REPLACE INTO hearing (beacon, node, level, last_reading,
                last_heard, interval)
            VALUES (?, ?, ?, ?, ?, ?)
            """)
        for (id, track) in beacons {
            guard let track else {
                try forget(id)
                continue
            }
            try write(track, of: id, by: &save)
            try write(track.rooms.hearings, of: id, by: &hear)
        }
    }

    private func write(
        _ track: BeaconTrack, of id: BeaconID, by save: inout HotStatement
    ) throws {
        save.bind(id.rawValue)
        save.bind(track.rooms.current?.place.rawValue)
        save.bind(track.rooms.current?.room?.rawValue)
        save.bind(track.txPower)
        save.bind(track.battery)
        save.bind(track.proximity?.rawValue)
        save.bind(track.rooms.isGone ? 1 : 0)
        save.bind(track.rooms.presentSince?.milliseconds)
        save.bind(track.rooms.roomSince?.milliseconds)
        save.bind(track.rooms.confidence)
        save.bind(track.rooms.returned?.milliseconds)
        save.bind(track.rooms.wentOut ? 1 : 0)
        save.bind(track.rooms.exit?.probability)
        save.bind(track.rooms.exit?.chance)
        save.bind(track.rooms.seemingPower?.offset)
        save.bind(track.rooms.seemingPower?.learned)
        save.bind(track.rooms.heardOutside)
        try save.run()
    }

    private func write(
        _ hearings: [Hearing], of id: BeaconID, by hear: inout HotStatement
    ) throws {
        if hearings.count == RoomEstimator.mostHearings,
            let oldest = hearings.map(\.lastHeard).min()
        {
            // Those of other nodes are no longer known, and only take room.
            try run(
                "DELETE FROM hearing WHERE beacon = ? AND last_heard < ?",
                [id.rawValue, oldest.milliseconds])
        }
        for hearing in hearings {
            hear.bind(id.rawValue)
            hear.bind(hearing.node.rawValue)
            hear.bind(hearing.level)
            hear.bind(hearing.lastReading)
            hear.bind(hearing.lastHeard.milliseconds)
            hear.bind(hearing.interval)
            try hear.run()
        }
    }

    func write(_ memory: SilenceMemory?, of place: ID<Place>) throws {
        guard let memory else {
            return try run("DELETE FROM silence WHERE place = ?", [place.rawValue])
        }
        try run(
            "INSERT OR REPLACE INTO silence (place, json) SELECT id, ? FROM place WHERE id = ?",
            [try text(memory), place.rawValue])
    }

    private func forget(_ id: BeaconID) throws {
        try run("DELETE FROM beacon WHERE id = ?", [id.rawValue])
        try run("DELETE FROM hearing WHERE beacon = ?", [id.rawValue])
    }
}

extension Store {
    /// The beliefs at the time when the gateway stopped.
    ///
    /// - Throws: `DatabaseError`, or a `StoreError` that says what is damaged.
    public func memory() throws -> Engine.Memory {
        try Self.decoding(in: directory) { try database.read { try Self.memory(in: $0) } }
    }

    static func memory(in db: Database) throws -> Engine.Memory {
        var memory = Engine.Memory()
        let json = JSONDecoder()
        for row in try Row.fetchAll(db, sql: "SELECT kind, id, json FROM track") {
            let (id, text): (String, String) = (row["id"], row["json"])
            switch row["kind"] as String {
            case "user": memory.users[ID(checked: id)] = try json.decode(UserTrack.self, text: text)
            default: memory.nodes[ID(checked: id)] = try json.decode(NodeTrack.self, text: text)
            }
        }
        memory.items = try itemTracks(in: db)
        memory.beacons = try beacons(in: db)
        memory.purses = try purses(in: db)
        memory.reminders = try reminders(in: db)
        for row in try Row.fetchAll(db, sql: "SELECT place, json FROM silence") {
            memory.silences[ID(checked: row["place"])] = try json.decode(
                SilenceMemory.self, text: row["json"])
        }
        return memory
    }

    private static func beacons(in db: Database) throws -> [BeaconID: BeaconTrack] {
        var hearings: [String: [Hearing]] = [:]
        let newest = "SELECT * FROM hearing ORDER BY beacon, last_heard DESC, node"
        for row in try Row.fetchAll(db, sql: newest)
        where hearings[row["beacon"], default: []].count < RoomEstimator.mostHearings {
            hearings[row["beacon"], default: []].append(
                Hearing(
                    node: ID(checked: row["node"]), level: row["level"],
                    lastReading: row["last_reading"],
                    lastHeard: Timestamp(milliseconds: row["last_heard"]),
                    interval: row["interval"]))
        }
        var beacons: [BeaconID: BeaconTrack] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM beacon") {
            let id: String = row["id"]
            beacons[BeaconID(canonical: id)] = BeaconTrack(
                rooms: RoomEstimator(
                    hearings: hearings[id] ?? [], current: row.spot, isGone: row["is_gone"],
                    wentOut: row["went_out"], heardOutside: row["heard_outside"],
                    presentSince: row.time("present_since"),
                    returned: row.time("returned"), roomSince: row.time("room_since"),
                    confidence: row["confidence"], exit: row.exit,
                    seemingPower: row.seemingPower),
                txPower: row["tx_power"], battery: row["battery"],
                proximity: (row["proximity"] as String?).flatMap(Proximity.init))
        }
        return beacons
    }
}

extension Row {
    /// What was believed of a beacon's way out; `nil` if nothing was.
    fileprivate var exit: ExitBelief? {
        guard let outside: Double = self["outside"], let doorway: Double = self["doorway"]
        else { return nil }
        return ExitBelief(outside: outside, doorway: doorway)
    }

    /// How loud a beacon seemed; `nil` if that was not learned.
    fileprivate var seemingPower: SeemingPower? {
        guard let offset: Double = self["louder"], let learned: Double = self["learned"]
        else { return nil }
        return SeemingPower(offset: offset, learned: learned)
    }
}
