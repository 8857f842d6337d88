import GRDB
public import RoostCore

/// How long each kind of history is kept.
public struct Retention: Hashable, Sendable {
    /// In days, at least 1.
    public var fixes = 365
    public var transitions = 3650
    public var alerts = 365
    public var decisions = 30
    /// The messages in groups.
    public var messages = 365

    public init() {}
}

extension Store {
    /// Deletes expired history, a bounded number of rows at a time.
    ///
    /// - Returns: The number of deleted rows; unless it is 0, there may be more.
    public func forget(_ retention: Retention, now: Timestamp) throws -> Int {
        let most = 5000
        return try database.write { db in
            var count = 0
            let kinds = [
                ("fix", "user, time, device, hash", retention.fixes),
                ("transition", "id", retention.transitions), ("alert", "id", retention.alerts),
                ("decision", "id", retention.decisions),
            ]
            for (table, key, days) in kinds {
                // By user, since the history is ordered by user.
                try db.execute(
                    sql: """
                        DELETE FROM \(table) WHERE (\(key)) IN (
                            SELECT \(key) FROM \(table)
                            WHERE user IN (SELECT id FROM user) AND time < ? LIMIT \(most))
                        """,
                    arguments: [now.advanced(bySeconds: -86400 * Double(days)).milliseconds])
                count += db.changesCount
            }
            try db.execute(
                sql: """
                    DELETE FROM group_message WHERE (group_id, number) IN (
                        SELECT group_id, number FROM group_message WHERE time < ? LIMIT \(most))
                    """,
                arguments: [
                    now.advanced(bySeconds: -86400 * Double(retention.messages)).milliseconds
                ])
            count += db.changesCount
            // An interrupted import starts over.
            try db.execute(
                sql: """
                    DELETE FROM expense_import WHERE (user, import, id) IN (
                        SELECT user, import, id FROM expense_import WHERE begun < ? LIMIT \(most))
                    """, arguments: [now.advanced(bySeconds: -86400).milliseconds])
            count += db.changesCount
            return count
        }
    }
}
