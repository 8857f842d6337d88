import Foundation
import LoopbackSockets

/// One subject under test, and its broker.
final class Bed {
    let broker: PrivateBroker
    let child: Child
    let subject: Subject
    private let webPort: Int

    init(_ subject: Subject, in folder: URL) throws {
        self.subject = subject
        broker = try PrivateBroker(in: folder)
        webPort = try LoopbackSocket.freePort()
        let arguments: [String]
        switch subject {
        case .counting, .inserting:
            arguments =
                [try Programs.bench(), "floor", "--port", "\(broker.port)"]
                + (subject == .inserting
                    ? ["--insert", folder.appending(path: "floor.sqlite").path] : [])
        case .roost:
            arguments = [
                try Programs.roost(), "run", "--broker", "mqtt://127.0.0.1:\(broker.port)",
                "--data", folder.appending(path: "data").path, "--web", "127.0.0.1:\(webPort)",
                "--log-level", "warning",
            ]
        }
        child = try Child(arguments, output: folder.appending(path: "subject.log").path)
    }

    /// Sends the household through the gateway's own requests, and waits until all is quiet.
    func settle(_ household: SampleHousehold) throws {
        let connection = try Connection(
            port: broker.port, name: "bench-setup",
            filters: [Subject.markResponse, "roost/admin/response/#"])
        // At first the subject does not listen yet.
        for attempt in 1...100 {
            let answer = try ask(connection, "{\"id\":0}", on: Subject.markRequest, seconds: 0.1)
            if answer != nil { break }
            guard attempt < 100 else { throw Problem("\(subject.rawValue) does not answer") }
        }
        // Answers to the earlier attempts may still come.
        usleep(300_000)
        try connection.read { _ in }
        guard subject == .roost else { return }
        for document in household.documents {
            let request = "roost/admin/request/household/import"
            let answer = try ask(connection, document, on: request, seconds: 60)
            guard let answer, answer.contains("\"status\":\"ok\"") else {
                throw Problem("the gateway refused the household: \((answer ?? "").prefix(300))")
            }
        }
        var published = -1
        while case let more = try health().published, more != published {
            published = more
            usleep(300_000)
        }
    }

    /// How much of a load the subject has taken, by its own count.
    ///
    /// - Throws: `Problem` if it took some of it differently from how it was sent.
    func taken(of kind: LoadKind) throws -> Int {
        guard subject != .roost else {
            let health = try health()
            guard health.refused.isEmpty, health.problems.isEmpty, health.reconnects == 0 else {
                throw Problem("the gateway is not well: \(health)")
            }
            return kind == .fixes ? health.fixes : health.sightings
        }
        let connection = try Connection(
            port: broker.port, name: "bench-count", filters: [Subject.markResponse])
        guard let answer = try ask(connection, "{}", on: Subject.markRequest, seconds: 10) else {
            throw Problem("the floor does not say what it took")
        }
        let tally = try JSONDecoder().decode(FloorTally.self, from: Data(answer.utf8))
        guard tally.promised == (kind.qos > 0 ? tally.received : 0) else {
            throw Problem("\(tally.promised) of \(tally.received) came with an acknowledgement due")
        }
        return tally.received * kind.size
    }

    private func health() throws -> GatewayHealth {
        let answer = try page("/healthz")
        guard let start = answer.firstIndex(of: "{"), let end = answer.lastIndex(of: "}") else {
            throw Problem("the gateway does not tell its health: \(answer.prefix(300))")
        }
        return try JSONDecoder().decode(
            GatewayHealth.self, from: Data(answer[start...end].utf8))
    }

    /// Requests one page from the gateway's web server.
    private func page(_ path: String) throws -> String {
        let socket = try LoopbackSocket(connectedTo: webPort)
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(webPort)\r\nConnection: close\r\n\r\n".utf8)
        let sent = send(socket.descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        guard sent == request.count else { throw Problem("the web page cannot be asked") }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(socket.descriptor, &chunk, chunk.count), count > 0 {
            answer += chunk[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Ends the subject, then the broker, and returns what the subject used in all.
    func end() -> Child.Usage {
        let usage = child.end()
        _ = broker.child.end()
        return usage
    }

    private func ask(
        _ connection: Connection, _ payload: String, on topic: String, seconds: Double
    ) throws -> String? {
        try connection.send(MQTTPacket.publish(payload, to: topic, id: nil))
        var answer: String?
        let deadline = ContinuousClock.now + .seconds(seconds)
        while answer == nil, ContinuousClock.now < deadline {
            connection.wait(.milliseconds(50))
            try connection.read { arrival in
                if case .message(_, let payload) = arrival {
                    answer = String(decoding: payload, as: UTF8.self)
                }
            }
        }
        return answer
    }
}

/// The part of the gateway's health that matters here.
private struct GatewayHealth: Decodable {
    var fixes, sightings, published, reconnects: Int
    var refused: [String: Int]
    var problems: [String: String]
}
