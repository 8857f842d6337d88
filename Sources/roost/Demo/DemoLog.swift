import Foundation
import Logging
import RoostCore
import RoostFormats
import RoostGateway
import Synchronization

/// The gateway's log in a file, so that it does not disturb the table.
///
/// The last warning is shown below the table.
final class DemoLog: Sendable {
    let path: String
    private let state: Mutex<(file: FileHandle, warning: String?)>

    /// - Throws: An error of the file system.
    init(path: String) throws {
        self.path = path
        if !FileManager.default.fileExists(atPath: path) {
            try Data().write(to: URL(filePath: path))
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        _ = try file.seekToEnd()
        state = Mutex((file, nil))
    }

    /// The newest line of at least warning level.
    var lastWarning: String? { state.withLock { $0.warning } }

    /// Warnings from the startup are outdated.
    func forgetWarning() { state.withLock { $0.warning = nil } }

    var logger: Logger {
        var logger = Logger(label: "roost") { _ in Handler(log: self) }
        logger.logLevel = .info
        return logger
    }

    private func write(_ text: String, level: Logger.Level) {
        state.withLock { state in
            if level >= .warning { state.warning = text }
            // If the disk is full, the gateway reports it itself.
            try? state.file.write(
                contentsOf: Data("\(Timestamp.now.rfc3339) \(level) \(text)\n".utf8))
        }
    }

    private struct Handler: LogHandler {
        let log: DemoLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        var metadataProvider: Logger.MetadataProvider?

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let members = metadata.merging(event.metadata ?? [:]) { $1 }
            let details = members.inOrder.map { " \($0.key)=\($0.value)" }
            log.write("\(event.message)\(details.joined())", level: event.level)
        }
    }
}
