import Foundation
import MQTT
import RoostFormats
import TestBroker
import Testing

@Suite("Sharing with friends")
struct SharingTests {
    private static let topic = "roost/user/bob/friends/alice"

    @Test("A friend with a place share sees the place, but never coordinates or rooms")
    func neverCoordinates() async throws {
        try await Home.with { home in
            let bob = try await Client(
                "bob", at: home.broker.url, listeningTo: ["roost/user/bob/#"])
            defer { bob.close() }
            try await home.giveAliceKeys()
            try await home.save(
                "alice", "share/save", ["viewer": "bob", "level": "place"])
            try await home.save("bob", "friend/save", ["friend": "alice", "order": 1])
            home.phone("alice").at(.home, .minutes(30))
            home.node("kitchen-1").hears()
            try await bob.wait(for: Self.topic) { $0["hand"] == "home" && $0["place"] == "home" }
            // Long enough ago that she can be back by now.
            for step in 0..<4 {
                home.phone("alice").at(
                    .home.north(290 + 10 * Double(step)), .minutes(25 - 0.1 * Double(step)))
            }
            home.node("kitchen-1").hears()
            try await bob.wait(for: Self.topic) { $0["hand"] == "travelling" }
            try await home.save("bob", "friend/list", [:])
            try await home.save("bob", "share/list", [:])
            try await home.save("bob", "presence/why", [:])
            try await home.save("bob", "history/query", [:])
            home.phone("alice").at(.home)
            try await bob.wait(for: Self.topic) { $0["hand"] == "home" }
            try await home.client.settle()
            try await bob.publish([], to: "settled/bob")

            let said = bob.messages.filter { $0.topic.hasPrefix("roost/user/bob/") }
            #expect(said.contains { $0.topic.hasSuffix("/alert") })
            for message in said {
                let text = String(decoding: message.payload, as: UTF8.self)
                for secret in ["\"lat\"", "\"lon\"", "geo:", "15.6543", "kitchen"] {
                    #expect(!text.contains(secret), "\(message.topic): \(text)")
                }
            }
        }
    }

