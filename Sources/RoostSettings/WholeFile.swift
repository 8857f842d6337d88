public import SystemPackage

/// A file that is read in one go.
public enum WholeFile {
    /// - Throws: `Errno`, whose description is the system's error.
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
}
