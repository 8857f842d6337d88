public import Foundation
import GRDB
public import RoostCore

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
            try run("UPDATE node SET room = NULL WHERE place = ?", [id.rawValue])
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

    /// Deletes a user with all their history.
    private func deleteUser(_ id: ID<User>) throws {
        try forgetHistory(of: id)
        try run(
            """
            UPDATE node SET room = NULL WHERE place IN (SELECT id FROM place WHERE owner = ?)
            """, [id.rawValue])
        try run("DELETE FROM share WHERE viewer = ?", [id.rawValue])
        try run("DELETE FROM user WHERE id = ?", [id.rawValue])
    }

    func forgetHistory(of user: ID<User>) throws {
        for table in ["fix", "transition", "alert", "decision"] {
            try run("DELETE FROM \(table) WHERE user = ?", [user.rawValue])
        }
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
            INSERT INTO place (id, name, kind, area, owner, is_shared, address, rooms, origin)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind,
                area = excluded.area, owner = excluded.owner, is_shared = excluded.is_shared,
                address = excluded.address, rooms = excluded.rooms, origin = excluded.origin
            """,
            [
                place.id.rawValue, place.name, place.kind.rawValue, try text(place.area),
                place.owner?.rawValue, place.isShared, place.address, try text(place.rooms),
                place.origin,
            ])
    }

    private func save(_ node: Node) throws {
        try run(
            """
            INSERT OR REPLACE INTO node (id, place, room, is_exit, door, position, own_room_name)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                node.id.rawValue, node.place?.rawValue, node.room?.rawValue, node.isExit,
                node.door, try node.position.map { try text($0) }, node.ownRoomName,
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
            INSERT OR REPLACE INTO share (owner, viewer, level, until, hours)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                share.owner.rawValue, share.viewer.text, share.level.rawValue,
                share.until?.milliseconds, try share.hours.map { try text($0) },
            ])
    }

    private func save(_ friend: Friend) throws {
        try run(
            "INSERT OR REPLACE INTO friend (user, friend, color, sort_order) VALUES (?, ?, ?, ?)",
            [friend.user.rawValue, friend.friend.rawValue, friend.color, friend.order])
    }
}

extension Store {
    /// Everything that users configured.
    ///
    /// - Throws: `DatabaseError`, or a `DecodingError` that says what is damaged.
    public func household() throws -> Household {
        try database.read { try HouseholdReader(db: $0).household() }
    }

    /// The household of a folder that another process may be using.
    ///
    /// - Throws: `StoreError` if nothing was ever stored there, or it cannot be read.
    public static func household(in directory: URL) throws -> Household {
        try reading(directory.appending(path: fileName), in: directory) { database in
            try database.read { db in
                let migrator = Schema.migrator
                guard try !migrator.hasBeenSuperseded(db) else {
                    throw StoreError.tooNew(directory.path)
                }
                guard try migrator.hasCompletedMigrations(db) else {
                    throw StoreError.tooOld(directory.path)
                }
                return try HouseholdReader(db: db).household()
            }
        }
    }

    /// The item's picture in its packed form.
    public func picture(of item: ID<Item>) throws -> [UInt8]? {
        try database.read { db in
            try Data.fetchOne(
                db, sql: "SELECT bytes FROM picture WHERE item = ?", arguments: [item.rawValue]
            ).map { Array($0) }
        }
    }
}

private struct HouseholdReader {
    let db: Database
    private let json = JSONDecoder()

    init(db: Database) {
        self.db = db
    }

    func household() throws -> Household {
        var household = Household()
        for change in try changes() { household.apply(change) }
        return household
    }

    /// The changes that rebuild the household, in an order in which each finds what it needs.
    private func changes() throws -> [HouseholdChange] {
        try rows("user") { .saveUser(try user($0)) } + rows("place") { .savePlace(try place($0)) }
            + rows("node") { .saveNode(try node($0)) } + rows("item") { .saveItem(try item($0)) }
            + rows("share") { .saveShare(try share($0)) }
            + rows("friend") { .saveFriend(friend($0)) } + groups() + calibrations()
    }

    private func groups() throws -> [HouseholdChange] {
        var members: [String: [Group.Member]] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM group_member") {
            members[row["group_id"], default: []].append(
                Group.Member(
                    user: ID(checked: row["user"]), since: Timestamp(milliseconds: row["since"])))
        }
        return try rows("user_group") { row in
            let id: String = row["id"]
            return .saveGroup(
                Group(
                    id: ID(checked: id), name: row["name"], owner: ID(checked: row["owner"]),
                    members: members[id] ?? [], revision: row["revision"]))
        }
    }

    private func calibrations() throws -> [HouseholdChange] {
        try rows("calibration") {
            .saveCalibration(try value($0["json"]), of: ID(checked: $0["place"]))
        }
    }

    private func rows(
        _ table: String, _ change: (Row) throws -> HouseholdChange
    ) throws -> [HouseholdChange] {
        try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1, 2").map(change)
    }

    private func value<Value: Decodable>(_ text: String) throws -> Value {
        try json.decode(Value.self, text: text)
    }

    private func user(_ row: Row) throws -> User {
        User(
            id: ID(checked: row["id"]), name: row["name"], isAdmin: row["is_admin"],
            devices: try value(row["devices"]), beacons: try value(row["beacons"]),
            settings: try value(row["settings"]))
    }

    private func place(_ row: Row) throws -> Place {
        Place(
            id: ID(checked: row["id"]), name: row["name"],
            kind: Place.Kind(rawValue: row["kind"]) ?? .other, area: try value(row["area"]),
            owner: row.id("owner"), isShared: row["is_shared"],
            address: row["address"], rooms: try value(row["rooms"]), origin: row["origin"])
    }

    private func node(_ row: Row) throws -> Node {
        let position: String? = row["position"]
        return Node(
            id: ID(checked: row["id"]), place: row.id("place"), room: row.id("room"),
            isExit: row["is_exit"], door: row["door"],
            position: try position.map { try value($0) }, ownRoomName: row["own_room_name"])
    }

    private func item(_ row: Row) throws -> Item {
        let beacon: String? = row["beacon"]
        return Item(
            id: ID(checked: row["id"]), owner: ID(checked: row["owner"]), name: row["name"],
            kind: Item.Kind(rawValue: row["kind"]) ?? .other,
            beacon: beacon.map { BeaconID(canonical: $0) }, watch: try value(row["watch"]),
            range: row["range"], txPower: row["tx_power"])
    }

    private func share(_ row: Row) throws -> Share {
        let hours: String? = row["hours"]
        return Share(
            owner: ID(checked: row["owner"]), viewer: Share.Viewer(text: row["viewer"]),
            level: ShareLevel(rawValue: row["level"]) ?? .presence,
            until: row.time("until"), hours: try hours.map { try value($0) })
    }

    private func friend(_ row: Row) -> Friend {
        Friend(
            user: ID(checked: row["user"]), friend: ID(checked: row["friend"]),
            color: row["color"], order: row["sort_order"])
    }
}

extension Share.Viewer {
    fileprivate var text: String {
        switch self {
        case .user(let id): id.rawValue
        case .everyone: "*"
        }
    }

    fileprivate init(text: String) {
        self = text == "*" ? .everyone : .user(ID(checked: text))
    }
}
