import Foundation
import GRDB
import RoostCore

extension Store {
    /// Writes `changes` in one transaction and returns once they are on disk.
    ///
    /// Existing rows stay as they are, so a message that is delivered twice changes nothing: a
    /// known transition or alert is not announced again.
    ///
    /// - Returns: The messages to publish, in order.
    /// - Throws: `DatabaseError`; then nothing was written.
    public func commit(_ changes: Changes) throws -> [OutboxEntry] {
        guard !changes.isEmpty else { return [] }
        return try transaction { db in
            let writer = ChangeWriter(db: db)
            for request in changes.waiting { try writer.write(request) }
            for id in changes.answered { try writer.removeWaiting(id) }
            // Before the household: deleting a user or a place then also deletes these.
            for note in changes.notes { try writer.write(note) }
            for (author, card) in changes.cards { try writer.write(card, of: author) }
            for part in changes.importParts { try writer.write(part) }
            try writer.write(changes.expenses)
            for message in changes.groupMessages { try writer.write(message) }
            for change in changes.household { try writer.write(change) }
            for picture in changes.pictures { try writer.write(picture.bytes, of: picture.item) }
            for (user, hash) in changes.passwords { try writer.write(passwordHash: hash, of: user) }
            try writer.write(changes.fixes)
            try writer.write(changes.journal)
            if let end = changes.journalEnd { try writer.trimJournal(to: end) }
            for user in changes.users { try writer.write(user.track, "user", user.id.rawValue) }
            try writer.write(changes.items)
            for node in changes.nodes { try writer.write(node.track, "node", node.id.rawValue) }
            try writer.write(changes.beacons)
            for (place, memory) in changes.silences { try writer.write(memory, of: place) }
            for (device, given) in changes.regions { try writer.write(given, on: device) }
            for (user, id, track) in changes.reminders {
                try writer.write(track, id, of: user)
            }
            for decision in changes.decisions { try writer.write(decision) }
            for row in changes.retained { try writer.write(row.topic, cleared: row.cleared) }
            for id in changes.delivered { try writer.removeFromOutbox(id) }

            var entries: [OutboxEntry] = []
            for (transition, message) in changes.transitions where try writer.write(transition) {
                entries.append(try writer.send(message))
            }
            for (alert, payload, messages) in changes.alerts
            where try writer.write(alert, payload: payload) {
                for message in messages { entries.append(try writer.send(message)) }
            }
            for message in changes.messages { entries.append(try writer.send(message)) }
            for case .deleteUser(let user) in changes.household {
                try writer.forgetHistory(of: user)
            }
            return entries
        }
    }

    /// Like GRDB's, which however prepares `BEGIN` and `COMMIT` again each time.
    private func transaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try database.writeWithoutTransaction { db in
            try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
            do {
                let result = try body(db)
                try db.cachedStatement(sql: "COMMIT").execute()
                return result
            } catch {
                // After some errors SQLite has already rolled back.
                if db.isInsideTransaction { try db.rollback() }
                throw error
            }
        }
    }

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

/// Writes single rows within the transaction of one commit.
struct ChangeWriter {
    let db: Database
    private let json = JSONEncoder()

    init(db: Database) {
        self.db = db
        json.outputFormatting = .withoutEscapingSlashes
    }

    /// The connection keeps the statements prepared.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        let statement = try db.cachedStatement(sql: sql)
        statement.setUncheckedArguments(arguments)
        try statement.execute()
    }

    func text(_ value: some Encodable) throws -> String {
        String(decoding: try json.encode(value), as: UTF8.self)
    }

    func write(_ fixes: [(fix: Fix, device: DeviceKey)]) throws {
        guard !fixes.isEmpty else { return }
        var insert = try HotStatement(
            db,
            """
            INSERT OR IGNORE INTO fix (user, time, device, hash, latitude, longitude, accuracy,
                altitude, speed, course, battery, trigger, is_retained, claimed_time,
                activity, network, pinged)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for (fix, key) in fixes {
            insert.bind(key.user.rawValue)
            insert.bind(fix.time.milliseconds)
            insert.bind(key.device.name)
            insert.bind(fix.contentHash)
            insert.bind(fix.coordinate.latitude)
            insert.bind(fix.coordinate.longitude)
            insert.bind(fix.accuracy)
            insert.bind(fix.altitude)
            insert.bind(fix.speed)
            insert.bind(fix.course)
            insert.bind(fix.battery)
            insert.bind(fix.trigger)
            insert.bind(fix.isRetained ? 1 : 0)
            insert.bind(fix.claimedTime?.milliseconds)
            insert.bind(fix.activity?.rawValue)
            insert.bind(fix.network.map { Int64(bitPattern: $0) })
            insert.bind(fix.pinged?.milliseconds)
            try insert.run()
        }
    }

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

    /// Returns whether the transition is new.
    func write(_ transition: Transition) throws -> Bool {
        let item: String? =
            if case .item(let item) = transition.subject { item.rawValue } else { nil }
        try run(
            """
            INSERT OR IGNORE INTO transition (id, user, item, is_entering, place, room, time)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                transition.id, transition.user.rawValue, item, transition.isEntering,
                transition.place.rawValue, transition.room?.rawValue, transition.time.milliseconds,
            ])
        return db.changesCount > 0
    }

    /// Returns whether the alert is new.
    func write(_ alert: Alert, payload: [UInt8]) throws -> Bool {
        try run(
            """
            INSERT OR IGNORE INTO alert (id, user, kind, time, delivery, payload)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                alert.id, alert.user.rawValue, alert.kind.rawValue, alert.time.milliseconds,
                alert.delivery.rawValue, String(decoding: payload, as: UTF8.self),
            ])
        return db.changesCount > 0
    }

    func write(_ decision: KeptDecision) throws {
        try run(
            "INSERT INTO decision (user, item, time, json) VALUES (?, ?, ?, ?)",
            [
                decision.user.rawValue, decision.item?.rawValue, decision.time.milliseconds,
                String(decoding: decision.json, as: UTF8.self),
            ])
    }

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

extension Fix {
    /// Equal for equal fixes, so that two fixes of one second stay two, and a redelivered one stays
    /// one.
    fileprivate var contentHash: Int64 {
        var hash = StableHash()
        for number in [
            coordinate.latitude, coordinate.longitude, accuracy, altitude, speed, course,
        ] {
            hash.combine(number ?? .infinity)
        }
        hash.combine(trigger ?? "")
        if let messageID { hash.combine(messageID) }
        return Int64(bitPattern: hash.value)
    }
}
