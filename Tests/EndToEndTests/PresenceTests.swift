import CSodium
import Foundation
import RoostFormats
import TestBroker
import Testing

@Suite("Presence by phones")
struct PresenceTests {
    @Test("A fix inside a place puts the user there, and one far outside makes them travelling")
    func arrival() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            let presence = try #require(home.presence(of: "alice"))
            #expect(presence["place"] == "home")
            #expect(presence["name"] == "Alice")
            #expect(presence["source"] == ["gps"])

            let sent = ContinuousClock.now
            home.phone("alice").at(.street)
            try await home.waitFor("alice", hand: "travelling")
            print("a fix is in the presence after \(ContinuousClock.now - sent)")
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            try await home.client.settle()
            #expect(home.transitions(of: "alice") == ["leave home", "enter home"])
            #expect(try await home.history(of: "alice").steps == ["leave home", "enter home"])
            let location = home.client.state(of: "roost/user/alice/location")
            #expect(location?["lat"] == JSON(Spot.home.latitude))
            #expect(location?["accuracy"] == 10)
        }
    }

    @Test("A ping of OwnTracks renews the age of the presence, and not of the position")
    func ping() async throws {
        try await Home.with { home in
            let taken = Age.minutes(20).time
            let phone = home.phone("alice")
            home.client.post(Phone.location(.home, time: taken), to: phone.topic)
            try await home.waitFor("alice", hand: "home")
            let before = home.presence(of: "alice")?["updated"]
            let location = home.client.state(of: "roost/user/alice/location")?["time"]
            #expect(location == before)
            let ping = Phone.location(.home, time: taken).with("t", "p")
                .with("created_at", JSON(Age.now.time)).with("batt", 12)
            home.client.post(ping, to: phone.topic)
            let after = try await home.client.wait(for: "roost/user/alice/presence") {
                $0["battery"] == 12
            }
            #expect(after["hand"] == "home" && after["updated"] != before)
            #expect(home.client.state(of: "roost/user/alice/location")?["time"] == location)
        }
    }

    @Test("An encrypted location counts like a plain one, unless its key is wrong")
    func encrypted() async throws {
        try await Home.with(secrets: "alice/phone: s3cr3t\nbob: other\n") { home in
            let plain = Phone.location(.home, time: Age.now.time).jsonBytes
            home.client.post(try seal(plain, "s3cr3t"), to: "owntracks/alice/phone")
            try await home.waitFor("alice", hand: "home")
            home.client.post(try seal(plain, "s3cr3t"), to: "owntracks/bob/phone")
            try await home.client.settle()
            #expect(home.presence(of: "bob")?["hand"] == "unknown")
            #expect(try await home.history(of: "bob").fixes.isEmpty)
        }
    }

    private func seal(_ plain: [UInt8], _ secret: String) throws -> JSON {
        try #require(sodium_init() >= 0)
        let nonce = (0..<24).map { UInt8($0) }
        let key = Array(secret.utf8) + Array(repeating: 0, count: 32 - secret.utf8.count)
        var box = [UInt8](repeating: 0, count: plain.count + 16)
        crypto_secretbox_easy(&box, plain, UInt64(plain.count), nonce, key)
        return ["_type": "encrypted", "data": JSON(Data(nonce + box).base64EncodedString())]
    }

    @Test("A retained location goes into the history without causing transitions")
    func retained() async throws {
        try await Home.with { home in
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            #expect(try await home.gateway.stop() == 0)
            try await home.client.wait(for: "roost/gateway/status") { $0 == "offline" }
            home.phone("alice").at(.street, .minutes(5), retained: true)
            try await home.client.flush()

            // A new session: nothing was queued for it, only retained.
            let gateway = try Home.gateway(at: home.broker, name: "another")
            for _ in 1...2 {
                try gateway.start()
                defer { gateway.kill() }
                // A new session gets no messages from before.
                try await home.client.wait(for: "roost/gateway/status") { $0 == "online" }
                try await home.client.settle()
                #expect(try await home.history(of: "alice").fixes.count == 2)
                #expect(home.presence(of: "alice")?["hand"] == "home")
                #expect(try await home.history(of: "alice").steps == [])
                // The second start finds the location both in the history and at the broker.
                #expect(try await gateway.stop() == 0)
                try await home.client.wait(for: "roost/gateway/status") { $0 == "offline" }
            }
        }
    }
}
