import Foundation
import RoostStore

/// The folder for the demo's data.
struct DemoFolder {
    let path: String
    private let isTemporary: Bool

    /// - Parameter path: A new or empty folder, so that an invented household is never mixed with a
    ///   real one; `nil` for a temporary one.
    init(path: String?) throws {
        isTemporary = path == nil
        let files = FileManager.default
        let folder =
            path.map { URL(filePath: $0) }
            ?? files.temporaryDirectory
            .appending(path: "roost-demo-\(UUID().uuidString.lowercased().prefix(8))")
        self.path = folder.path
        if let content = try? files.contentsOfDirectory(atPath: folder.path), !content.isEmpty {
            throw ClientError("'\(folder.path)' is not empty: name a new folder with --data DIR")
        }
        do {
            try files.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.cannotOpen(folder.path, reason: error.localizedDescription)
        }
    }

    /// Removes a temporary folder; a named one is kept.
    func close() {
        guard isTemporary else { return }
        // What cannot be deleted is in the system's folder for temporary files anyway.
        try? FileManager.default.removeItem(atPath: path)
    }
}
