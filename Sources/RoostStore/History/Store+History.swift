import Foundation
import GRDB
public import RoostCore

extension Store {
    /// A page of a span, with up to `limit` fixes, transitions and alerts together.
    ///
    /// - Parameter cursor: The `next` of the previous page; `nil` for the first one.
    public func history(
        _ query: HistoryQuery, after cursor: HistoryCursor? = nil
    ) throws -> HistoryPage {
        // One more of each kind than the page holds, to see whether there is more.
        var wider = query
        wider.limit += 1
        let cursor = cursor.flatMap { $0.time < query.from ? nil : $0 }
        let (fixes, transitions, alerts) = try database.read { db in
            (
                try Self.fixes(wider, after: cursor, db),
                try Self.transitions(wider, after: cursor, db),
                try Self.alerts(wider, after: cursor, db)
            )
        }
        let cursors = (fixes.map(\.cursor) + transitions.map(\.cursor) + alerts.map(\.cursor))
            .sorted { $0.order < $1.order }
        let told = cursors.prefix(query.limit)
        func count(_ kind: HistoryCursor.Kind) -> Int { told.count { $0.kind == kind } }
        return HistoryPage(
            fixes: fixes.prefix(count(.fix)).map(\.entry),
            transitions: transitions.prefix(count(.transition)).map(\.entry),
            alerts: alerts.prefix(count(.alert)).map(\.entry),
            next: cursors.count > told.count ? told.last : nil)
    }

    /// The fixes of a span, oldest first.
    public func fixes(_ query: HistoryQuery) throws -> [RecordedFix] {
        try database.read { db in try Self.fixes(query, after: nil, db).map(\.entry) }
    }

    /// The time of the oldest of a span's last fixes up to and including `end`.
    ///
    /// - Parameter most: How many last fixes to look at.
    public func start(
        ofLastFixes most: Int, of query: HistoryQuery, upTo end: Timestamp
    ) throws -> Timestamp? {
        try database.read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT min(time) FROM (
                        SELECT time FROM fix WHERE user = ? AND time >= ? AND time <= ?
                        ORDER BY time DESC LIMIT ?)
                    """,
                arguments: [
                    query.user.rawValue, query.from.milliseconds, end.milliseconds, most,
                ]
            ).map { Timestamp(milliseconds: $0) }
        }
    }

    /// The newest fixes of one device that were news, from `start` on, oldest first.
    ///
    /// With those of its pings that were sent since then, but repeat a position of the day before;
    /// each with the moment at which it arrived, if that is known.
    ///
    /// - Parameter most: The most fixes; older ones are left out.
    public func fixes(
        of key: DeviceKey, since start: Timestamp, most: Int
    ) throws -> [(fix: Fix, arrived: Timestamp?)] {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM fix
                    WHERE user = ? AND time >= ? AND device = ? AND NOT is_retained
                        AND (time >= ? OR pinged >= ?)
                    ORDER BY time DESC, hash LIMIT ?
                    """,
                arguments: [
                    key.user.rawValue, start.advanced(bySeconds: -86400).milliseconds,
                    key.device.name, start.milliseconds, start.milliseconds, most,
                ]
            ).compactMap { row in RecordedFix(row).map { ($0.fix, row.time("arrived")) } }
                .sorted { $0.0.isOlder(than: $1.0) }
        }
    }

    /// The transitions of a span, of the user and of their items, oldest first.
    public func transitions(_ query: HistoryQuery) throws -> [Transition] {
        try database.read { db in try Self.transitions(query, after: nil, db).map(\.entry) }
    }

    /// How a user last came into each place, and last left it, before a moment, oldest first.
    public func lastSteps(of user: ID<User>, before moment: Timestamp) throws -> [Transition] {
        try database.read { db in
            try SQLRequest<Row>(
                """
                SELECT *, max(time) FROM transition
                WHERE user = \(user.rawValue) AND item IS NULL AND room IS NULL
                    AND time < \(moment.milliseconds)
                GROUP BY place, is_entering ORDER BY time, rowid
                """
            ).fetchAll(db).map(Transition.init(row:))
        }
    }

    /// The last pushed alerts that the household may see, of all users, as published, oldest first.
    public func latestAlerts(most: Int) throws -> [(id: String, payload: [UInt8])] {
        let shared = AlertKind.allCases.filter { !$0.isPrivate }.map(\.rawValue)
        return try database.read { db in
            try SQLRequest<Row>(
                """
                SELECT id, payload FROM alert
                WHERE delivery = \(Alert.Delivery.pushed.rawValue) AND kind IN \(shared)
                ORDER BY time DESC, rowid DESC LIMIT \(most)
                """
            ).fetchAll(db).reversed().map {
                (id: $0["id"], payload: Array(($0["payload"] as String).utf8))
            }
        }
    }
}

