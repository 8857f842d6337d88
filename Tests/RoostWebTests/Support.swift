import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import RoostWeb

extension LiveUpdate {
    static func of(_ kind: Kind, _ id: String, _ json: String?) -> LiveUpdate {
        LiveUpdate(kind: kind, id: id, json: json.map { Array($0.utf8) })
    }

    static func presence(_ user: String, _ json: String) -> LiveUpdate {
        of(.presence, user, json)
    }

    static func item(_ item: String, _ json: String) -> LiveUpdate { of(.item, item, json) }
}

extension LiveBoard {
    var text: String { String(decoding: snapshot.json, as: UTF8.self) }
}

extension LiveEvent {
    /// The event in a few words, to compare by.
    var words: String {
        switch self {
        case .snapshot(let snapshot): "snapshot \(snapshot.sequence)"
        case .resync(let missed): "resync \(missed)"
        case .change(let update, let sequence):
            "\(sequence) \(update.kind) \(String(decoding: update.json ?? [], as: UTF8.self))"
        case .heartbeat: "heartbeat"
        }
    }
}

/// A server that serves, and the group it runs in.
struct Running: Sendable {
    let port: Int
    let services: ServiceGroup
    fileprivate let serving: Task<Void, any Error>

    /// Tells the server to stop and waits until it has.
    func stop() async throws {
        await services.triggerGracefulShutdown()
        try await serving.value
    }
}

/// A server on a free port of this machine, for as long as `body` runs.
func withServer<Result: Sendable>(
    _ board: LiveBoard, heartbeat: Duration = .seconds(3600), grace: Duration = .seconds(10),
    _ body: (Running) async throws -> Result
) async throws -> Result {
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    var server = WebServer(
        address: try WebAddress(":0"), board: board, readings: { .healthy }, accounts: .none,
        logger: .quiet
    ) { listening.yield($0) }
    server.heartbeat = heartbeat
    server.grace = grace
    let services = ServiceGroup(services: [server], logger: .quiet)
    // A task of its own: where the test is cancelled, the server is still stopped in order.
    let serving = Task {
        defer { listening.finish() }
        try await services.run()
    }
    let port = try #require(await ports.first { _ in true })
    let running = Running(port: port, services: services, serving: serving)
    do {
        let result = try await body(running)
        try await running.stop()
        return result
    } catch {
        try await running.stop()
        throw error
    }
}

/// What came over one connection, line by line, only as fast as it is asked for.
struct Lines {
    fileprivate var parts: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    fileprivate var rest: [UInt8] = []
    fileprivate var start = 0

    /// The next line without its end; nil where the connection has ended.
    mutating func next() async throws -> String? {
        while true {
            if let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return String(decoding: rest[start..<end], as: UTF8.self)
                    .trimmingSuffix("\r")
            }
            rest.removeFirst(start)
            start = 0
            guard let part = try await parts.next(isolation: nil) else { return nil }
            rest += part.readableBytesView
        }
    }

    /// Expects `line` to be the next of those that begin with `prefix`.
    mutating func expect(
        _ line: String, after prefix: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let next = try await next(prefix)
        #expect(next == line, sourceLocation: sourceLocation)
    }

    /// The next line that begins so; nil where the connection ends before.
    mutating func next(_ prefix: String) async throws -> String? {
        while let line = try await next() {
            if line.hasPrefix(prefix) { return line }
        }
        return nil
    }
}

/// Sends a request's head over a connection of its own.
func withConnection<Result: Sendable>(
    to port: Int, asking request: String, _ body: (inout Lines) async throws -> Result
) async throws -> Result {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    return try await channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: request + "\r\n\r\n"))
        var lines = Lines(parts: inbound.makeAsyncIterator())
        return try await body(&lines)
    }
}

let askForEvents = "GET /api/v1/events HTTP/1.1\r\nHost: localhost"

extension WebReadings {
    static let healthy = WebReadings(
        isHealthy: true, healthJSON: Array(#"{"status":"ok"}"#.utf8), metrics: "roost_up 1\n")
}

extension WebAccounts {
    /// Nobody can sign in.
    static let none = WebAccounts(
        signIn: { _, _ in .refused }, user: { _ in nil },
        ask: { _ in WebAnswer(status: 503, json: []) })
}

extension Logger {
    static let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
