import Foundation
import GRDB
public import RoostCore

/// A message whose effect on the details of a state is not written yet.
public struct JournalEntry: Hashable, Sendable, Identifiable {
    /// Rises from entry to entry.
    public var id: Int64
    /// When the message came.
    public var time: Timestamp
    public var topic: String
    public var payload: [UInt8]

    public init(id: Int64, time: Timestamp, topic: String, payload: [UInt8]) {
        self.id = id
        self.time = time
        self.topic = topic
        self.payload = payload
    }
}

extension Store {
    /// The messages that have to be applied again, oldest first.
    public func journal() throws -> [JournalEntry] {
        try database.read { db in
            try Row.fetchAll(db, sql: "SELECT id, time, topic, payload FROM journal ORDER BY id")
                .map { row in
                    JournalEntry(
                        id: row["id"], time: Timestamp(milliseconds: row["time"]),
                        topic: row["topic"], payload: Array(row["payload"] as Data))
                }
        }
    }
}

extension ChangeWriter {
    func write(_ journal: [JournalEntry]) throws {
        guard !journal.isEmpty else { return }
        var insert = try HotStatement(
            db, "INSERT INTO journal (id, time, topic, payload) VALUES (?, ?, ?, ?)")
        for entry in journal {
            insert.bind(entry.id)
            insert.bind(entry.time.milliseconds)
            insert.bind(entry.topic)
            insert.bind(entry.payload)
            try insert.run()
        }
    }

    func trimJournal(to id: Int64) throws {
        try run("DELETE FROM journal WHERE id <= ?", [id])
    }
}
