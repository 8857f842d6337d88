import Foundation
import Glibc

/// The mosquitto that runs now with the configuration of a data folder.
struct RunningBroker: Equatable {
    var process: pid_t
    /// The port in its process file; `nil` if an earlier version wrote that.
    var port: Int?

    /// `nil` if none runs.
    init?(_ files: BrokerFiles) {
        guard let text = try? String(contentsOf: files.process, encoding: .utf8) else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let process = words.first.flatMap({ pid_t($0) }),
            let command = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")),
            command.split(separator: 0).contains(Data(files.configuration.path.utf8))
        else { return nil }
        self.process = process
        port = words.dropFirst().first.flatMap { Int($0) }
    }
}

extension Configuration {
    /// The files of the embedded broker.
    var brokerFiles: BrokerFiles {
        BrokerFiles(
            directory: URL(filePath: dataDirectory).appending(path: "broker"),
            port: broker.port)
    }

    /// The same for a client of the gateway: an embedded broker that runs in the data folder
    /// counts, wherever it listens.
    ///
    /// - Returns: `nil` if none runs there, or the broker is another.
    public var ofRunningBroker: Configuration? {
        guard broker.kind == .embedded, let port = RunningBroker(brokerFiles)?.port else {
            return nil
        }
        var found = self
        found.broker.port = port
        return found
    }
}
