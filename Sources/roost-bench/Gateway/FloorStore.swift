import CMosquitto
import GRDBSQLite

/// One table, one row per message, one transaction per batch, on disk once committed.
final class FloorStore {
    private let database: OpaquePointer
    private let begin: OpaquePointer
    private let insertion: OpaquePointer
    private let commitment: OpaquePointer
    private var isOpen = false
    private var failure: Int32 = SQLITE_OK

    init(path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let database = opened else {
            throw Problem("SQLite cannot open \(path)")
        }
        self.database = database
        for sql in [
            "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
            "CREATE TABLE message (id INTEGER PRIMARY KEY, topic TEXT, payload BLOB)",
        ] {
            guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
                throw Problem("SQLite: \(String(cString: sqlite3_errmsg(database)))")
            }
        }
        func prepare(_ sql: String) throws -> OpaquePointer {
            var statement: OpaquePointer?
            sqlite3_prepare_v2(database, sql, -1, &statement, nil)
            guard let statement else {
                throw Problem("SQLite: \(String(cString: sqlite3_errmsg(database)))")
            }
            return statement
        }
        begin = try prepare("BEGIN")
        insertion = try prepare("INSERT INTO message (topic, payload) VALUES (?, ?)")
        commitment = try prepare("COMMIT")
    }

    /// An error is reported by the commit.
    func insert(_ message: mosquitto_message) {
        if !isOpen {
            step(begin)
            isOpen = true
        }
        sqlite3_bind_text(insertion, 1, message.topic, -1, nil)
        sqlite3_bind_blob(insertion, 2, message.payload, message.payloadlen, nil)
        step(insertion)
    }

    func commit() throws {
        guard isOpen else { return }
        step(commitment)
        isOpen = false
        guard failure == SQLITE_OK else { throw Problem("SQLite: error \(failure)") }
    }

    private func step(_ statement: OpaquePointer) {
        let code = sqlite3_step(statement)
        if code != SQLITE_DONE { failure = code }
        sqlite3_reset(statement)
    }
}
