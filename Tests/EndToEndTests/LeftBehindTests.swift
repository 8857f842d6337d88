import RoostFormats
import TestBroker
import Testing

@Suite("Things left behind")
struct LeftBehindTests {
    @Test("Keys heard at home while their owner's phone leaves cause one alert with evidence")
    func leftBehind() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")

            try await home.leave(hearingKeys: true)
            let alert = try #require(home.alerts("alice", "left_behind").first)
            #expect(alert["item"] == "keys")
            #expect(alert["place"] == "home")
            #expect(alert["room"] == "kitchen")
            #expect(alert["severity"] == "critical")
            let evidence = try #require(alert["evidence"]?.array)
            #expect(evidence.contains { $0["room"] == "kitchen" && $0["node"] == "kitchen-1" })
            #expect(home.item("keys")?["with_owner"] == "no")

            home.phone("alice").stands(at: .home)
            try await home.waitForItem("keys", "with_owner", "yes")
            home.node("kitchen-1").hears()
            try await home.client.settle()
            #expect(home.alerts("alice", "left_behind").count == 1)
            // The item did not move: only its owner came and went.
            #expect(home.transitions(of: "alice") == ["leave home", "enter home"])
        }
    }

    @Test("Leaving again at once without the keys causes no second alert")
    func leftAgain() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            try await home.leave(hearingKeys: true)
            home.phone("alice").stands(at: .home)
            try await home.waitForItem("keys", "with_owner", "yes")
            home.phone("alice").at(.street)
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "no")
            try await home.client.settle()
            #expect(home.alerts("alice", "left_behind").count == 1)
        }
    }

    @Test("Keys watched only at work cause no alert when left at home")
    func watch() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            try await home.save(
                "alice", "place/save",
                Spot.home.north(5000).json.with("name", "Work").with("kind", "work"))
            try await home.save("alice", "item/save", ["item": "keys", "watch": ["work"]])
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            home.phone("alice").at(.street)
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "no")
            try await home.client.settle()
            #expect(home.alerts("alice", "left_behind").isEmpty)
        }
    }

    @Test("An alert kind that is switched off is not sent")
    func muted() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            try await home.save(
                "alice", "settings/save", ["alerts": ["left_behind": false, "left": false]])
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            home.phone("alice").at(.street)
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "no")
            try await home.client.settle()
            #expect(home.alerts("alice").isEmpty)
        }
    }
}

extension Home {
    /// Alice's phone goes down the street, while the kitchen still hears her keys.
    func leave(hearingKeys: Bool) async throws {
        phone("alice").at(.street)
        try await waitFor("alice", hand: "travelling")
        if hearingKeys { node("kitchen-1").hears() }
        try await eventually("an alert about the keys") {
            alerts("alice", "left_behind").isEmpty ? nil : ()
        }
        try await client.settle()
        #expect(alerts("alice", "left_behind").count == 1)
    }
}
