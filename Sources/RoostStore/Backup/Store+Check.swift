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
}
