public import Foundation
import Glibc

/// Keeps two backups from being written into one folder at once, of which each would take what the
/// other has written so far for the remains of a third; the kernel releases it with the process.
public final class FolderLock: Sendable {
    private let descriptor: Int32

    /// A folder that cannot be read is not locked.
    ///
    /// - Throws: `StoreError` if another has the lock.
    public init(_ folder: URL) throws(StoreError) {
        descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            // `deinit` runs here too.
            throw .cannotWrite(
                folder.path, reason: "another backup is being written there, try again later")
        }
    }

    public func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
