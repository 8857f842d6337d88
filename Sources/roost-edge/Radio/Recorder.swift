import Foundation
import RoostCore
import RoostFormats

/// Writes what the adapters hear to a btsnoop file, which btmon and Wireshark read too.
final class Recorder {
    private let file: FileHandle
    private let writer = BtsnoopWriter(linkType: .monitor)

    /// - Throws: `RecordingError` where the file cannot be made.
    init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: Data(writer.header)),
            let file = FileHandle(forWritingAtPath: path)
        else { throw RecordingError(path: path, reason: String(cString: strerror(errno))) }
        self.file = file
        try file.seekToEnd()
    }

    func record(event: [UInt8], adapter: UInt16, at time: Timestamp) throws {
        try file.write(contentsOf: writer.record(event: event, adapter: adapter, at: time))
    }
}

struct RecordingError: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "\(path) cannot be written: \(reason)" }
}
