import Foundation

/// A temporary folder of this run, which is removed after an interruption too.
struct Workspace {
    let folder: URL

    /// Creates the folder; there can be one in a run, because it is removed by its signals.
    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "roost-bench-\(UInt32.random(in: 0...UInt32.max))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        Interruption.prepare(removing: folder)
    }

    /// Leftovers in a temporary folder do no harm.
    func remove() { try? FileManager.default.removeItem(at: folder) }
}
