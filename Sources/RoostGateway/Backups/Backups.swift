public import Foundation
public import RoostCore
public import RoostFormats
import RoostStore

/// Copies of the store in one file each, and their way back.
public struct Backups: Sendable {
    private let data: URL
    /// How many of the gateway's own are kept.
    private let most: Int

    public init(of configuration: Configuration) {
        data = URL(filePath: configuration.dataDirectory)
        most = configuration.backupsKept
    }

    /// Where the gateway's own are.
    private var folder: URL { data.appending(path: "backups") }

    /// Makes a backup in the folder `backups` of the data folder, whether or not a gateway uses it,
    /// and deletes the oldest there if they are too many.
    ///
    /// - Throws: `StoreError` if there is nothing to back up, or the backup cannot be written; then
    ///   none is deleted.
    public func make() throws -> Backup {
        // A mistyped folder is not made.
        try Store.requireData(in: data)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.cannotWrite(folder.path, reason: error.localizedDescription)
        }
        folder.giveToOwnerOfFolder()
        let lock = try FolderLock(folder)
        defer { lock.release() }
        removeParts()
        let name = "\(Self.prefix)\(Self.digits(of: .now))\(Self.suffix)"
        let file = folder.appending(path: name)
        let backup = try copy(to: file)
        file.giveToOwnerOfFolder()
        for old in try own().filter({ $0 != name }).dropLast(most - 1) {
            // One that stays is tried again with the next backup.
            try? FileManager.default.removeItem(at: folder.appending(path: old))
        }
        return backup
    }

    /// Removes what is left of backups during which the gateway ended.
    private func removeParts() {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        for file in files ?? []
        where file.hasPrefix(Self.prefix) && file.contains("\(Self.suffix).part") {
            try? FileManager.default.removeItem(at: folder.appending(path: file))  // Or next time.
        }
    }

    /// Makes a backup in the given file, which is replaced if it exists.
    public func make(in file: URL) throws -> Backup {
        let lock = try FolderLock(file.absoluteURL.deletingLastPathComponent())
        defer { lock.release() }
        return try copy(to: file)
    }

    private func copy(to file: URL) throws -> Backup {
        let time = Timestamp.now
        let bytes = try Store.backUp(data, to: file)
        return Backup(file: file.absoluteURL.path, bytes: bytes, time: time)
    }

    /// Puts a backup in the place of the store, which no gateway may be using.
    ///
    /// - Returns: The file in which what was there is kept; `nil` if nothing was.
    /// - Throws: `StoreError`; then everything is as before.
    public func restore(_ file: URL) throws -> String? {
        let name = "replaced-\(Self.digits(of: .now))\(Self.suffix)"
        let replaced = data.appending(path: name)
        let wasThere = try Store.restore(file, to: data, keeping: replaced)
        return wasThere ? replaced.absoluteURL.path : nil
    }

    /// When the newest of the gateway's own was made; `nil` if there is none that can be seen.
    var newest: Timestamp? {
        guard let name = try? own().last else { return nil }
        let file = folder.appending(path: name).path
        let date = try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
        return (date as? Date).flatMap {
            Timestamp(secondsSinceEpoch: $0.timeIntervalSince1970)
        }
    }

    /// The names of the backups in the folder, oldest first.
    private func own() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }.sorted()
    }

    private static let prefix = "roost-"
    private static let suffix = ".sqlite"

    /// `20261127T114222Z`: sorted by name, files are in order of time.
    private static func digits(of time: Timestamp) -> String {
        time.rfc3339.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z"
    }
}

/// A backup that was made.
public struct Backup: Hashable, Sendable, JSONWritable {
    public var file: String
    /// Its size.
    public var bytes: Int
    public var time: Timestamp

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("file", file)
            json.member("bytes", bytes)
            json.member("time", time)
        }
    }
}
