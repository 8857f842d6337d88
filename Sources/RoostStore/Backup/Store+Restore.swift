public import Foundation
import GRDB
import SystemPackage

extension Store {
    /// Puts a backup in the place of what is stored in a folder.
    ///
    /// What was still to be told when the backup was made is not told any more. Topics that the
    /// broker has retained since are taken over, so that they are cleared.
    ///
    /// - Parameter replaced: Where the present store goes: a file that does not exist, on the same
    ///   file system.
    /// - Returns: Whether there was a store.
    /// - Throws: `StoreError` if another process has the folder open, or the backup cannot be used;
    ///   then everything is as before.
    public static func restore(
        _ backup: URL, to directory: URL, keeping replaced: URL
    ) throws -> Bool {
        try checkBackup(backup)
        let lock = try take(directory)
        defer { lock.release() }
        let store = directory.appending(path: fileName)
        let part = directory.appending(path: fileName + ".part")
        defer { try? FileManager.default.removeItem(at: part) }  // Usually it was renamed.
        try reading(backup, in: backup) { try $0.copy(to: part) }
        part.giveToOwnerOfFolder()
        let wasThere = FileManager.default.fileExists(atPath: store.path)
        // A damaged store, which a backup is to replace, may not even tell these.
        let retained = try? reading(store, in: directory) { database in
            try database.read { try String.fetchSet($0, sql: "SELECT topic FROM retained") }
        }
        do {
            try prepare(part, retained: retained)
        } catch let flaw as DecodingError {
            throw StoreError.noBackup(backup.path, reason: "it is damaged: \(flaw)")
        } catch {
            throw StoreError.cannotWrite(store.path, reason: "\(error)")
        }
        do {
            try setAside(store, as: replaced, isThere: wasThere)
            try part.replace(store)
        } catch {
            if wasThere { takeBack(replaced, as: store) }
            throw StoreError.cannotWrite(replaced.path, reason: "\(error)")
        }
        return wasThere
    }

    /// - Throws: `StoreError.noBackup` if it is another program's, damaged, or of a newer version.
    private static func checkBackup(_ backup: URL) throws {
        func refusal(_ reason: String) -> StoreError { .noBackup(backup.path, reason: reason) }
        do {
            try reading(backup, in: backup) { try $0.read { try inspect($0, in: backup) } }
        } catch StoreError.nothingThere {
            throw refusal("there is no such file")
        } catch StoreError.tooNew {
            throw refusal("it was written by a newer version of roost")
        } catch StoreError.damaged(_, let reason) {
            throw refusal("it is damaged: \(reason)")
        } catch StoreError.cannotOpen(_, let reason) {
            throw refusal(reason)
        }
    }

    /// Brings a copy to this version's schema, and up to what the broker knows.
    ///
    /// - Parameter retained: The topics that the store knows which is replaced; `nil` if there is
    ///   none: then the gateway asks the broker, whatever the backup knew.
    /// - Throws: A `DecodingError` if no gateway could begin with it, and others.
    private static func prepare(_ copy: URL, retained: Set<String>?) throws {
        let database = try DatabaseQueue(path: copy.path)
        try Schema.migrator.migrate(database)
        try database.read { try decode($0) }
        try database.write { db in
            try db.execute(sql: "DELETE FROM outbox")
            if let retained {
                try db.note(retained: retained)
            } else {
                try db.execute(sql: "DELETE FROM retained")
            }
        }
        try database.close()
        try copy.syncToDisk()
    }

    /// Gives the store a second name, under which it stays when another takes its place.
    private static func setAside(_ store: URL, as replaced: URL, isThere: Bool) throws {
        if isThere {
            // Moves the log into the file, unless one of them is damaged.
            try? DatabaseQueue(path: store.path).writeWithoutTransaction { db in
                _ = try db.checkpoint(.truncate)
            }
            guard link(store.path, replaced.path) == 0 else { throw Errno(rawValue: errno) }
        }
        // A log that is left would be applied to the backup, even if its own file is gone.
        for suffix in logs {
            guard rename(store.path + suffix, replaced.path + suffix) == 0 || errno == ENOENT
            else { throw Errno(rawValue: errno) }
        }
    }

    /// Undoes that, if the second name is indeed the store's.
    private static func takeBack(_ replaced: URL, as store: URL) {
        var (one, other) = (stat(), stat())
        guard stat(store.path, &one) == 0, stat(replaced.path, &other) == 0,
            (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
        else { return }
        for suffix in logs { rename(replaced.path + suffix, store.path + suffix) }
        unlink(replaced.path)
    }

    /// What SQLite appends to the name of a database for its log, and for the index of that.
    private static let logs = ["-wal", "-shm"]
}
