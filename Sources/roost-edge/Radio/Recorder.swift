import RoostCore
import RoostFormats
import SystemPackage

/// Writes what the adapters hear to a btsnoop file, which btmon and Wireshark can read too.
final class Recorder {
    private let path: String
    private let file: FileDescriptor
    private let writer = BtsnoopWriter(linkType: .monitor)

    /// - Throws: `RecordingError` if the file cannot be made.
    init(path: String) throws(RecordingError) {
        self.path = path
        do {
            file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate],
                permissions: .ownerReadWrite)
            try file.writeAll(writer.header)
        } catch {
            throw RecordingError(path: path, reason: "\(error)")
        }
    }

    deinit {
        // A failure to close loses nothing that was written.
        try? file.close()
    }

    func record(
        event: [UInt8], adapter: UInt16, at time: Timestamp
    ) throws(RecordingError) {
        do {
            try file.writeAll(writer.record(event: event, adapter: adapter, at: time))
        } catch {
            throw RecordingError(path: path, reason: "\(error)")
        }
    }
}

struct RecordingError: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "\(path) cannot be written: \(reason)" }
}
