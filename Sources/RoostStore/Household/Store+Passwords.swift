import GRDB
public import RoostCore

extension Schema {
    static let passwords = """
        CREATE TABLE password (
            user TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
            hash TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension Store {
    /// The hash of a user's password; `nil` if they have none.
    public func passwordHash(of user: ID<User>) throws -> String? {
        try database.read { db in
            try String.fetchOne(
                db, sql: "SELECT hash FROM password WHERE user = ?", arguments: [user.rawValue])
        }
    }
}

extension ChangeWriter {
    /// The hash of a user's password; `nil` removes it.
    func write(passwordHash hash: String?, of user: ID<User>) throws {
        if let hash {
            // The user may have been deleted later in the batch.
            try run(
                "INSERT OR REPLACE INTO password (user, hash) SELECT id, ? FROM user WHERE id = ?",
                [hash, user.rawValue])
        } else {
            try run("DELETE FROM password WHERE user = ?", [user.rawValue])
        }
    }
}
