import Glibc

/// What tells a file from all others on this machine while it exists, whatever its name.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// Returns `nil` if there is no file at the path, or it cannot be reached.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
