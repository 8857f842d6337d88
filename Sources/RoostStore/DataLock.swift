import Foundation
import Glibc

/// Keeps two gateways from writing to one folder; the kernel releases it when the process ends.
final class DataLock: Sendable {
    static let fileName = "roost.lock"

    private let descriptor: Int32

    init(directory: URL) throws(StoreError) {
        let path = directory.appending(path: Self.fileName).path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(directory.path, reason: String(cString: strerror(errno)))
        }
        URL(filePath: path).giveToOwnerOfFolder()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            var buffer = [UInt8](repeating: 0, count: 16)
            let count = max(0, read(descriptor, &buffer, buffer.count))
            // `deinit` runs here too and closes the descriptor; a second close could hit another
            // file.
            throw .inUse(
                directory.path, by: Int32(String(decoding: buffer.prefix(count), as: UTF8.self)))
        }
        let process = Array("\(getpid())".utf8)
        // Only for the error message above; the lock itself does not depend on it.
        if ftruncate(descriptor, 0) == 0 { _ = write(descriptor, process, process.count) }
    }

    /// Releases the lock at once, even if a child being started still has the descriptor.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        release()
        close(descriptor)
    }
}
