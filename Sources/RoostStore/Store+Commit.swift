import GRDB
import RoostCore

extension Store {
    /// Writes `changes` in one transaction and returns once they are on disk.
    ///
    /// Existing rows stay as they are, so a message that is delivered twice changes nothing: a
    /// known transition or alert is not announced again.
    ///
    /// - Returns: The messages to publish, in order.
    /// - Throws: `DatabaseError`, or `StoreError` if nobody would find what is written; then nothing
    ///   was.
    public func commit(_ changes: Changes) throws -> [OutboxEntry] {
        guard !changes.isEmpty else { return [] }
        try requireItsPlace()
        return try transaction { db in
            let writer = ChangeWriter(db: db)
            for request in changes.waiting { try writer.write(request) }
            for id in changes.answered { try writer.removeWaiting(id) }
            for mark in changes.outdatedAnswers { try writer.remove(answer: mark) }
            for answer in changes.answers { try writer.write(answer) }
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
            for (transition, message) in changes.transitions {
                let isNew = try writer.write(transition)
                if isNew, let message { entries.append(try writer.send(message)) }
            }
            for (alert, payload, messages) in changes.alerts {
                let isNew = try writer.write(alert, payload: payload)
                guard isNew else { continue }
                for message in messages { entries.append(try writer.send(message)) }
            }
            for message in changes.messages { entries.append(try writer.send(message)) }
            for case .deleteUser(let user) in changes.household {
                try writer.forgetHistory(of: user)
                try writer.forgetNews(of: user)
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
}
