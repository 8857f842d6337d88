import Glibc
import LoopbackSockets
import Synchronization

/// A private mosquitto on a free port of this machine.
///
/// Use ``with(config:_:)``, which stops it however the test ends.
public final class TestBroker: Sendable {
    public let port: Int
    /// Contains the configuration, `broker.log`, the database, and files of the test.
    public let directory: String
    private let process = Mutex<pid_t?>(nil)

    /// Starts a broker in a new temporary directory; at the end stops it and removes the directory.
    ///
    /// - Parameter config: Gets the directory, and returns more lines of mosquitto.conf; listener
    ///   options apply to the listener on ``port``.
    public static func with<Result>(
        config: (_ directory: String) throws -> [String] = { _ in [] },
        _ body: (TestBroker) throws -> Result
    ) throws -> Result {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        let broker = try TestBroker(in: directory, config: config(directory))
        try broker.start()
        defer { broker.kill() }
        return try body(broker)
    }

    /// The same for an asynchronous test.
    public static func with<Result>(
        config: [String] = [], _ body: (TestBroker) async throws -> Result
    ) async throws -> Result {
        let directory = try temporaryDirectory()
        defer { try? run("rm", "-rf", directory) }  // Any remains are in the system's /tmp.
        let broker = try TestBroker(in: directory, config: config)
        try broker.start()
        defer { broker.kill() }
        return try await body(broker)
    }

    /// Writes the configuration of a broker, which ``start()`` starts.
    public init(in directory: String, config: [String] = []) throws {
        self.directory = directory
        port = try freePort()
        var lines = [
            // Otherwise mosquitto would change to a user who may not write here.
            "user \(try userName())", "log_dest stderr", "log_type all", "connection_messages true",
            "persistence true", "persistence_location \(directory)/", "max_queued_messages 1000000",
            "max_inflight_messages 1000", "set_tcp_nodelay true", "listener \(port) 127.0.0.1",
        ]
        if !config.contains(where: { $0.hasPrefix("allow_anonymous") }) {
            lines.append("allow_anonymous true")
        }
        try write((lines + config).joined(separator: "\n") + "\n", to: "\(directory)/broker.conf")
    }

    /// Starts the broker, for the first time or again, and waits until it listens.
    public func start() throws {
        let id = try spawn(
            ["/usr/sbin/mosquitto", "-c", "\(directory)/broker.conf"],
            output: "\(directory)/broker.log")
        process.withLock { $0 = id }
        let listens = eventually {
            isListening || waitpid(id, nil, WNOHANG) == id
        }
        guard listens, isListening else {
            throw TestFailure("mosquitto did not start: \(log)")
        }
    }

    private var isListening: Bool { (try? LoopbackSocket(connectedTo: port)) != nil }

    /// Asks the broker to end, so that it writes its database, and waits for that.
    public func stop() { end(SIGTERM) }

    /// Kills the broker before it can write anything.
    public func kill() { end(SIGKILL) }

    /// Deletes the stopped broker's database: the next run has no sessions or messages.
    public func forget() throws { try run("rm", "-f", "\(directory)/mosquitto.db") }

    /// The broker's log so far.
    public var log: String { (try? read("\(directory)/broker.log")) ?? "" }

    private func end(_ signal: Int32) {
        guard let id = process.withLock({ $0.take() }) else { return }
        // A broker that has only just started forgets that it was asked to end.
        repeat {
            _ = Glibc.kill(id, signal)
            usleep(10_000)
        } while waitpid(id, nil, WNOHANG) == 0
    }
}
