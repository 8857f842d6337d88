import Foundation

/// How much is free on the disk of a folder.
struct DiskSpace {
    /// In bytes, for those who are not root.
    let free: Int64

    /// What to do if it is little.
    static let advice = "make room, or keep less (history.… in the configuration)"

    /// Returns `nil` if the folder does not exist, or its disk does not tell.
    init?(of folder: String) {
        let disk = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = (disk?[.systemFreeSize] as? NSNumber)?.int64Value else { return nil }
        self.free = free
    }

    /// Says that it is little.
    var shortage: String {
        "only \(free.formatted(.byteCount(style: .file))) are free on the disk"
    }
}
