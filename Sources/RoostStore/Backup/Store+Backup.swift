public import Foundation
import GRDB
import SystemPackage

extension Store {
    /// Copies everything that was committed into one file, while another process may be writing.
    ///
    /// - Parameter file: It, or what it links to, is replaced if it exists. Afterwards it is whole and on disk, or as it
    ///   was before.
    /// - Returns: Its size in bytes.
    /// - Throws: `StoreError` if nothing was ever stored in `directory`, or the copy fails.
    public static func backUp(_ directory: URL, to file: URL) throws -> Int {
        // Where a link is, its target is written; and a device is never replaced.
        let file = file.resolvingSymlinksInPath()
        guard !isPart(file, of: directory) else {
            throw StoreError.cannotWrite(file.path, reason: "it is the store itself")
        }
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type]
        guard [nil, .typeRegular].contains(type as? FileAttributeType) else {
            throw StoreError.cannotWrite(file.path, reason: "it is there, and is no file")
        }
        let part = file.appendingPathExtension("part")
        defer { try? FileManager.default.removeItem(at: part) }  // Usually it was renamed.
        try reading(directory.appending(path: fileName), in: directory) { database in
            try database.copy(to: part)
        }
        do {
            try part.syncToDisk()
            let size = try FileManager.default.attributesOfItem(atPath: part.path)[.size] as? Int
            try part.replace(file)
            return size ?? 0
        } catch {
            throw StoreError.cannotWrite(file.path, reason: "\(error)")
        }
    }

    /// - Throws: `StoreError` if nothing was ever stored in `directory`, or it may not be looked at.
    public static func requireData(in directory: URL) throws {
        try requireFile(directory.appending(path: fileName), in: directory)
    }

    private static func requireFile(_ file: URL, in directory: URL) throws {
        guard access(file.path, F_OK) == 0 else {
            throw errno == EACCES
                ? StoreError.notAllowed(directory.path) : StoreError.nothingThere(directory.path)
        }
    }

    /// Whether the file belongs to the store, or would be taken for a part of it.
    private static func isPart(_ file: URL, of directory: URL) -> Bool {
        let folder = file.deletingLastPathComponent().resolvingSymlinksInPath()
        return folder.path == directory.resolvingSymlinksInPath().path
            && [fileName, DataLock.fileName].contains { file.lastPathComponent.hasPrefix($0) }
    }

    /// Opens a store, or a backup of one, that another process may be using.
    ///
    /// - Throws: `StoreError` if the file does not exist, or cannot be read.
    static func reading<Result>(
        _ file: URL, in directory: URL, _ body: (DatabaseQueue) throws -> Result
    ) throws -> Result {
        try requireFile(file, in: directory)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            let database = try DatabaseQueue(path: file.path, configuration: configuration)
            defer { try? database.close() }  // Nothing was written.
            return try body(database)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError.cannotOpen(directory.path, error)
        }
    }
}

extension DatabaseQueue {
    /// Copies the content into a new file that only its owner may read.
    ///
    /// - Throws: `StoreError` if that fails.
    func copy(to file: URL) throws {
        do {
            // That of an interrupted copy, with whatever rights.
            if unlink(file.path) != 0, errno != ENOENT { throw Errno(rawValue: errno) }
            // An empty file is taken as it is; one that SQLite creates, others may read.
            let empty = try FileDescriptor.open(
                FilePath(file.path), .writeOnly, options: [.create, .exclusiveCreate],
                permissions: .ownerReadWrite)
            try empty.close()
            try inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [file.path]) }
        } catch {
            throw StoreError.cannotWrite(file.path, reason: "\(error)")
        }
    }
}
