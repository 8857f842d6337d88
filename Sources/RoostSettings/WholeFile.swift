public import SystemPackage

/// A file that is read or written in one go; an `Errno` describes what the system has against it.
public enum WholeFile {
    public static func read(_ path: String) throws(Errno) -> [UInt8] {
        try system {
            let file = try FileDescriptor.open(FilePath(path), .readOnly)
            return try file.closeAfter {
                var bytes: [UInt8] = []
                while true {
                    let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                    }
                    if piece.isEmpty { return bytes }
                    bytes += piece
                }
            }
        }
    }

    /// Writes a file anew.
    public static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(Errno) {
        try system {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            _ = try file.closeAfter { try file.writeAll(bytes) }
        }
    }

    private static func system<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
        do {
            return try body()
        } catch let error as Errno {
            throw error
        } catch {
            // FileDescriptor throws nothing else.
            throw .ioError
        }
    }
}
