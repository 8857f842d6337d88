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
        try database.write { db in
            var count = 0
            func delete(_ table: String, _ key: String, before days: Int, if more: String) throws {
                try db.execute(
                    sql: """
                        DELETE FROM \(table) WHERE (\(key)) IN (
                            SELECT \(key) FROM \(table) AS old WHERE \(more) LIMIT \(Self.mostForgotten))
                        """,
                    arguments: ["end": now.advanced(bySeconds: -86400 * Double(days)).milliseconds])
                count += db.changesCount
            }
            // By user, since the history is ordered by user.
            let isOld = "user IN (SELECT id FROM user) AND time < :end"
            try delete("fix", "user, time, device, hash", before: retention.fixes, if: isOld)
            try delete("transition", "id", before: retention.transitions, if: isOld)
            try delete("alert", "id", before: retention.alerts, if: isOld)
            // What was decided holds until the next decision, however long that takes, as long as
            // there is somebody or something that it is about.
            try delete(
                "decision", "id", before: retention.decisions,
                if: """
                    \(isOld) AND (json ->> '$.rule' = '\(Decision.disbelief)' OR item IS NOT NULL
                        AND NOT EXISTS (SELECT 1 FROM item WHERE id = old.item AND owner = old.user)
                        OR EXISTS (
                        SELECT 1 FROM decision AS later
                        WHERE later.user = old.user AND later.item IS old.item
                            AND later.id > old.id AND later.time < :end
                            AND later.json ->> '$.rule' <> '\(Decision.disbelief)'))
                    """)
            try delete(
                "group_message", "group_id, number", before: retention.messages, if: "time < :end")
            try delete("retained", "topic", before: Self.daysOfClearing, if: "cleared < :end")
            // An interrupted import starts over.
            try delete("expense_import", "user, import, id", before: 1, if: "begun < :end")
            return count
        }
    }

    /// Takes the words of deleted users' notes out of the index, a part of it at a time; then the
    /// log must be emptied.
    ///
    /// - Parameter pages: The most that it writes at a time, in pages of 4 KB. It may read more: an
    ///   index of which nearly all was deleted takes one long step.
    /// - Returns: Whether there may be more to do.
    public func forgetWords(pages: Int = 500) throws -> Bool {
        try database.write { db in
            func merge(pages: Int) throws -> Bool {
                let before = db.totalChangesCount
                try db.execute(
                    sql: "INSERT INTO note_text (note_text, rank) VALUES ('merge', ?)",
                    arguments: [pages])
                // The command itself counts as one.
                return db.totalChangesCount - before > 1
            }
            // A merge of everything, which a negative number begins, takes in what is there when it
            // begins: so the one before has to end first.
            if try merge(pages: pages) { return true }
            func turn(_ what: String, into next: String) throws -> Bool {
                try db.execute(
                    sql: "UPDATE OR REPLACE forgotten SET what = ? WHERE what = ?",
                    arguments: [next, what])
                return db.changesCount > 0
            }
            guard try turn("words", into: "merging") else {
                _ = try turn("merging", into: "log")
                return false
            }
            _ = try merge(pages: -pages)
            return true
        }
    }

    /// The most rows of a kind that are deleted at a time: the loop's commits wait for it.
    private static let mostForgotten = 500
}
