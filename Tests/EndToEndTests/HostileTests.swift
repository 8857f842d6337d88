import RoostFormats
import SeededRandom
import TestBroker
import Testing

@Suite("Hostile messages")
struct HostileTests {
    @Test("Hostile messages change nothing and are counted by reason")
    func hostile() async throws {
        try await Home.with(secrets: "alice: s3cr3t\n") { home in
            try await home.giveAliceKeys()
            home.phone("alice").at(.home, .minutes(1))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            // The first ones allocate buffers that stay.
            var random = SeededRandom(seed: 7)
            try await home.receive(100, &random)
            let household = try await home.save(nil, "household/export", [:])
            let fixes = try await home.history(of: "alice").fixes.count
            let memory = try home.gateway.residentMegabytes

            try await home.receive(RoostProcess.isFull ? 10_000 : 1000, &random)
            #expect(try await home.save(nil, "household/export", [:]) == household)
            #expect(try await home.history(of: "alice").fixes.count == fixes)
            #expect(home.presence(of: "alice")?["hand"] == "home")
            let growth = try home.gateway.residentMegabytes - memory
            print("memory grew by \(growth) MB from \(memory) MB")
            // Less than a third of what only the large ones would take in the long form.
            #expect(growth < 40)

            home.phone("alice").at(.street)
            try await home.waitFor("alice", hand: "travelling")
            // A new connection reports health at once.
            home.broker.stop()
            try home.broker.start()
            let health = try await home.client.wait(for: "roost/gateway/health") {
                $0["reconnects"] == 1
            }
            let reasons = Set(health["refused"]?.object?.members.map(\.name) ?? [])
            #expect(
                reasons.isSuperset(of: [
                    "too_large", "too_deep", "malformed_json", "out_of_range", "wrong_type",
                    "wrong_user", "no_fix", "invalid_utf8", "missing_field", "undecryptable",
                ]), "\(reasons)")
            #expect(health["status"] == "ok", "\(health.text)")
        }
    }
}

extension Home {
    /// Sends bad messages, and waits until the gateway has handled them.
    fileprivate func receive(_ count: Int, _ random: inout SeededRandom) async throws {
        for number in 0..<count {
            let topic = HostileMessage.topics.randomElement(using: &random) ?? ""
            client.post(HostileMessage.payload(number, for: topic, &random), to: topic)
            if number % 100 == 99 { try await client.flush() }
        }
        try await client.settle()
    }
}
