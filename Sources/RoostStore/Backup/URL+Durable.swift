import Foundation
import SystemPackage

extension URL {
    /// Waits until the file or folder is on disk.
    func syncToDisk() throws {
        let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
        try descriptor.closeAfter {
            guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    /// Puts this file in the place of another, which is replaced at once or not at all.
    func replace(_ other: URL) throws {
        guard rename(path, other.path) == 0 else { throw Errno(rawValue: errno) }
        try other.deletingLastPathComponent().syncToDisk()
    }
}
