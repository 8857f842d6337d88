import Foundation
import GRDB
import RoostCore

extension Store {
    /// The messages that the broker had not acknowledged when the gateway stopped, oldest first.
    public func outbox() throws -> [OutboxEntry] {
        try database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM outbox ORDER BY id"
            ).map { row in
                OutboxEntry(
                    id: row["id"],
                    message: OutgoingMessage(
                        topic: row["topic"], payload: Array(row["payload"] as Data),
                        correlationData: row.bytes("correlation"),
                        expires: row.time("expires")))
            }
        }
    }
}

extension ChangeWriter {
    func send(_ message: OutgoingMessage) throws -> OutboxEntry {
        try run(
            "INSERT INTO outbox (topic, payload, correlation, expires) VALUES (?, ?, ?, ?)",
            [
                message.topic, Data(message.payload), message.correlationData.map { Data($0) },
                message.expires?.milliseconds,
            ])
        return OutboxEntry(id: db.lastInsertedRowID, message: message)
    }

    func removeFromOutbox(_ id: Int64) throws {
        try run("DELETE FROM outbox WHERE id = ?", [id])
    }
}
