import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("The embedded broker")
struct EmbeddedBrokerTests {
    @Test("The broker starts and stops with the gateway, and is restarted when it dies")
    func supervised() async throws {
        try await withGateway { gateway, client, brokers in
            let broker = try #require(try brokers().first)
            #expect(try brokers().count == 1)
            let alice = Phone(user: "alice", device: "phone", client: client)
            // With an embedded broker, a publishing phone is accepted.
            alice.at(.home)
            try await client.wait(for: "roost/user/alice/location")

            let info = "roost/gateway/info"
            try await client.wait(for: info) { $0["counts"]?["users"] == 1 }
            let before = client.messages(on: info).count
            kill(broker, SIGKILL)
            let next = try await eventually("another broker") {
                try brokers().first { $0 != broker }
            }
            // The new broker may have no sessions: messages before the gateway's connection are
            // lost.
            try await eventually("the gateway at the new broker") {
                client.messages(on: info).count > before ? () : nil
            }
            alice.at(.street)
            try await client.flush()
            try await client.wait(for: "roost/user/alice/location") {
                $0["lat"] != JSON(Spot.home.latitude)
            }
            #expect(try brokers() == [next])

            #expect(try await gateway.stop() == 0)
            #expect(try brokers().isEmpty)
        }
    }

    @Test("A closed terminal ends the gateway in order, and its broker")
    func hangUp() async throws {
        try await withGateway { gateway, _, brokers in
            let status = try await gateway.stop(by: SIGHUP)
            #expect(status == 0)
            #expect(try brokers().isEmpty)
        }
    }

    @Test("The broker outlives a killed gateway, and the next gateway adopts it")
    func adopted() async throws {
        try await withGateway { gateway, client, brokers in
            let broker = try brokers()
            gateway.kill()
            try await client.wait(for: "roost/gateway/status") { $0 == "offline" }
            #expect(try brokers() == broker)
            Phone(user: "alice", device: "phone", client: client).at(.home)
            try await client.flush()

            try gateway.start()
            try await client.wait(for: "roost/user/alice/location")
            #expect(try brokers() == broker)
            #expect(try await gateway.stop() == 0)
            #expect(try brokers().isEmpty)
        }
    }

    @Test("Commands find the gateway of a folder on whatever port its broker listens")
    func found() async throws {
        try await withGateway { gateway, client, _ in
            let data = try #require(gateway.arguments.last)
            let added = try await RoostProcess.result(of: "user", "add", "zoe", "--data", data)
            #expect(added.status == 0, "\(added.output)")
            try await client.wait(for: "roost/user/zoe/presence")
            // Whatever listens at the usual port is another household's.
            let other = try temporaryDirectory()
            defer { try? run("rm", "-rf", other) }
            let refused = try await RoostProcess.result(of: "user", "list", "--data", other)
            #expect(refused.status == 1)
            #expect(refused.output.contains("no gateway with a broker of its own runs in"))
        }
    }

    @Test("A broker left by a killed gateway is replaced if the next gateway uses another port")
    func otherPort() async throws {
        try await withGateway { gateway, client, brokers in
            let broker = try brokers()
            gateway.kill()
            try await client.wait(for: "roost/gateway/status") { $0 == "offline" }
            let port = try freePort()
            let data = try #require(gateway.arguments.last)
            let next = RoostProcess(
                ["run", "--listen", "\(port)", "--data", data], log: "\(data)/roost.log")
            try next.start()
            defer { next.kill() }
            let other = try await Client("other", at: "mqtt://127.0.0.1:\(port)")
            defer { other.close() }
            try await other.wait(for: "roost/gateway/status") { $0 == "online" }
            #expect(try brokers().count == 1)
            #expect(try brokers() != broker)
            #expect(try await next.stop() == 0)
            #expect(try brokers().isEmpty)
        }
    }

    @Test("A port already in use is an error that names the flags to change")
    func takenPort() async throws {
        try await TestBroker.with { broker in
            let result = try await RoostProcess.result(
                of: "run", "--listen", "\(broker.port)", "--data", "\(broker.directory)/data")
            #expect(result.status > 0)
            #expect(result.output.contains("port \(broker.port)"))
            #expect(result.output.contains("--listen"))
            #expect(result.output.contains("--broker mqtt://127.0.0.1:\(broker.port)"))
        }
    }

    /// Runs a gateway with an embedded broker.
    ///
    /// - Parameter body: Also gets a function that lists the broker's processes.
    private func withGateway(
        _ body: (RoostProcess, Client, () throws -> [pid_t]) async throws -> Void
    ) async throws {
        let directory = try temporaryDirectory()
        let port = try freePort()
        let brokers = { try processes(of: "mosquitto", naming: directory) }
        defer {
            for process in (try? brokers()) ?? [] { kill(process, SIGKILL) }
            try? run("rm", "-rf", directory)  // Any remains are in the system's /tmp.
        }
        let gateway = RoostProcess(
            ["run", "--listen", "\(port)", "--data", "\(directory)/data"],
            log: "\(directory)/roost.log")
        try gateway.start()
        defer { gateway.kill() }
        let client = try await Client("everybody", at: "mqtt://127.0.0.1:\(port)")
        defer { client.close() }
        do {
            try await client.wait(for: "roost/gateway/status") { $0 == "online" }
            try await body(gateway, client, brokers)
        } catch let error as TestFailure {
            throw TestFailure("\(error)\n\(gateway.log.suffix(3000))")
        }
    }
}

/// The running processes of `program` with `text` among their arguments.
private func processes(of program: String, naming text: String) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter {
        // A process that ends meanwhile has no arguments any more.
        let words = ((try? read("/proc/\($0)/cmdline")) ?? "").split(separator: "\0")
        return words.first?.hasSuffix(program) == true && words.contains { $0.contains(text) }
    }.sorted()
}
