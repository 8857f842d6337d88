public import SystemPackage

/// A file that is read or written in one go; an `Errno` describes what the system has against it.
public enum WholeFile {
    public static func read(_ path: String) throws(Errno) -> [UInt8] {
        do {
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
        } catch let error as Errno {
            throw error
        } catch {
            // FileDescriptor throws nothing else.
            throw .ioError
        }
    }

    /// Writes a file anew.
    public static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(Errno) {
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(bytes) }
        } catch let error as Errno {
            throw error
        } catch {
            // FileDescriptor throws nothing else.
            throw .ioError
        }
    }
}
