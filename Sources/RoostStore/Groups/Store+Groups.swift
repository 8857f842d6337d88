import GRDB
public import RoostCore

extension Store {
    /// The number of a group's last message; 0 if there is none.
    public func lastMessage(of group: ID<Group>) throws -> Int64 {
        try database.read { db in
            try Int64.fetchOne(
                db, sql: "SELECT number FROM group_said WHERE group_id = ?",
                arguments: [group.rawValue])
        } ?? 0
    }

    /// The last message of `author` in a group with that key.
    public func message(
        in group: ID<Group>, of author: ID<User>, key: GroupMessage.Key
    ) throws -> GroupMessage? {
        try database.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM group_message
                    WHERE group_id = ? AND author = ? AND "key" = ? ORDER BY number DESC
                    """, arguments: [group.rawValue, author.rawValue, key.column]
            ).map(GroupMessage.init(row:))
        }
    }

    /// The messages in a group since `reader` joined, in order; none if they are not a member.
    ///
    /// - Parameters:
    ///   - after: Only the next ones after this number; if `nil`, the last ones.
    ///   - before: Only those before this number.
    /// - Returns: At most `limit` messages, and whether there are more in the requested direction.
    public func messages(
        in group: ID<Group>, for reader: ID<User>, after: Int64? = nil, before: Int64? = nil,
        limit: Int
    ) throws -> (messages: [GroupMessage], hasMore: Bool) {
        let found = try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM group_message
                    WHERE group_id = ? AND number > ? AND number < ? AND number > (
                        SELECT unheard FROM group_member WHERE group_id = ? AND user = ?)
                    ORDER BY number \(after == nil ? "DESC" : "ASC") LIMIT ?
                    """,
                arguments: [
                    group.rawValue, after ?? 0, before ?? .max, group.rawValue, reader.rawValue,
                    limit + 1,
                ]
            ).map(GroupMessage.init(row:))
        }
        let page = found.prefix(limit).sorted { $0.number < $1.number }
        return (page, found.count > limit)
    }
}

extension ChangeWriter {
    func save(_ group: Group) throws {
        try run(
            """
            INSERT INTO user_group (id, name, owner, revision) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, owner = excluded.owner,
                revision = excluded.revision
            """, [group.id.rawValue, group.name, group.owner.rawValue, group.revision])
        let known = try String.fetchAll(
            db, sql: "SELECT user FROM group_member WHERE group_id = ?",
            arguments: [group.id.rawValue])
        for user in known where group.membership(of: ID(checked: user)) == nil {
            try run(
                "DELETE FROM group_member WHERE group_id = ? AND user = ?",
                [group.id.rawValue, user])
        }
        for member in group.members {
            try run(
                """
                INSERT INTO group_member (group_id, user, since, unheard)
                SELECT user_group.id, user.id, ?, coalesce(number, 0)
                FROM user, user_group LEFT JOIN group_said ON group_id = user_group.id
                WHERE user_group.id = ? AND user.id = ?
                ON CONFLICT (group_id, user) DO UPDATE SET since = excluded.since
                """,
                [member.since.milliseconds, group.id.rawValue, member.user.rawValue])
        }
    }

    func write(_ message: GroupMessage) throws {
        try run(
            """
            INSERT INTO group_message (group_id, number, author, time, text, "key")
            SELECT user_group.id, ?, user.id, ?, ?, ? FROM user_group, user
            WHERE user_group.id = ? AND user.id = ?
            """,
            [
                message.number, message.time.milliseconds, message.text, message.key?.column,
                message.group.rawValue, message.author.rawValue,
            ])
        // The author or the group may have been deleted earlier.
        guard db.changesCount > 0 else { return }
        try run(
            "INSERT OR REPLACE INTO group_said (group_id, number) VALUES (?, ?)",
            [message.group.rawValue, message.number])
    }
}

extension GroupMessage {
    fileprivate init(row: Row) {
        self.init(
            group: ID(checked: row["group_id"]), number: row["number"],
            author: ID(checked: row["author"]), text: row["text"],
            time: Timestamp(milliseconds: row["time"]),
            key: (row["key"] as String?).flatMap(Key.init(column:)))
    }
}

extension GroupMessage.Key {
    /// The key with a leading sign for its kind.
    fileprivate var column: String {
        switch self {
        case .name(let name): "=" + name
        case .request(let id): "?" + id
        }
    }

    fileprivate init?(column: String) {
        switch column.first {
        case "=": self = .name(String(column.dropFirst()))
        case "?": self = .request(String(column.dropFirst()))
        default: return nil
        }
    }
}
