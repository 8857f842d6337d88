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
            try write("\(before)users: { auto_create: true }\nweb: { address: 'off' }\n", to: file)
            let said = try await home.roost("reload")
            #expect(said == "changed: users.auto_create\nafter a restart: web.address\n")
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
