import Foundation
import GRDB
public import RoostCore

/// A page of what happened to a user, oldest first.
public struct HistoryPage<Entry: Sendable>: Sendable {
    public var entries: [Entry]
    /// Where the next page begins; `nil` on the last one.
    public var next: String?
}

/// A fix of the history with its device.
public struct RecordedFix: Hashable, Sendable {
    public var device: Device
    public var fix: Fix
    /// Its place in the history, for paging.
    public var cursor: String
}

/// Which part of the history is asked for.
public struct HistoryQuery: Hashable, Sendable {
    public var user: ID<User>
    public var from: Timestamp
    /// Not part of the span.
    public var to: Timestamp
    public var limit: Int

    public init(user: ID<User>, from: Timestamp, to: Timestamp, limit: Int) {
        self.user = user
        self.from = from
        self.to = to
        self.limit = limit
    }
}

extension Store {
    /// The fixes of a span, oldest first.
    ///
    /// - Parameter cursor: The `cursor` of the last fix of the page before.
    public func fixes(_ query: HistoryQuery, after cursor: String? = nil) throws -> [RecordedFix] {
        try database.read { db in
            let position = cursor.flatMap(FixCursor.init)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM fix WHERE user = ? AND time >= ? AND time < ?
                        AND (time, device, hash) > (?, ?, ?)
                    ORDER BY time, device, hash LIMIT ?
                    """,
                arguments: [
                    query.user.rawValue, query.from.milliseconds, query.to.milliseconds,
                    position?.time ?? .min, position?.device ?? "", position?.hash ?? .min,
                    query.limit,
                ])
            return rows.compactMap(RecordedFix.init)
        }
    }

    /// The newest fixes of one device that were news, from `start` on, oldest first.
    ///
    /// - Parameter most: Of more than that many, the oldest are left out.
    public func fixes(of key: DeviceKey, since start: Timestamp, most: Int) throws -> [Fix] {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM fix
                    WHERE user = ? AND time >= ? AND device = ? AND NOT is_retained
                    ORDER BY time DESC, hash LIMIT ?
                    """,
                arguments: [
                    key.user.rawValue, start.milliseconds, key.device.name, most,
                ]
            ).compactMap(RecordedFix.init).map(\.fix).sorted { $0.isOlder(than: $1) }
        }
    }

    /// The transitions of a span, of the user and of their items, oldest first.
    public func transitions(_ query: HistoryQuery) throws -> [Transition] {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM transition WHERE user = ? AND time >= ? AND time < ?
                    ORDER BY time, is_entering, (room IS NULL) <> is_entering, id LIMIT ?
                    """,
                arguments: query.arguments
            ).map { row in
                let (item, room): (String?, String?) = (row["item"], row["room"])
                return Transition(
                    subject: item.map { .item(ID(checked: $0)) } ?? .user, user: query.user,
                    isEntering: row["is_entering"], place: ID(checked: row["place"]),
                    room: room.map { ID(checked: $0) }, time: Timestamp(milliseconds: row["time"]))
            }
        }
    }

    /// The alerts of a span as they were published, oldest first.
    public func alerts(_ query: HistoryQuery) throws -> [[UInt8]] {
        try database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT payload FROM alert WHERE user = ? AND time >= ? AND time < ?
                    ORDER BY time, id LIMIT ?
                    """,
                arguments: query.arguments
            ).map { Array($0.utf8) }
        }
    }

    /// The last alerts that were pushed, of all users, as they were published, oldest first.
    public func latestAlerts(most: Int) throws -> [(id: String, payload: [UInt8])] {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, payload FROM alert WHERE delivery = ?
                    ORDER BY time DESC, id LIMIT ?
                    """,
                arguments: [Alert.Delivery.pushed.rawValue, most]
            ).reversed().map { (id: $0["id"], payload: Array(($0["payload"] as String).utf8)) }
        }
    }

    /// The decisions about a user and their items, newest first.
    public func decisions(_ query: HistoryQuery) throws -> [Decision] {
        try database.read { db in
            let json = JSONDecoder()
            return try String.fetchAll(
                db,
                sql: """
                    SELECT json FROM decision WHERE user = ? AND time >= ? AND time < ?
                    ORDER BY time DESC, id DESC LIMIT ?
                    """,
                arguments: query.arguments
            ).map { try json.decode(Decision.self, from: Data($0.utf8)) }
        }
    }
}

extension HistoryQuery {
    fileprivate var arguments: StatementArguments {
        [user.rawValue, from.milliseconds, to.milliseconds, limit]
    }
}

/// A place in the order of fixes, as text that a requester hands back.
private struct FixCursor {
    var time: Int64
    var hash: Int64
    var device: String

    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let time = Int64(parts[0]), let hash = Int64(parts[1]) else {
            return nil
        }
        self.time = time
        self.hash = hash
        device = String(parts[2])
    }
}

extension RecordedFix {
    fileprivate init?(_ row: Row) {
        guard let device = Device(row["device"]),
            let coordinate = Coordinate(latitude: row["latitude"], longitude: row["longitude"])
        else { return nil }
        let time: Int64 = row["time"]
        let hash: Int64 = row["hash"]
        var fix = Fix(
            coordinate: coordinate, accuracy: row["accuracy"], time: Timestamp(milliseconds: time))
        fix.altitude = row["altitude"]
        fix.speed = row["speed"]
        fix.course = row["course"]
        fix.battery = row["battery"]
        fix.trigger = row["trigger"]
        fix.isRetained = row["is_retained"]
        let claimed: Int64? = row["claimed_time"]
        fix.claimedTime = claimed.map(Timestamp.init(milliseconds:))
        self.init(device: device, fix: fix, cursor: "\(time).\(hash).\(device.name)")
    }
}
