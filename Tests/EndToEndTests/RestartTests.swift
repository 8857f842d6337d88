import MQTT
import RoostFormats
import TestBroker
import Testing

@Suite("Start and stop")
struct RestartTests {
    @Test("A restart keeps all states and causes no transitions or alerts")
    func nothingInvented() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "exact"])
            try await home.save(
                nil, "user/save", ["user": "bob", "beacons": ["mac:a4c138000002"]])
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            home.node("hall-1").hears("mac:a4c138000002")
            try await home.waitForItem("keys", "with_owner", "yes")
            try await home.client.wait(for: "roost/user/bob/presence") { $0["room"] == "hall" }
            try await home.waitForOccupancy(count: 2, items: 1)
            let before = try await home.keptStates()
            let history = try await home.history(of: "alice")

            for isGraceful in [true, false] {
                if isGraceful {
                    #expect(try await home.gateway.stop() == 0)
                } else {
                    home.gateway.kill()
                }
                try home.gateway.start()
                try await home.client.settle()
                try await home.client.wait(for: "roost/gateway/status") { $0 == "online" }
                let after = try await home.keptStates()
                #expect(Set(after.keys) == Set(before.keys))
                for (topic, state) in before where !topic.hasPrefix("roost/gateway/") {
                    #expect(after[topic] == state, "\(topic)")
                }
                #expect(try await home.history(of: "alice") == history)
            }
            for user in ["alice", "bob"] {
                #expect(home.transitions(of: user).isEmpty)
                #expect(home.alerts(user).isEmpty)
            }
        }
    }

    @Test("What waited for a deleted user is not the next one's of that name")
    func namesake() async throws {
        try await Home.with(settings: ["users: { auto_create: true }"]) { home in
            home.phone("carol").at(.home, .minutes(30))
            try await home.waitFor("carol", hand: "home")
            #expect(try await home.gateway.stop() == 0)
            // All of it comes in one batch.
            home.phone("carol").at(.street, .minutes(20))
            home.client.post(["user": "carol"], to: "roost/admin/request/user/delete")
            home.phone("carol").at(.home, .minutes(10))
            try await home.client.flush()
            try home.gateway.start()
            try await home.client.wait(for: "roost/admin/response/user/delete") {
                $0["status"] == "ok"
            }
            home.phone("carol").at(.home)
            try await home.waitFor("carol", hand: "home")
            let history = try await home.history(of: "carol")
            #expect(history.fixes.count == 1)
        }
    }

    @Test("What the broker retains of a deleted user or node brings neither back at a restart")
    func deleted() async throws {
        try await Home.with(settings: ["users: { auto_create: true }"]) { home in
            func ids(_ noun: String) async throws -> [JSON?] {
                let list = try await home.save(nil, "\(noun)/list", [:])["\(noun)s"]
                return list?.array?.map { $0[noun] } ?? []
            }
            home.phone("carol").at(.home, .minutes(1), retained: true)
            home.client.post(
                ["place": "home", "room": "hall"], to: "roost/node/attic-1/info", retained: true)
            try await home.waitFor("carol", hand: "home")
            #expect(try await ids("node").contains("attic-1"))
            try await home.save(nil, "user/delete", ["user": "carol"])
            try await home.save(nil, "node/delete", ["node": "attic-1"])
            #expect(try await home.gateway.stop() == 0)
            try home.gateway.start()
            try await home.client.wait(for: "roost/gateway/status") { $0 == "online" }
            #expect(try await ids("user") == ["alice", "bob"])
            #expect(try await ids("node") == ["hall-1", "kitchen-1"])

            home.phone("carol").at(.home)
            try await home.waitFor("carol", hand: "home")
            #expect(try await home.history(of: "carol").fixes.count == 1)
        }
    }

    @Test("An alert that the broker has is not sent again because the settings were read again")
    func reloaded() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            for minutes in [4.0, 3, 2] {
                home.phone("alice").at(Spot.home.north(3000), .minutes(minutes))
            }
            try await eventually("the alert") {
                home.alerts("alice", "left").isEmpty ? nil : ()
            }
            try write(
                "broker:\n  client_id: roost-gateway\nusers: { auto_create: true }\n",
                to: "\(home.broker.directory)/roost-gateway.yaml")
            try await home.roost("reload")
            home.gateway.kill()
            try home.gateway.start()
            try await home.client.settle()
            try await home.client.wait(for: "roost/gateway/status") { $0 == "online" }
            try await home.save("alice", "presence/get", [:])
            #expect(home.alerts("alice", "left").count == 1)
        }
    }

    @Test("The gateway publishes whether it is online, and stops cleanly")
    func status() async throws {
        try await Home.with(isFurnished: false) { home in
            let topic = "roost/gateway/status"
            let info = try await home.client.wait(for: "roost/gateway/info")
            #expect(info["version"]?.string != nil)
            #expect(info["dialects"]?.array?.contains("owntracks") == true)
            #expect(info["counts"]?["users"] == 0)
            try await home.client.ask(nil, "user/save", ["user": "alice"])
            try await home.client.wait(for: "roost/gateway/info") { $0["counts"]?["users"] == 1 }
            home.gateway.kill()
            try await home.client.wait(for: topic) { $0 == "offline" }
            try home.gateway.start()
            try await home.client.wait(for: topic) { $0 == "online" }
            #expect(try await home.gateway.stop() == 0)
            try await home.client.wait(for: topic) { $0 == "offline" }
        }
    }

    @Test("Messages sent while the gateway was away are processed when it is back")
    func away() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            #expect(try await home.gateway.stop() == 0)
            home.phone("alice").at(.street, .now, retained: true)
            try await home.client.flush()
            try home.gateway.start()
            try await home.waitFor("alice", hand: "travelling")
            try await home.client.settle()
            #expect(home.transitions(of: "alice") == ["leave home"])
            #expect(try await home.history(of: "alice").fixes.count == 2)
        }
    }

    @Test("All states are published again when Home Assistant comes up")
    func birth() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            try await home.client.settle()
            let topics = [
                "roost/user/alice/presence", "roost/gateway/status", "roost/gateway/info",
                "roost/gateway/health",
            ]
            func counts() -> [Int] {
                topics.map { topic in home.client.messages.count { $0.topic == topic } }
            }
            let before = counts()
            home.client.post(Array("online".utf8), to: "homeassistant/status")
            try await eventually("all of it once more") {
                zip(counts(), before).allSatisfy { $0 > $1 } ? () : nil
            }
        }
    }

    @Test("A fix of an unknown user is refused and counted, and the log says how to add them")
    func stranger() async throws {
        try await Home.with { home in
            home.phone("carol").at(.home)
            // A birth message makes the gateway publish its health at once.
            home.client.post(Array("online".utf8), to: "homeassistant/status")
            try await home.client.wait(for: "roost/gateway/health") {
                $0["refused"]?["unknown_user"] == 1
            }
            #expect(home.gateway.log.contains("roost user add carol"))
        }
    }

    @Test("A fix dated tomorrow does not move its user back at the next start")
    func tomorrow() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(-1440))
            try await home.waitFor("alice", hand: "home")
            home.phone("alice").at(.street)
            try await home.waitFor("alice", hand: "travelling")
            #expect(try await home.gateway.stop() == 0)
            try home.gateway.start()
            try await home.client.settle()
            #expect(home.presence(of: "alice")?["hand"] == "travelling")
            #expect(home.transitions(of: "alice") == ["leave home"])
        }
    }
}
