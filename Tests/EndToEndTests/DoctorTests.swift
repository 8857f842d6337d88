import RoostFormats
import TestBroker
import Testing

@Suite("roost doctor")
struct DoctorTests {
    private static func doctor(
        _ words: String..., at broker: TestBroker
    ) async throws -> (status: Int32, output: String) {
        try await RoostProcess.result(
            of: ["doctor", "--broker", broker.url, "--data", "\(broker.directory)/data"] + words)
    }

    @Test("A household is looked through, and only what does not work is a failure")
    func household() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(1))
            home.node("kitchen-1").hears()
            home.node("hall-1").hears()
            try await home.waitFor("alice", hand: "home")
            try await home.roost("node", "save", "hall-1", "--exit")
            // Of a user whom nobody created.
            home.phone("carol").at(.home, .minutes(1))
            try await home.client.settle()
            let (status, output) = try await Self.doctor(at: home.broker)
            #expect(status == 0, "\(output)")
            for line in [
                "ok       data      \(home.broker.directory)/data is sound",
                "ok       broker    \(home.broker.url), the answer came within",
                "1 refused as unknown_user, the last one", "ago on owntracks/carol/phone",
                "roost user add NAME lets the user in", "ok       nodes     all 2 well",
                "warning  people    neither phone nor beacon, so nothing can be known: bob",
            ] {
                #expect(output.contains(line), "\(line) is not in \(output)")
            }

            home.node("hall-1").status("offline")
            try await home.client.settle()
            let gone = try await Self.doctor("--json", at: home.broker)
            #expect(gone.status == 1)
            let report = try JSON(Array(gone.output.utf8))
            #expect(report["errors"] == 1)
            let errors = report["findings"]?.array?.filter { $0["level"] == "error" }
            #expect(errors?.first?["part"] == "nodes")
            #expect(errors?.first?["text"]?.string?.hasPrefix("gone: hall-1 (for ") == true)
            #expect(errors?.first?["advice"]?.string?.contains("power") == true)
        }
    }

    @Test("The advice for a thing without a beacon is a command that the gateway takes")
    func advice() async throws {
        try await Home.with { home in
            home.node("kitchen-1").hears()
            try await home.save("alice", "item/save", ["item": "bag", "name": "Bag"])
            let (_, output) = try await Self.doctor("--json", at: home.broker)
            let advice = try JSON(Array(output.utf8))["findings"]?.array?
                .compactMap { $0["advice"]?.string }.first { $0.hasPrefix("roost item enrol") }
            let words = try #require(advice).prefix { $0 != "," }.split(separator: " ").dropFirst()
                .map { ["NAME": "alice", "ITEM": "bag"][$0] ?? String($0) }
            // So short that only the gateway refuses it.
            let answer = try await RoostProcess.result(
                of: words + ["--seconds", "1", "--broker", home.broker.url])
            #expect(answer.output.contains("seconds must be 5 to 300"), "\(answer.output)")
        }
    }

    @Test("A gateway that answers is no program that took its port, wherever its data are")
    func elsewhere() async throws {
        try await Home.with { home in
            let file = "\(home.broker.directory)/other.yaml"
            try write("broker: { listen: \(home.broker.port) }\n", to: file)
            let (status, output) = try await RoostProcess.result(
                of: ["doctor", "--config", file],
                environment: ["HOME=\(home.broker.directory)", "XDG_STATE_HOME="])
            #expect(status == 0, "\(output)")
            #expect(output.contains("warning  data      nothing is kept in"))
            #expect(output.contains("ok       broker    \(home.broker.url), the answer came"))
        }
    }

    @Test("Without a gateway, it tells what keeps one from being there")
    func nobody() async throws {
        try await TestBroker.with { broker in
            let silent = try await Self.doctor(at: broker)
            #expect(silent.status == 1)
            #expect(silent.output.contains("error    gateway   no answer from a gateway at"))
            #expect(silent.output.contains("is `roost run` running"))
            #expect(silent.output.contains("warning  data      nothing is kept in"))

            let file = "\(broker.directory)/roost.yaml"
            try write("broker: { listen: \(broker.port) }\n", to: file)
            let embedded = ["doctor", "--config", file, "--data", "\(broker.directory)/other"]
            let taken = try await RoostProcess.result(of: embedded)
            #expect(taken.status == 1)
            #expect(taken.output.contains("port \(broker.port) on 127.0.0.1 is taken"))
            #expect(taken.output.contains("error    gateway   no gateway with a broker of its own"))

            try write("broker: { password_file: /nowhere, username: roost }\n", to: file)
            let secret = try await RoostProcess.result(
                of: ["doctor", "--config", file, "--broker", broker.url, "--json"])
            #expect(secret.status == 1)
            let report = try JSON(Array(secret.output.utf8))
            #expect(report["errors"] == 1)
            #expect(report["findings"]?.array?.last?["part"] == "settings")

            try write("broker: { listening: 1 }\n", to: file)
            let mistaken = try await RoostProcess.result(of: embedded)
            #expect(mistaken.status == 1)
            #expect(mistaken.output.hasPrefix("error    settings  broker.listening: there is no"))
        }
    }
}
