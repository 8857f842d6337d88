public import Foundation
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

extension URL {
    /// Gives a file that root made to the owner of its folder, who could not use it otherwise.
    public func giveToOwnerOfFolder() {
        var folder = stat()
        guard geteuid() == 0, stat(deletingLastPathComponent().path, &folder) == 0 else { return }
        _ = chown(path, folder.st_uid, folder.st_gid)
    }
}
