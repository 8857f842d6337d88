import GRDB

/// What is wrong with the store, or with a backup of it.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    case inUse(String, by: Int32?)
    case cannotOpen(String, reason: String)
    /// This account may not write there, or not even look.
    case notAllowed(String)
    case damaged(String, reason: String)
    case tooNew(String)
    /// It can only be read after it was opened for writing, which brings it up to date.
    case tooOld(String)
    case cannotWrite(String, reason: String)
    case noBackup(String, reason: String)
    /// There is no store to read; reading creates none.
    case nothingThere(String)
    /// The file was moved, deleted or replaced while it was open.
    case gone(String)

    public var description: String {
        switch self {
        case .inUse(let path, let process):
            "\(path) is in use by another roost\(process.map { " (process \($0))" } ?? ""): "
                + "stop it, or name another folder with --data."
        case .cannotOpen(let path, let reason):
            "\(path) cannot be used for data: name a folder that can be written with --data "
                + "(\(reason))"
        case .notAllowed(let path):
            "this account may not read and write the data in \(path), and even reading needs both: run "
                + "roost as the user that owns them, or copy the folder and name the copy with --data."
        case .damaged(let path, let reason):
            "the data in \(path) are damaged: `roost restore` puts a backup in their place (\(reason))"
        case .tooNew(let path):
            "\(path) was written by a newer version of roost: run that one, "
                + "or name another folder with --data."
        case .tooOld(let path):
            "\(path) was written by an older version of roost: `roost run` brings it up to date."
        case .cannotWrite(let path, let reason):
            "\(path) cannot be written: \(reason)"
        case .noBackup(let path, let reason):
            "\(path) is no backup that can be restored: \(reason)"
        case .nothingThere(let path):
            "\(path) holds no data of roost: is the folder named with --data the right one?"
        case .gone(let path):
            "the database in \(path) was moved, deleted or replaced: nothing more is taken until it is "
                + "back; move it back, or stop the gateway and restore a backup"
        }
    }
}

extension StoreError {
    static func cannotOpen(_ path: String, _ error: any Error) -> StoreError {
        let code = (error as? DatabaseError)?.resultCode
        if code == .SQLITE_READONLY || code == .SQLITE_PERM { return .notAllowed(path) }
        let isDamaged = code == .SQLITE_NOTADB || code == .SQLITE_CORRUPT
        return isDamaged
            ? .damaged(path, reason: "\(error)") : .cannotOpen(path, reason: "\(error)")
    }
}
