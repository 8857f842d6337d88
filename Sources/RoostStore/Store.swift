public import Foundation
import GRDB

/// Everything that Roost stores, in one SQLite file.
///
/// The loop writes through `commit`, which returns once the changes are on disk; `forget` writes a
/// little now and then. Any number can read, each through its own WAL connection, so that readers
/// never wait.
public final class Store: Sendable {
    let database: DatabasePool
    private let checkpointer: DatabaseQueue
    let directory: URL
    private let lock: DataLock
    private let path: String
    /// What the file is, wherever it is moved; `nil` if the system does not tell.
    private let identity: FileIdentity?

    static let fileName = "roost.sqlite"
    /// The writer's largest page cache; the system caches the rest.
    private static let cacheKibibytes = 500

    /// Opens the store in `directory`, creates it if there is none, and migrates it to this
    /// version's schema.
    ///
    /// - Throws: `StoreError` if another process has it open, or it cannot be opened.
    public init(directory: URL) throws {
        path = directory.appending(path: Self.fileName).path
        self.directory = directory
        lock = try Self.take(directory)
        do {
            try Self.keepPrivate(path)
        } catch {
            throw StoreError.cannotOpen(directory.path, reason: error.localizedDescription)
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        do {
            database = try DatabasePool(path: path, configuration: configuration)
            // The pool itself sets it to NORMAL, which can lose committed changes.
            try database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheKibibytes)")
                // Not every system's SQLite overwrites what is deleted by itself.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                // Normally `checkpoint` does it beside the writer; this is for when that cannot
                // keep up.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 20000")
            }
            // While it waits to empty the log, the writer waits for it.
            configuration.busyMode = .timeout(0.1)
            checkpointer = try DatabaseQueue(path: path, configuration: configuration)
            let migrator = Schema.migrator
            guard try !database.read(migrator.hasBeenSuperseded) else {
                throw StoreError.tooNew(directory.path)
            }
            try migrator.migrate(database)
            // Some systems copy a file as it is first written.
            identity = FileIdentity(of: path)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError.cannotOpen(directory.path, error)
        }
    }

    /// Creates the folder if there is none, and keeps other processes from it.
    static func take(_ directory: URL) throws(StoreError) -> DataLock {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(directory.path, reason: error.localizedDescription)
        }
        return try DataLock(directory: directory)
    }

    /// Makes the positions unreadable for other users, whatever the rights of an existing folder.
    ///
    /// SQLite gives the files that it creates beside the database the same rights.
    private static func keepPrivate(_ path: String) throws {
        let files = FileManager.default
        let rights: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        if !files.fileExists(atPath: path) {
            _ = files.createFile(atPath: path, contents: nil, attributes: rights)
            URL(filePath: path).giveToOwnerOfFolder()
        }
        for file in ["", "-wal", "-shm"].map({ path + $0 }) where files.fileExists(atPath: file) {
            try files.setAttributes(rights, ofItemAtPath: file)
        }
    }

    /// Whether a commit failed because of its content, so that it would fail again.
    ///
    /// That is a bug in Roost, since all input is checked before; it must not block everything
    /// else.
    public static func isContentAtFault(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return !(error is StoreError) }
        return [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_ERROR]
            .contains(error.resultCode)
    }

    /// Whether the file is still where it was opened.
    ///
    /// SQLite goes on writing to one that somebody deleted or replaced, and nobody will find it.
    public var isInPlace: Bool { FileIdentity(of: path) == identity }

    /// - Throws: `StoreError` if nobody would find what is written.
    func requireItsPlace() throws(StoreError) {
        guard isInPlace else { throw .gone(directory.path) }
    }

    /// What an error of a reading means for whoever runs the gateway.
    public func explained(_ error: any Error) -> any Error {
        error is DatabaseError ? StoreError.cannotOpen(directory.path, error) : error
    }

    /// Moves committed changes from the log into the database while the writer goes on.
    ///
    /// It may take long on a slow disk, so it is called on a thread that nobody waits for.
    public func checkpoint() throws {
        _ = try checkpointer.writeWithoutTransaction { try $0.checkpoint(.passive) }
    }

    /// Empties the log once the words of deleted users were taken out of the index, so that no
    /// file holds them; call it soon after a checkpoint.
    ///
    /// - Returns: Whether nothing is left to do: otherwise somebody reads, and it must be called
    ///   again.
    @discardableResult
    public func emptyLogOfForgotten() throws -> Bool {
        let isDue = try database.read { db in
            try Row.fetchOne(db, sql: "SELECT 1 FROM forgotten WHERE what = 'log'") != nil
        }
        guard isDue else { return true }
        do {
            _ = try checkpointer.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch DatabaseError.SQLITE_BUSY {
            return false
        }
        try database.write { try $0.execute(sql: "DELETE FROM forgotten WHERE what = 'log'") }
        return true
    }

    /// Closes the files, and leaves only one; nothing may be read or written afterwards.
    public func close() throws {
        defer { lock.release() }
        try database.close()
        // Whoever closes last takes in the log and removes it, which the pool's readers cannot.
        try checkpointer.close()
    }
}
