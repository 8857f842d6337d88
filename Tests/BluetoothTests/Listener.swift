import Glibc
import RoostFormats
import Synchronization
import TestBroker

/// Somebody at the broker who writes down all that comes.
final class Listener: Sendable {
    private let file: String
    private let process: pid_t

    init(at broker: TestBroker) async throws {
        file = "\(broker.directory)/messages"
        process = try spawn(
            [
                "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "roost/#",
                "-F", "%t %p",
            ], output: file)
        try await eventually("mosquitto_sub to subscribe") {
            broker.log.contains("Sending SUBACK") ? () : nil
        }
    }

    func end() {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// What came under `topic`, oldest first.
    func messages(on topic: String) throws -> [String] {
        try read(file).split(separator: "\n").compactMap { line in
            line.hasPrefix("\(topic) ") ? String(line.dropFirst(topic.count + 1)) : nil
        }
    }

    /// What came under `topic` and is JSON, oldest first.
    func documents(on topic: String) throws -> [JSON] {
        // A line that mosquitto_sub is still writing is none yet.
        try messages(on: topic).compactMap { try? JSON(Array($0.utf8)) }
    }
}
