import Foundation
import GRDB
import RoostCore

extension ChangeWriter {
    func write(_ change: HouseholdChange) throws {
        switch change {
        case .saveUser(let user): try save(user)
        case .savePlace(let place): try save(place)
        case .saveNode(let node): try save(node)
        case .saveItem(let item): try save(item)
        case .saveShare(let share): try save(share)
        case .saveFriend(let friend): try save(friend)
        case .saveGroup(let group): try save(group)
        case .deleteGroup(let id): try run("DELETE FROM user_group WHERE id = ?", [id.rawValue])
        case .deleteUser(let id): try deleteUser(id)
        case .deletePlace(let id):
            // There is no room without its place.
            try run(
                "UPDATE node SET room = NULL, own_place = NULL WHERE place = ?", [id.rawValue])
            try run("DELETE FROM place WHERE id = ?", [id.rawValue])
        case .deleteNode(let id): try run("DELETE FROM node WHERE id = ?", [id.rawValue])
        case .deleteItem(let id):
            // The next item with that id is another.
            try run(
                "DELETE FROM decision WHERE user IN (SELECT id FROM user) AND item = ?",
                [id.rawValue])
            try run("DELETE FROM item WHERE id = ?", [id.rawValue])
        case .deleteShare(let owner, let viewer):
            try run(
                "DELETE FROM share WHERE owner = ? AND viewer = ?", [owner.rawValue, viewer.text])
        case .saveCalibration(let calibration, let place):
            try run(
                """
                INSERT OR REPLACE INTO calibration (place, json) SELECT id, ? FROM place WHERE id = ?
                """, [try text(calibration), place.rawValue])
        case .deleteCalibration(let place):
            try run("DELETE FROM calibration WHERE place = ?", [place.rawValue])
        case .noteDeletion(let deletion):
            try run(
                "INSERT OR REPLACE INTO deletion (name, time) VALUES (?, ?)",
                [Int64(bitPattern: deletion.name), deletion.time.milliseconds])
        case .deleteFriend(let user, let friend):
            try run(
                "DELETE FROM friend WHERE user = ? AND friend = ?",
                [user.rawValue, friend.rawValue])
        }
    }

    /// The picture of an item; `nil` removes it.
    func write(_ picture: [UInt8]?, of item: ID<Item>) throws {
        if let picture {
            // The item may have been deleted later in the batch.
            try run(
                """
                INSERT OR REPLACE INTO picture (item, bytes) SELECT id, ? FROM item WHERE id = ?
                """, [Data(picture), item.rawValue])
        } else {
            try run("DELETE FROM picture WHERE item = ?", [item.rawValue])
        }
    }

    /// Deletes a user; their history goes at the end of the commit, which may still add to it.
    private func deleteUser(_ id: ID<User>) throws {
        try run(
            """
            UPDATE node SET room = NULL, own_place = NULL
            WHERE place IN (SELECT id FROM place WHERE owner = ?)
            """, [id.rawValue])
        try run("DELETE FROM share WHERE viewer = ?", [id.rawValue])
        try run("DELETE FROM given_answer WHERE user = ?", [id.rawValue])
        try run("DELETE FROM user WHERE id = ?", [id.rawValue])
        // The index only hides the words of deleted notes.
        try run("INSERT OR IGNORE INTO forgotten (what) VALUES ('words')", [])
    }

    func forgetHistory(of user: ID<User>) throws {
        for table in ["fix", "transition", "alert", "decision"] {
            try run("DELETE FROM \(table) WHERE user = ?", [user.rawValue])
        }
    }

    /// Deletes what others were told of a user; it looks at all alerts.
    func forgetNews(of user: ID<User>) throws {
        let kinds = AlertKind.allCases.filter(\.isAboutOthers).map { "'\($0.rawValue)'" }
        try run(
            """
            DELETE FROM alert WHERE kind IN (\(kinds.joined(separator: ", ")))
                AND (payload ->> '$.friend' = ?1 OR payload ->> '$.author' = ?1)
            """, [user.rawValue])
    }

    private func save(_ user: User) throws {
        try run(
            """
            INSERT INTO user (id, name, is_admin, devices, beacons, settings)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, is_admin = excluded.is_admin,
                devices = excluded.devices, beacons = excluded.beacons, settings = excluded.settings
            """,
            [
                user.id.rawValue, user.name, user.isAdmin, try text(user.devices),
                try text(user.beacons), try text(user.settings),
            ])
    }

    private func save(_ place: Place) throws {
        try run(
            """
            INSERT INTO place
                (id, name, kind, area, owner, is_shared, address, rooms, origin, former)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind,
                area = excluded.area, owner = excluded.owner, is_shared = excluded.is_shared,
                address = excluded.address, rooms = excluded.rooms, origin = excluded.origin,
                former = excluded.former
            """,
            [
                place.id.rawValue, place.name, place.kind.rawValue, try text(place.area),
                place.owner?.rawValue, place.isShared, place.address, try text(place.rooms),
                place.origin, try place.former.map { try text($0) },
            ])
    }

    private func save(_ node: Node) throws {
        try run(
            """
            INSERT OR REPLACE INTO node
                (id, place, room, is_exit, door, position, own_place, own_room_name)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                node.id.rawValue, node.place?.rawValue, node.room?.rawValue, node.isExit,
                node.door, try node.position.map { try text($0) }, node.ownPlace?.rawValue,
                node.ownRoomName,
            ])
    }

    private func save(_ item: Item) throws {
        try run(
            """
            INSERT INTO item (id, owner, name, kind, beacon, watch, range, tx_power)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, name = excluded.name,
                kind = excluded.kind, beacon = excluded.beacon, watch = excluded.watch,
                range = excluded.range, tx_power = excluded.tx_power
            """,
            [
                item.id.rawValue, item.owner.rawValue, item.name, item.kind.rawValue,
                item.beacon?.rawValue, try text(item.watch), item.range, item.txPower,
            ])
    }

    private func save(_ share: Share) throws {
        try run(
            """
            INSERT OR REPLACE INTO share (owner, viewer, level, until, hours, since)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                share.owner.rawValue, share.viewer.text, share.level.rawValue,
                share.until?.milliseconds, try share.hours.map { try text($0) },
                share.since?.milliseconds,
            ])
    }

    private func save(_ friend: Friend) throws {
        try run(
            "INSERT OR REPLACE INTO friend (user, friend, color, sort_order) VALUES (?, ?, ?, ?)",
            [friend.user.rawValue, friend.friend.rawValue, friend.color, friend.order])
    }
}
