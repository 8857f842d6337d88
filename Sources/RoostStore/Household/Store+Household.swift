public import Foundation
import GRDB
public import RoostCore

extension Store {
    /// Everything that users configured.
    ///
    /// - Throws: `DatabaseError`, or a `StoreError` that says what is damaged.
    public func household() throws -> Household {
        try Self.decoding(in: directory) { try database.read { try Self.household(in: $0) } }
    }

    static func household(in db: Database) throws -> Household {
        try HouseholdRows(db: db).household()
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
                return try household(in: db)
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

/// Makes the household of the rows of its tables.
private struct HouseholdRows {
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
            + rows("deletion") { .noteDeletion(deletion($0)) }
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
            address: row["address"], rooms: try value(row["rooms"]), origin: row["origin"],
            former: try (row["former"] as String?).map { try value($0) })
    }

    private func node(_ row: Row) throws -> Node {
        let position: String? = row["position"]
        return Node(
            id: ID(checked: row["id"]), place: row.id("place"), room: row.id("room"),
            isExit: row["is_exit"], door: row["door"],
            position: try position.map { try value($0) }, ownPlace: row.id("own_place"),
            ownRoomName: row["own_room_name"])
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
            until: row.time("until"), hours: try hours.map { try value($0) },
            since: row.time("since"))
    }

    private func deletion(_ row: Row) -> Deletion {
        Deletion(
            name: UInt64(bitPattern: row["name"]), time: Timestamp(milliseconds: row["time"]))
    }

    private func friend(_ row: Row) -> Friend {
        Friend(
            user: ID(checked: row["user"]), friend: ID(checked: row["friend"]),
            color: row["color"], order: row["sort_order"])
    }
}

extension Share.Viewer {
    /// A user's id, or `*` for everyone.
    var text: String {
        switch self {
        case .user(let id): id.rawValue
        case .everyone: "*"
        }
    }

    init(text: String) {
        self = text == "*" ? .everyone : .user(ID(checked: text))
    }
}
