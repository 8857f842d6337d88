import Foundation
import GRDB
public import RoostCore

extension Store {
    public func hasNotes() throws -> Bool {
        try database.read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM note)") }
            ?? false
    }

    /// The notes of all authors with that id, whoever may read them: ids are per author.
    public func notes(called id: ID<Note>) throws -> [Note] {
        try database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM note WHERE id = ? ORDER BY number",
                arguments: [id.rawValue]
            ).map(Note.init(row:))
        }
    }

    public func photo(of note: Note) throws -> NotePhoto? {
        try database.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT bytes, thumbnail FROM note_photo JOIN note ON note.number = note_photo.note
                    WHERE id = ? AND author = ?
                    """, arguments: [note.id.rawValue, note.author.rawValue]
            ).map { row in
                NotePhoto(
                    bytes: Array(row["bytes"] as Data), thumbnail: Array(row["thumbnail"] as Data))
            }
        }
    }

    /// The notes of `author` since `time` with this exact text, most likely delivered again.
    public func notes(of author: ID<User>, saying text: String, since time: Timestamp) throws
        -> [Note]
    {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM note WHERE author = ? AND created >= ? AND text = ?",
                arguments: [author.rawValue, time.milliseconds, text]
            ).map(Note.init(row:))
        }
    }
}

extension ChangeWriter {
    func write(_ change: NoteChange) throws {
        switch change {
        case .save(let note): try save(note)
        case .delete(let note):
            try run(
                "DELETE FROM note WHERE id = ? AND author = ?",
                [note.id.rawValue, note.author.rawValue])
        case .photo(let photo?, let note):
            try run(
                """
                INSERT OR REPLACE INTO note_photo (note, bytes, thumbnail)
                SELECT number, ?, ? FROM note WHERE id = ? AND author = ?
                """,
                [
                    Data(photo.bytes), Data(photo.thumbnail), note.id.rawValue,
                    note.author.rawValue,
                ])
        case .photo(nil, let note):
            try run(
                """
                DELETE FROM note_photo
                WHERE note IN (SELECT number FROM note WHERE id = ? AND author = ?)
                """, [note.id.rawValue, note.author.rawValue])
        }
    }

    /// Does nothing if the author was deleted earlier.
    private func save(_ note: Note) throws {
        var (coordinate, place, room, item): (Coordinate?, ID<Place>?, ID<Room>?, ID<Item>?)
        switch note.anchor {
        case .position(let position, let inPlace, let inRoom):
            (coordinate, place, room) = (position, inPlace, inRoom)
        case .item(let thing): item = thing
        }
        try run(
            """
            INSERT INTO note (id, author, text, folded, visibility, group_id, latitude, longitude,
                place, room, item, photo, created, updated, revision)
            SELECT ?, user.id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM user WHERE user.id = ?
            ON CONFLICT (id, author) DO UPDATE SET text = excluded.text, folded = excluded.folded,
                visibility = excluded.visibility, group_id = excluded.group_id, latitude = excluded.latitude,
                longitude = excluded.longitude, place = excluded.place, room = excluded.room,
                item = excluded.item, photo = excluded.photo,
                updated = excluded.updated, revision = excluded.revision
            WHERE note.revision = excluded.revision - 1
            """,
            [
                note.id.rawValue, note.text, SearchText.folded(note.text),
                note.visibility.column, note.visibility.group?.rawValue, coordinate?.latitude,
                coordinate?.longitude,
                place?.rawValue, room?.rawValue, item?.rawValue,
                try note.photo.map { try text($0) },
                note.created.milliseconds, note.updated.milliseconds, note.revision,
                note.author.rawValue,
            ])
    }
}

extension Note {
    /// - Throws: An error if the row cannot have been written by this program.
    init(row: Row) throws {
        let anchor: Anchor
        if let item: ID<Item> = row.id("item") {
            anchor = .item(item)
        } else if let coordinate = row.coordinate {
            anchor = .position(coordinate, place: row.id("place"), room: row.id("room"))
        } else {
            throw DatabaseError(message: "a note without a position")
        }
        let photo: String? = row["photo"]
        self.init(
            id: ID(checked: row["id"]), author: ID(checked: row["author"]), text: row["text"],
            visibility: Visibility(column: row["visibility"], group: row.id("group_id")),
            anchor: anchor,
            photo: try photo.map { try JSONDecoder().decode(Photo.self, text: $0) },
            created: Timestamp(milliseconds: row["created"]),
            updated: Timestamp(milliseconds: row["updated"]), revision: row["revision"])
    }
}

extension Note.Visibility {
    /// The column predates groups and has no such value.
    fileprivate var column: String {
        group == nil ? kind.rawValue : Kind.private.rawValue
    }

    fileprivate init(column: String, group: ID<Group>?) {
        self =
            switch Kind(rawValue: column) {
            case .friends: .friends
            case .everyone: .everyone
            default: group.map { .group($0) } ?? .private
            }
    }
}