extension Store {
    private static func fixes(
        _ query: HistoryQuery, after cursor: HistoryCursor?, _ db: Database
    ) throws -> [(entry: RecordedFix, cursor: HistoryCursor)] {
        let start = query.start(of: .fix, after: cursor)
        var (hash, device) = (Int64.min, "")
        if case .fix(let lastHash, let lastDevice) = cursor?.mark {
            (hash, device) = (lastHash, lastDevice)
        }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM fix WHERE user = ? AND time < ? AND (time, device, hash) > (?, ?, ?)
                ORDER BY time, device, hash LIMIT ?
                """,
            arguments: [
                query.user.rawValue, query.to.milliseconds, start, device, hash, query.limit,
            ]
        ).compactMap { row in
            RecordedFix(row).map { fix in
                (
                    fix,
                    HistoryCursor(
                        time: fix.fix.time, mark: .fix(hash: row["hash"], device: row["device"]))
                )
            }
        }
    }

    private static func transitions(
        _ query: HistoryQuery, after cursor: HistoryCursor?, _ db: Database
    ) throws -> [(entry: Transition, cursor: HistoryCursor)] {
        let start = query.start(of: .transition, after: cursor)
        var row: Int64 = 0
        if case .transition(let last) = cursor?.mark { row = last }
        // Within one moment, in the order in which they happened.
        return try Row.fetchAll(
            db,
            sql: """
                SELECT rowid, * FROM transition
                WHERE user = ? AND time >= ? AND time < ? AND (time, rowid) > (?, ?)
                ORDER BY time, rowid LIMIT ?
                """,
            arguments: [
                query.user.rawValue, start, query.to.milliseconds, start, row, query.limit,
            ]
        ).map { row in
            let transition = Transition(row: row)
            let mark = HistoryCursor.Mark.transition(row: row["rowid"])
            return (transition, HistoryCursor(time: transition.time, mark: mark))
        }
    }

    private static func alerts(
        _ query: HistoryQuery, after cursor: HistoryCursor?, _ db: Database
    ) throws -> [(entry: [UInt8], cursor: HistoryCursor)] {
        let start = query.start(of: .alert, after: cursor)
        var row: Int64 = 0
        if case .alert(let last) = cursor?.mark { row = last }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT rowid, time, payload FROM alert
                WHERE user = ? AND time >= ? AND time < ? AND (time, rowid) > (?, ?)
                ORDER BY time, rowid LIMIT ?
                """,
            arguments: [
                query.user.rawValue, start, query.to.milliseconds, start, row, query.limit,
            ]
        ).map { row in
            let payload: String = row["payload"]
            let time = Timestamp(milliseconds: row["time"])
            return (Array(payload.utf8), HistoryCursor(time: time, mark: .alert(row: row["rowid"])))
        }
    }
}

extension HistoryQuery {
    /// The first millisecond that may have entries of a kind after `cursor`.
    fileprivate func start(of kind: HistoryCursor.Kind, after cursor: HistoryCursor?) -> Int64 {
        guard let cursor else { return from.milliseconds }
        let isPassed = cursor.kind.rawValue > kind.rawValue
        return max(from.milliseconds, cursor.time.milliseconds + (isPassed ? 1 : 0))
    }
}
