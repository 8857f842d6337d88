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
    /// What the user's password was hashed to; `nil` where they have none.
    public func passwordHash(of user: ID<User>) throws -> String? {
        try database.read { db in
            try String.fetchOne(
                db, sql: "SELECT hash FROM password WHERE user = ?", arguments: [user.rawValue])
        }
    }
}

extension ChangeWriter {
    /// A password goes with its user; `nil` takes it away.
    func write(passwordHash hash: String?, of user: ID<User>) throws {
        if let hash {
            // The user may have been deleted by what came next.
            try run(
                "INSERT OR REPLACE INTO password (user, hash) SELECT id, ? FROM user WHERE id = ?",
                [hash, user.rawValue])
        } else {
            try run("DELETE FROM password WHERE user = ?", [user.rawValue])
        }
    }
}