    @Test("The broker keeps a position no longer than its share, also while no gateway runs")
    func expiry() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            let end = try await home.shareUntilShown(for: 15, on: Self.topic)
            home.gateway.kill()
            try #require(try await home.keptStates()[Self.topic] != nil)
            try await eventually("\(Self.topic) to be forgotten") {
                try await home.keptStates()[Self.topic] == nil ? () : nil
            }
            #expect(Date() >= end - 1)
        }
    }

    @Test("A friend sees what the share's level allows, and nothing once it is deleted")
    func levels() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "exact"])
            try await home.client.wait(for: Self.topic) {
                $0.has("lat") && $0["place"] == "home"
            }
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "presence"])
            let coarse = try await home.client.wait(for: Self.topic) { $0["level"] == "presence" }
            #expect(!coarse.has("lat"))
            #expect(!coarse.has("place"))
            #expect(coarse["hand"] == "home")
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "place"])
            let place = try await home.client.wait(for: Self.topic) { $0["level"] == "place" }
            #expect(!place.has("lat"))
            #expect(place["place"] == "home")
            let deleted = ContinuousClock.now
            try await home.save("alice", "share/delete", ["viewer": "bob"])
            try await home.client.waitForClearing(of: Self.topic)
            print("an ended share is cleared after \(ContinuousClock.now - deleted)")
        }
    }

    @Test("A broker that crashes and has an ended share again is cleared again")
    func crashedBroker() async throws {
        try await Home.with { home in
            let bob = try await Client("bob", at: home.broker.url, listeningTo: [Self.topic])
            defer { bob.close() }
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "exact"])
            home.phone("alice").at(.home)
            let exact = try await bob.wait(for: Self.topic) { $0["lat"] != nil }
            try await home.save("alice", "share/delete", ["viewer": "bob"])
            try await bob.waitForClearing(of: Self.topic)
            try await home.client.settle()

            // As if the broker had not written the end to disk before the power failed.
            home.gateway.kill()
            home.client.post(exact, to: Self.topic, retained: true)
            try await bob.wait(for: Self.topic) { $0["lat"] != nil }
            try home.gateway.start()
            try await bob.waitForClearing(of: Self.topic)
        }
    }

    @Test("The command shows a share's hours and end, and can change or remove each")
    func command() async throws {
        try await Home.with { home in
            func share(_ words: String...) async throws -> String {
                let command = ["share", "save", "--user", "alice", "bob"] + words
                return try await RoostProcess.result(
                    of: command + ["--broker", home.broker.url]
                ).output
            }
            func listed() async throws -> [String] {
                try await home.roost("share", "list", "--user", "alice").split(separator: "\n")
                    .dropFirst().first?.split(separator: " ").map(String.init) ?? []
            }
            let new = try await share("--level", "place", "--hours", "08:00-17:00")
            #expect(new.hasPrefix("bob sees alice: place, 08:00-17:00"))
            #expect(try await listed() == ["alice", "bob", "place", "–", "08:00-17:00"])
            let ending = try await share("--hours", "", "--until", "2099-12-24T18:00:00Z")
            #expect(ending.hasPrefix("bob sees alice: place, until 2099-12-2"))
            _ = try await share("--until", "", "--level", "exact")
            #expect(try await listed() == ["alice", "bob", "exact", "–", "–"])
        }
    }

    @Test("A share ends at its set time, even while the gateway is away")
    func until() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            try await home.shareUntilShown(for: 3, on: Self.topic)
            try await home.client.waitForClearing(of: Self.topic)

            let end = try await home.shareUntilShown(for: 3, on: Self.topic)
            home.gateway.kill()
            try await eventually("the end of the share") { Date() > end ? () : nil }
            try home.gateway.start()
            try await home.client.waitForClearing(of: Self.topic)
        }
    }

    @Test("A share deleted and saved again in quick succession is still cleared at its end")
    func hurry() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            for round in 1...20 {
                home.client.post(
                    ["viewer": "bob", "level": "place"], to: "roost/user/alice/request/share/save")
                // Not a wait for anything: with this gap the two may share a commit, or not.
                try await Task.sleep(for: .microseconds(500 * round))
                home.client.post(["viewer": "bob"], to: "roost/user/alice/request/share/delete")
                try await Task.sleep(for: .microseconds(300 * round))
            }
            try await home.client.settle()
            let end = try await home.shareUntilShown(for: 4, on: Self.topic)
            home.gateway.kill()
            try await eventually("the end of the share") { Date() > end ? () : nil }
            try home.gateway.start()
            try await home.client.waitForClearing(of: Self.topic)
        }
    }

    @Test("A place's occupancy names only users who share with everyone")
    func occupancy() async throws {
        try await Home.with { home in
            let topic = "roost/place/home/occupancy"
            home.phone("alice").at(.home)
            try await home.client.wait(for: topic) { $0["count"] == 1 && $0["users"] == [] }
            try await home.save("alice", "share/save", ["viewer": "everyone", "level": "place"])
            try await home.client.wait(for: topic) { $0["users"] == ["alice"] }
            try await home.save("alice", "share/delete", ["viewer": "everyone"])
            try await home.client.wait(for: topic) { $0["users"] == [] }
        }
    }

    @Test("A friend without news for an hour is shown as stale")
    func stale() async throws {
        try await Home.with { home in
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "place"])
            home.phone("alice").at(.home, Age(3590))
            try await home.client.wait(for: Self.topic) {
                $0["stale"] == true && $0["place"] == "home"
            }
            let told = home.client.messages(on: Self.topic).filter { $0["place"] == "home" }
            #expect(told.first?["stale"] == false)
        }
    }

    @Test("A deleted user's retained topics are cleared")
    func deletedUser() async throws {
        try await Home.with { home in
            try await home.giveAliceKeys()
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "exact"])
            home.phone("alice").at(.home)
            home.node("kitchen-1").hears()
            try await home.client.wait(for: Self.topic) { $0["hand"] == "home" }
            try await home.save(nil, "user/delete", ["user": "alice"])
            for topic in [
                Self.topic, "roost/user/alice/presence", "roost/user/alice/location",
                "roost/user/alice/item/keys", "roost/item/keys/state",
            ] {
                try await home.client.waitForClearing(of: topic)
            }
            try await home.client.wait(for: "roost/place/home/occupancy") { $0["count"] == 0 }
        }
    }
}

extension Home {
    /// Alice shares her position with bob for some seconds; he was shown it, but perhaps no longer.
    ///
    /// - Returns: When the share ends.
    @discardableResult
    fileprivate func shareUntilShown(for seconds: Double, on topic: String) async throws -> Date {
        let before = client.messages(on: topic).count
        let end = Date() + seconds
        let until = JSON(end.timeIntervalSince1970)
        try await save(
            "alice", "share/save", ["viewer": "bob", "level": "place", "until": until])
        try await eventually("something more on \(topic)") {
            client.messages(on: topic).dropFirst(before).contains { $0["hand"] == "home" }
                ? () : nil
        }
        return end
    }
}
