import RoostFormats
import TestBroker
import Testing

@Suite("Reading the settings again")
struct ReloadTests {
    @Test("Changed settings count at once, and everything else is as before")
    func reload() async throws {
        try await Home.with { home in
            let file = "\(home.broker.directory)/roost-gateway.yaml"
            let before = "broker:\n  client_id: roost-gateway\n"
            try await home.giveAliceKeys()
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            // A stranger is not let in, until strangers are.
            home.phone("carol").at(.home, .minutes(9))
            try await home.client.settle()
            #expect(home.presence(of: "carol") == nil)
            // That the page is off is usual.
            let settings =
                "users: { auto_create: true }\nweb: { address: 'off' }\nlog: { level: error }\n"
            try write(before + settings, to: file)
            let said = try await home.roost("reload")
            #expect(said == "changed: users.auto_create\nafter a restart: log.level\n")
            home.phone("carol").at(.home, .minutes(5))
            try await home.waitFor("carol", hand: "home")

            #expect(home.presence(of: "alice")?["hand"] == "home")
            #expect(home.item("keys")?["with_owner"] == "yes")
            #expect(home.transitions(of: "alice").isEmpty && home.alerts("alice").isEmpty)
            home.client.post(Array("online".utf8), to: "roost/node/hall-1/status")
            try await home.client.settle()
            #expect(try await home.roost("reload").hasPrefix("nothing changed\n"))
        }
    }

    @Test("New users have the clock of the gateway's machine, or of the settings")
    func timezone() async throws {
        try await Home.with(
            settings: ["users: { auto_create: true }"], environment: ["TZ=Asia/Tokyo"]
        ) { home in
            let file = "\(home.broker.directory)/roost-gateway.yaml"
            func zones() async throws -> [String: String] {
                let users = try await home.save(nil, "user/list", [:])["users"]?.array ?? []
                return Dictionary(
                    uniqueKeysWithValues: users.compactMap { user in
                        user["user"]?.string.map { ($0, user["timezone"]?.string ?? "") }
                    })
            }
            home.phone("carol").at(.home, .minutes(5))
            try await home.waitFor("carol", hand: "home")
            try await home.save(nil, "user/save", ["user": "bob", "timezone": "Europe/Vienna"])
            #expect(
                try await zones()
                    == ["alice": "Asia/Tokyo", "bob": "Europe/Vienna", "carol": "Asia/Tokyo"])
            // What Tokyo's clock shows.
            let answer = try await home.save(
                "carol", "reminder/save", ["facts": ["math"], "at": "2099-01-01T09:00"])
            #expect(answer["next"] == "2099-01-01T00:00:00.000Z")

            try write("users: { auto_create: true, timezone: America/Lima }\n", to: file)
            #expect(try await home.roost("reload").hasPrefix("changed: users.timezone\n"))
            try await home.save(nil, "household/import", ["users": [["user": "dan"]]])
            #expect(try await zones()["dan"] == "America/Lima")
            #expect(try await zones()["alice"] == "Asia/Tokyo")
            try await home.save("alice", "settings/save", ["timezone": .null])
            #expect(try await zones()["alice"] == "America/Lima")
        }
    }

    @Test("A mistake in the file is named, and everything stays as it was")
    func mistake() async throws {
        try await Home.with { home in
            try write(
                "belief: { room_certainty: 7 }\n",
                to: "\(home.broker.directory)/roost-gateway.yaml")
            let answer = try await home.client.ask(nil, "gateway/reload")
            #expect(answer.errorCode == "bad_request")
            #expect(answer.errorField == "belief.room_certainty")
            home.phone("alice").at(.home, .minutes(1))
            try await home.waitFor("alice", hand: "home")
        }
    }

    @Test("A key of encrypted messages that was added is used")
    func newKey() async throws {
        try await Home.with(secrets: "bob: other\n") { home in
            try write("bob: other\nalice: s3cret\n", to: "\(home.broker.directory)/keys.yaml")
            let reloaded = try await home.save(nil, "gateway/reload", [:])
            #expect(reloaded["changed"] == ["owntracks.secrets_file"])
            #expect(reloaded["after_restart"] == [])
            let again = try await home.save(nil, "gateway/reload", [:])
            #expect(again["changed"] == [])
        }
    }
}
