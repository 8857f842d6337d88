import NIOCore
import ServiceLifecycle
import Testing

@testable import RoostWeb

@Suite("WebServer", .timeLimit(.minutes(10)))
struct WebServerTests {
    let board = LiveBoard()

    @Test(
        "A request for another host name is answered with 421 and an explanation",
        arguments: [
            "Host: evil.example", "Host: evil.example:8080", "Host: localhost.evil", "X: y",
        ])
    func refusesForeignHosts(header: String) async throws {
        try await withServer(board) { server in
            for path in ["/", "/api/v1/presence", "/api/v1/events", "/nothing"] {
                let request = "GET \(path) HTTP/1.1\r\n\(header)"
                try await withConnection(to: server.port, asking: request) { lines in
                    try await lines.expect("HTTP/1.1 421 Misdirected Request")
                    _ = try #require(await lines.next("Roost answers only"))
                }
            }
        }
    }

    @Test("Events are streamed as a snapshot, then updates as they are posted, and heartbeats")
    func streams() async throws {
        try await withServer(board, heartbeat: .milliseconds(20)) { server in
            board.post(.presence("alice", #"{"user":"alice"}"#))
            let request = askForEvents + "\r\nLast-Event-ID: 99"
            try await withConnection(to: server.port, asking: request) { lines in
                try await lines.expect("HTTP/1.1 200 OK")
                try await lines.expect("Content-Type: text/event-stream", after: "Content-Type")
                try await lines.expect("event: snapshot", after: "event:")
                try await lines.expect("id: 1")
                try await lines.expect("data: \(board.text)")
                for kind in LiveUpdate.Kind.allCases {
                    board.post(.of(kind, "x", #"{"of":"\#(kind)"}"#))
                    // A heartbeat may come before it.
                    try await lines.expect("event: \(kind)", after: "event: \(kind)")
                    try await lines.expect("id: \(board.snapshot.sequence)")
                    try await lines.expect(#"data: {"of":"\#(kind)"}"#)
                }
                _ = try #require(await lines.next("event: heartbeat"))
            }
        }
    }

    @Test("Two browsers get the stream at once, and one that disconnects is forgotten")
    func streamsToTwo() async throws {
        try await withServer(board) { server in
            try await withConnection(to: server.port, asking: askForEvents) { first in
                try await first.expect("event: snapshot", after: "event:")
                try await withConnection(to: server.port, asking: askForEvents) { second in
                    try await second.expect("event: snapshot", after: "event:")
                    board.post(.item("keys", "1"))
                    try await first.expect("event: item", after: "event:")
                    try await second.expect("event: item", after: "event:")
                    #expect(board.readerCount == 2)
                }
                try await readersBecome(1)
                board.post(.item("keys", "2"))
                _ = try #require(await first.next("data: 2"))
            }
            try await readersBecome(0)
        }
    }

    @Test("A browser that does not read gets only part of the updates and is told to resync")
    func boundsSlowBrowsers() async throws {
        try await withServer(board) { server in
            try await withConnection(to: server.port, asking: askForEvents) { lines in
                try await lines.expect("event: snapshot", after: "event:")
                let filling = String(repeating: "x", count: 4_000)
                let posted = 20_000
                for number in 1...posted {
                    board.post(.presence("alice", #"["\#(number)","\#(filling)"]"#))
                }
                var received = 0
                var resyncs = 0
                while let line = try await lines.next(), line != "id: \(posted)" {
                    received += line.hasPrefix("id:") ? 1 : 0
                    resyncs += line == "event: resync" ? 1 : 0
                }
                #expect(resyncs > 0)
                // What the bound and the sockets' buffers hold, out of 80 MB.
                #expect(received < posted / 2)
            }
        }
    }

    @Test("Shutdown ends open streams long before the grace period is over")
    func endsStreams() async throws {
        try await withServer(board, grace: .seconds(3600)) { server in
            try await withConnection(to: server.port, asking: askForEvents) { lines in
                try await lines.expect("event: snapshot", after: "event:")
                await server.services.triggerGracefulShutdown()
                while try await lines.next() != nil {}
            }
        }
        #expect(board.readerCount == 0)
    }

    @Test("Shutdown cuts off a browser that does not read")
    func cutsStuckStreams() async throws {
        try await withServer(board, grace: .milliseconds(50)) { server in
            try await withConnection(to: server.port, asking: askForEvents) { lines in
                try await lines.expect("event: snapshot", after: "event:")
                let large = "\"" + String(repeating: "x", count: 20_000_000) + "\""
                board.post(.presence("alice", large))
                try await server.stop()
            }
        }
    }

    @Test("Shutdown completes however many connections arrive meanwhile")
    func stopsAmongConnections() async throws {
        for _ in 0..<20 {
            try await withServer(board, grace: .zero) { server in
                try await withThrowingDiscardingTaskGroup { group in
                    for _ in 0..<30 {
                        group.addTask {
                            // Whom the server still answers is not the point.
                            try? await withConnection(to: server.port, asking: askForEvents) {
                                while try await $0.next() != nil {}
                            }
                        }
                    }
                    try await server.stop()
                }
            }
        }
        #expect(board.readerCount == 0)
    }

    @Test("A port in use is an error that names the flag to change")
    func portTaken() async throws {
        try await withServer(board) { server in
            let address = try WebAddress(":\(server.port)")
            let second = WebServer(
                address: address, board: board, readings: { .healthy }, accounts: .none,
                logger: .quiet)
            await #expect(throws: WebServerError.portTaken(address)) { try await second.run() }
        }
        let refusal = WebServerError.portTaken(try WebAddress(":8080")).description
        #expect(refusal.hasPrefix("cannot serve the web page on 127.0.0.1:8080"))
        #expect(refusal.contains("--web"))
    }

    private func readersBecome(_ count: Int) async throws {
        while board.readerCount != count { try await Task.sleep(for: .milliseconds(1)) }
    }
}
