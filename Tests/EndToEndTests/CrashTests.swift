import MQTT
import RoostFormats
import SeededRandom
import TestBroker
import Testing

@Suite("Crashes under load")
struct CrashTests {
    @Test("Nothing is lost, doubled or invented however often the gateway is killed")
    func gatewayKilled() async throws {
        let kills = RoostProcess.isFull ? 100 : 10
        try await Home.with { home in
            let walk = try await Walk(home, stops: RoostProcess.isFull ? 400 : 80, seed: 4)
            try await walk.during {
                var random = SeededRandom(seed: 5)
                for _ in 0..<kills {
                    // Not a wait for anything: a random moment for the crash.
                    try await Task.sleep(
                        for: .milliseconds(Int.random(in: 20...1200, using: &random)))
                    home.gateway.kill()
                    try home.gateway.start()
                }
            }
            try await walk.check()
            print("\(kills) kills among \(walk.sent) fixes")
        }
    }

    @Test("Nothing is lost however often the broker restarts")
    func brokerRestarted() async throws {
        let restarts = RoostProcess.isFull ? 10 : 3
        try await Home.with { home in
            let walk = try await Walk(home, stops: RoostProcess.isFull ? 200 : 60, seed: 6)
            try await walk.during {
                for _ in 0..<restarts {
                    let sent = walk.sent
                    try await eventually("more load") { walk.sent > sent + 30 ? () : nil }
                    home.broker.stop()
                    try await eventually("load without a broker") {
                        walk.sent > sent + 45 ? () : nil
                    }
                    try home.broker.start()
                }
            }
            try await walk.check()
            print("\(restarts) restarts of the broker among \(walk.sent) fixes")
        }
    }

    @Test("A request that is delivered again after a crash undoes nothing that was done since")
    func redelivered() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            let deletion: JSON = ["item": "keys", "id": "d1"]
            let request = "roost/user/alice/request/item/delete"
            let response = "roost/user/alice/response/item/delete"
            home.gateway.kill()
            home.client.post(deletion, to: request)
            try await home.client.flush()
            try home.gateway.start()
            try await home.client.wait(for: response) { $0["status"] == "ok" }
            try await home.giveAliceKeys()
            try await home.client.settle()
            home.gateway.kill()
            try home.gateway.start()
            // As by a broker that last saved its queue before.
            home.client.post(deletion, to: request)
            try await eventually("the same answer again") {
                home.client.messages(on: response).count == 2 ? () : nil
            }
            #expect(Set(home.client.messages(on: response).map(\.text)).count == 1)
            let items = try await home.save("alice", "item/list", [:])["items"]?.array
            #expect(items?.map { $0["item"] } == ["keys"])
            // Another request is done.
            try await home.save("alice", "item/delete", ["item": "keys", "id": "d2"])
        }
    }

    @Test("All states are published again to a broker that lost its data")
    func brokerForgot() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "place"])
            home.phone("alice").at(.home, .minutes(1))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            try await home.waitForOccupancy(count: 1, items: 1)
            let before = try await home.keptStates()
            #expect(before.keys.contains("roost/user/bob/friends/alice"))

            home.broker.stop()
            try home.broker.forget()
            try home.broker.start()
            let observer = try await Client("afterwards", at: home.broker.url)
            defer { observer.close() }
            try await observer.wait(for: "roost/gateway/status") { $0 == "online" }
            // A node that says nothing is soon doubted after the broker's start.
            home.node("kitchen-1").hears()
            try await home.client.settle()
            let after = try await home.keptStates()
            #expect(Set(after.keys) == Set(before.keys))
            for (topic, state) in before where !topic.hasPrefix("roost/gateway/") {
                // On a busy machine the second hearing comes so late that it shows an interval.
                let now = after[topic]?.with("interval", .null)
                #expect(now == state.with("interval", .null), "\(topic)")
            }
        }
    }
}

extension Walk {
    /// Compares the history and the alerts with the published fixes.
    func check() async throws {
        let client = home.client
        try await client.settle()
        let history = try await home.history(of: "alice", limit: 500)
        #expect(Self.times(of: history).sorted() == expectedTimes)
        let steps = history.transitions.filter { $0["subject"] == "user" }.map(Home.step)
        #expect(steps == expectedSteps)
        #expect(Set(home.transitions(of: "alice")) == Set(expectedSteps))

        let told = Self.ids(of: home.alerts("alice"))
        #expect(Set(told.keys) == expectedAlerts)
        for (alert, ids) in told { #expect(ids.count == 1, "\(alert) had \(ids)") }
        #expect(Set(Self.ids(of: history.alerts).keys) == expectedAlerts)
        let friend = Self.ids(of: home.alerts("bob"))
        #expect(friend.count == expectedSteps.count)
        for (alert, ids) in friend { #expect(ids.count == 1, "\(alert) had \(ids)") }
    }
}

extension Home {
    /// What a new subscriber finds at the broker, without members that only show its age.
    func keptStates() async throws -> [String: JSON] {
        let newcomer = try await Client("newcomer-\(Int.random(in: 0..<1_000_000))", at: broker.url)
        defer { newcomer.close() }
        var states: [String: JSON] = [:]
        for message in newcomer.messages where message.isRetained {
            guard message.topic.hasPrefix("roost/"), !message.topic.contains("/node/") else {
                continue
            }
            let state = newcomer.state(of: message.topic) ?? .null
            states[message.topic] =
                state.object == nil
                ? state : state.without(["confidence", "updated", "last_seen", "distance"])
        }
        return states
    }
}
