import RoostFormats
import TestBroker
import Testing

/// Writes fail because the size of the gateway's files is limited.
@Suite("A disk that takes nothing")
struct FullDiskTests {
    @Test("Failing writes are reported until one succeeds, and the gateway goes on by itself")
    func store() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.client.post(
                ["id": "keys_alice"], to: "espresense/settings/\(Home.keys)/config", retained: true)
            home.hearKeys(in: "kitchen")
            try await home.waitForItem("keys", "room", "kitchen")

            try home.limitFiles(to: "0")
            home.hearKeys(in: "hall")
            let problem = try await home.client.wait(for: "roost/gateway/health") {
                $0["problems"]?["store"] != nil
            }
            #expect(problem["status"] == "degraded")
            #expect(home.item("keys")?["room"] == "kitchen", "nothing is told that is not kept")

            try home.limitFiles(to: "unlimited")
            // The name is known again although the engine is a new one.
            try await eventually("the keys in the hall") {
                home.hearKeys(in: "hall")
                return home.item("keys")?["room"] == "hall" ? () : nil
            }
            let health = try await home.client.wait(for: "roost/gateway/health") {
                $0["problems"]?["store"] == nil
            }
            #expect(health["status"] == "ok" && health["reconnects"] == 0)
        }
    }

    @Test("What could not be stored is delivered again, and lost neither then nor later")
    func fixes() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            try home.limitFiles(to: "0")
            home.phone("alice").at(.street)
            try await home.client.wait(for: "roost/gateway/status") { $0 == "offline" }
            #expect(home.presence(of: "alice")?["hand"] == "home")
            // Each connection ends with the fix that cannot be kept, but is used to say so.
            try await home.client.wait(for: "roost/gateway/health") {
                $0["problems"]?["store"] != nil
            }
            let asked = try await RoostProcess.result(
                of: ["note", "save", "milk", "--user", "alice", "--broker", home.broker.url])
            #expect(asked.status == 1)
            #expect(asked.output.contains("the last batch could not be written"), "\(asked.output)")
            try home.limitFiles(to: "unlimited")
            try await home.waitFor("alice", hand: "travelling")
            #expect(try await home.history(of: "alice").fixes.count == 2)
        }
    }
}

extension Home {
    /// ESPresense hears the keys under the name that it gives them; the message may be lost.
    fileprivate func hearKeys(in room: String) {
        client.post(
            ["id": "keys_alice", "rssi": -50], to: "espresense/devices/keys_alice/\(room)", qos: 0)
    }

    /// Lets the gateway write files of any size, or none at all.
    fileprivate func limitFiles(to size: String) throws {
        guard let id = gateway.id else { throw TestFailure("the gateway does not run") }
        try run("prlimit", "--pid", "\(id)", "--fsize=\(size):")
    }
}
