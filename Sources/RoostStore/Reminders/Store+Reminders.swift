import Foundation
import GRDB
public import RoostCore

extension Store {
    /// The user's note with that id.
    public func note(_ id: ID<Note>, of author: ID<User>) throws -> Note? {
        try database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM note WHERE id = ? AND author = ?",
                arguments: [id.rawValue, author.rawValue]
            ).map(Note.init(row:))
        }
    }

    /// How well a user knows a note of theirs; `nil` if there is no such note.
    public func card(of note: ID<Note>, by author: ID<User>) throws -> Card? {
        try database.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT card.* FROM card JOIN note ON note.number = card.note
                    WHERE note.id = ? AND note.author = ?
                    """, arguments: [note.rawValue, author.rawValue]
            ).map(Card.init(row:))
        }
    }

    /// The next of all a user's notes; `nil` if all rest or are done.
    public func nextCard(of author: ID<User>, at now: Timestamp) throws -> Card? {
        try database.read { db in
            // Within each of the two kinds, the index has the right order.
            try [0, 1].compactMap { isWanted in
                try Row.fetchOne(
                    db,
                    sql: """
                        SELECT * FROM card
                        WHERE author = ? AND is_done = 0 AND is_wanted = ? AND rests_until <= ?
                        ORDER BY seen, id LIMIT 1
                        """, arguments: [author.rawValue, isWanted, now.milliseconds]
                ).map(Card.init(row:))
            }.min { $0.precedes($1, at: now) }
        }
    }

    static func reminders(in db: Database) throws -> [ID<User>: [ID<Reminder>: ReminderTrack]] {
        var reminders: [ID<User>: [ID<Reminder>: ReminderTrack]] = [:]
        let json = JSONDecoder()
        for row in try Row.fetchAll(db, sql: "SELECT user, id, json FROM reminder") {
            let user: ID<User> = ID(checked: row["user"])
            reminders[user, default: [:]][ID(checked: row["id"])] = try json.decode(
                ReminderTrack.self, text: row["json"])
        }
        return reminders
    }
}

extension ChangeWriter {
    /// Does nothing if its user was deleted.
    func write(_ track: ReminderTrack?, _ id: ID<Reminder>, of user: ID<User>) throws {
        if let track {
            try run(
                """
                INSERT OR REPLACE INTO reminder (user, id, json) SELECT id, ?, ? FROM user WHERE id = ?
                """, [id.rawValue, try text(track), user.rawValue])
        } else {
            try run(
                "DELETE FROM reminder WHERE user = ? AND id = ?", [user.rawValue, id.rawValue])
        }
    }

    /// Does nothing if its note was deleted.
    func write(_ card: Card, of author: ID<User>) throws {
        try run(
            """
            UPDATE card SET seen = ?, interval = ?, rests_until = ?, is_wanted = ?, is_done = ?
            WHERE note = (SELECT number FROM note WHERE id = ? AND author = ?)
            """,
            [
                card.seen?.milliseconds, card.interval, card.restsUntil?.milliseconds ?? 0,
                card.isWanted, card.isDone, card.note.rawValue, author.rawValue,
            ])
    }
}

extension Card {
    fileprivate init(row: Row) {
        let rest: Int64 = row["rests_until"]
        self.init(
            note: ID(checked: row["id"]), seen: row.time("seen"), interval: row["interval"],
            restsUntil: rest == 0 ? nil : Timestamp(milliseconds: rest),
            isWanted: row["is_wanted"], isDone: row["is_done"])
    }
}
