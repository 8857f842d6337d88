import Foundation
import GRDB
import RoostCore

extension ChangeWriter {
    func write(_ items: [(id: ID<Item>, track: ItemTrack?)]) throws {
        guard !items.isEmpty else { return }
        var save = try HotStatement(
            db,
            """
            INSERT OR REPLACE INTO item_track (item, place, room, is_heard, heard_since, last_heard,
                with_owner, since, departure, is_lost, is_low_battery_reported,
                told_spot, told_answer, told_until, along)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for (id, track) in items {
            guard let track else {
                try run("DELETE FROM item_track WHERE item = ?", [id.rawValue])
                continue
            }
            save.bind(id.rawValue)
            save.bind(track.spot?.place.rawValue)
            save.bind(track.spot?.room?.rawValue)
            save.bind(track.isHeard ? 1 : 0)
            save.bind(track.heardSince?.milliseconds)
            save.bind(track.lastHeard?.milliseconds)
            save.bind(track.withOwner.rawValue)
            save.bind(track.since?.milliseconds)
            save.bind(try track.departure.map(text))
            save.bind(track.isLost ? 1 : 0)
            save.bind(track.isLowBatteryReported ? 1 : 0)
            save.bind(track.explained.map { Int64($0.spot) })
            save.bind(track.explained?.answer.rawValue)
            save.bind(track.explained.map { Int64($0.busyUntil) })
            save.bind(track.along.map { $0.place?.rawValue ?? "" })
            try save.run()
        }
    }
}

extension Store {
    static func itemTracks(in db: Database) throws -> [ID<Item>: ItemTrack] {
        let json = JSONDecoder()
        var tracks: [ID<Item>: ItemTrack] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM item_track") {
            let (departure, along): (String?, String?) = (row["departure"], row["along"])
            tracks[ID(checked: row["item"])] = ItemTrack(
                spot: row.spot, isHeard: row["is_heard"], heardSince: row.time("heard_since"),
                lastHeard: row.time("last_heard"), withOwner: answer(row["with_owner"]),
                since: row.time("since"),
                departure: try departure.map {
                    try json.decode(ItemTrack.Departure.self, text: $0)
                },
                along: along.map {
                    $0.isEmpty ? .outside : .at(.init(place: ID(checked: $0), room: nil))
                },
                isLost: row["is_lost"], isLowBatteryReported: row["is_low_battery_reported"],
                explained: explained(row))
        }
        return tracks
    }

    private static func explained(_ row: Row) -> ItemTrack.Explained? {
        guard let spot: Int64 = row["told_spot"], let until: Int64 = row["told_until"] else {
            return nil
        }
        return ItemTrack.Explained(
            spot: UInt32(clamping: spot), answer: answer(row["told_answer"]),
            busyUntil: UInt32(clamping: until))
    }

    /// A value of an earlier version without an equivalent counts as `cannotTell`.
    private static func answer(_ text: String?) -> ItemTrack.Answer {
        text.flatMap(ItemTrack.Answer.init) ?? .cannotTell
    }
}
