public import Foundation
import GRDB

extension Store {
    /// Reads what is stored from end to end, while another process may be writing.
    ///
    /// - Returns: Its size in bytes.
    /// - Throws: `StoreError` if nothing was ever stored in `directory`, or it is damaged, cannot
    ///   be read, or was written by a newer version.
    public static func check(_ directory: URL) throws -> Int {
        try reading(directory.appending(path: fileName), in: directory) { database in
            try database.read { db in
                try inspect(db, in: directory)
                // An older version's is brought up to date first, when a gateway starts.
                if try Schema.migrator.hasCompletedMigrations(db) {
                    try decoding(in: directory) { try decode(db) }
                }
                return try Int.fetchOne(
                    db,
                    sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
                    ?? 0
            }
        }
    }

    /// - Throws: `StoreError` if it is another program's, damaged, or of a newer version.
    static func inspect(_ db: Database, in location: URL) throws {
        let migrator = Schema.migrator
        guard try !migrator.appliedIdentifiers(db).isEmpty else {
            throw StoreError.cannotOpen(
                location.path, reason: "it is a database of another program")
        }
        guard try !migrator.hasBeenSuperseded(db) else { throw StoreError.tooNew(location.path) }
        let damage = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
        guard damage == ["ok"] else {
            throw StoreError.damaged(location.path, reason: damage.joined(separator: "; "))
        }
    }

    /// Reads all that a gateway begins with, as it does.
    static func decode(_ db: Database) throws {
        _ = try household(in: db)
        _ = try memory(in: db)
    }

    /// - Throws: What `body` throws; a `StoreError` for what it cannot decode.
    static func decoding<Result>(in location: URL, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let flaw as DecodingError {
            throw StoreError.damaged(location.path, reason: "\(flaw)")
        }
    }
}
