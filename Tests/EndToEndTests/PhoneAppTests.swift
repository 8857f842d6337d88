import RoostFormats
import TestBroker
import Testing

@Suite("OwnTracks apps as a second screen")
struct PhoneAppTests {
    /// A home, and the app of a user with the subscriptions that OwnTracks has.
    private static func with(
        appOf user: String, _ body: (Home, Client) async throws -> Void
    ) async throws {
        try await Home.with { home in
            let app = try await Client(
                "app", at: home.broker.url,
                listeningTo: [
                    "owntracks/+/+", "owntracks/+/+/event", "owntracks/+/+/info",
                    "owntracks/\(user)/phone/cmd",
                ])
            defer { app.close() }
            try await body(home, app)
        }
    }

    @Test("A friend who shares the position is on the map, with a name, until the share ends")
    func friends() async throws {
        try await Self.with(appOf: "bob") { home, app in
            let topic = "owntracks/roost-bob/alice"
            home.phone("alice").at(.home, .minutes(3))
            try await home.waitFor("alice", hand: "home")
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "exact"])
            let friend = try await app.wait(for: topic)
            #expect(friend["_type"] == "location" && friend["tid"] == "Al")
            #expect(friend["lat"] == JSON(Spot.home.latitude))
            #expect(friend["tst"]?.number?.integer != nil && friend["acc"] == 10)
            try await app.wait(for: "\(topic)/info") {
                $0["_type"] == "card" && $0["name"] == "Alice"
            }
            // She shares less: the app shows nobody without a position.
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "place"])
            try await app.waitForClearing(of: topic)
            try await app.waitForClearing(of: "\(topic)/info")
            try await home.save("alice", "share/save", ["viewer": "bob", "level": "exact"])
            try await app.wait(for: topic)
            try await home.save(nil, "user/delete", ["user": "alice"])
            try await app.waitForClearing(of: topic)
            try await app.waitForClearing(of: "\(topic)/info")
        }
    }

    @Test("An alert is a notification, in the words of the alert, from a sender with a name")
    func notices() async throws {
        try await Self.with(appOf: "alice") { home, app in
            try await home.giveAliceKeys()
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "with_owner", "yes")
            home.phone("alice").at(.street)
            home.node("kitchen-1").hears()
            let alert = try await home.client.wait(for: "roost/user/alice/alert") {
                $0["kind"] == "left_behind"
            }
            let topic = "owntracks/roost-alice/roost"
            let notice = try await app.wait(for: "\(topic)/event") {
                $0["desc"] == alert["text"]
            }
            #expect(notice["_type"] == "transition" && notice["event"] == "enter")
            #expect(notice["t"] != "b" && notice["tst"]?.number?.integer != nil)
            try await app.wait(for: "\(topic)/info") { $0["name"] == "Roost" }
            try await home.client.settle()
            let alerts = home.alerts("alice").map { $0["text"] }
            #expect(app.messages(on: "\(topic)/event").map { $0["desc"] } == alerts)
        }
    }

    @Test("A phone is given the places that it lacks, once, and gives them up with the place")
    func places() async throws {
        try await Self.with(appOf: "alice") { home, app in
            let topic = "owntracks/alice/phone/cmd"
            func regions() -> [JSON] {
                app.messages(on: topic).flatMap { $0["waypoints"]?["waypoints"]?.array ?? [] }
            }
            home.phone("alice").at(Spot.home.north(3000), .minutes(3))
            let command = try await app.wait(for: topic)
            #expect(command["_type"] == "cmd" && command["action"] == "setWaypoints")
            let given = try #require(regions().first)
            #expect(given["_type"] == "waypoint" && given["desc"] == "Home")
            #expect(given["rid"] == "home" && given["rad"] == 50)

            try await home.save(
                "alice", "place/save",
                Spot.home.north(3000).json.with("name", "Choir").with("radius", 80))
            try await eventually("the choir") { regions().count == 2 ? () : nil }
            #expect(regions().last?["rid"] == "choir")
            // The phone repeats what it has, and comes to the place.
            let mine = given.with("desc", "My flat").with("rad", 500)
            home.client.post(mine, to: "owntracks/alice/phone/waypoint")
            home.phone("alice").at(.home)
            try await home.waitFor("alice", hand: "home")
            let list = try await home.save("alice", "place/list", [:])
            #expect(list["places"]?.array?.map { $0["name"] } == ["Choir", "Home"])

            // Another run gives nothing twice.
            home.gateway.kill()
            try home.gateway.start()
            try await home.client.wait(for: "roost/gateway/status") { $0 == "online" }
            try await home.client.settle()
            #expect(regions().count == 2)
            try await home.save("alice", "place/delete", ["place": "choir"])
            try await eventually("the choir to go") { regions().count == 3 ? () : nil }
            #expect(regions().last?["rid"] == "choir" && regions().last?["lat"] == -1_000_000)
            #expect(regions().last?["tst"] == regions()[1]["tst"])
        }
    }

    @Test("A phone that never spoke is given nothing, and everything once it speaks")
    func silent() async throws {
        try await Self.with(appOf: "alice") { home, app in
            let topic = "owntracks/alice/phone/cmd"
            try await home.save(nil, "user/save", ["user": "alice", "devices": ["phone"]])
            try await home.client.settle()
            #expect(app.messages(on: topic).isEmpty)
            home.phone("alice").at(Spot.home.north(3000), .minutes(3))
            try await app.wait(for: topic) { $0["action"] == "setWaypoints" }
        }
    }

    @Test("A phone that contradicts what is heard is asked where it is, once")
    func question() async throws {
        try await Self.with(appOf: "alice") { home, app in
            try await home.save(
                nil, "user/save", ["user": "alice", "beacons": [JSON(Home.keys)]])
            home.phone("alice").at(Spot.home.north(3000), .minutes(20))
            home.phone("alice").at(.home, .minutes(10))
            try await home.waitFor("alice", hand: "home")
            home.node("kitchen-1").hears()
            try await home.client.wait(for: "roost/user/alice/presence") {
                $0["room"] == "kitchen"
            }
            for age in [20, 10, 0] as [Age] { home.phone("alice").at(.street, age) }
            home.node("kitchen-1").hears()
            try await app.wait(for: "owntracks/alice/phone/cmd") {
                $0["action"] == "reportLocation"
            }
            home.phone("alice").at(.street)
            home.node("kitchen-1").hears()
            try await home.client.settle()
            let questions = app.messages(on: "owntracks/alice/phone/cmd").filter {
                $0["action"] == "reportLocation"
            }
            #expect(questions.count == 1)
            #expect(home.presence(of: "alice")?["hand"] == "home")
        }
    }

    @Test("Whoever does not want it gets none, and what was there goes")
    func off() async throws {
        try await Self.with(appOf: "alice") { home, app in
            let card = "owntracks/roost-alice/roost/info"
            try await app.wait(for: card)
            try write(
                "broker: { client_id: roost-gateway }\nowntracks: { publish: false }\n",
                to: "\(home.broker.directory)/roost-gateway.yaml")
            let reloaded = try await home.save(nil, "gateway/reload", [:])
            #expect(reloaded["changed"] == ["owntracks.publish"])
            try await app.waitForClearing(of: card)
            home.phone("alice").at(.home, .minutes(3))
            try await home.waitFor("alice", hand: "home")
            try await home.client.settle()
            #expect(app.messages(on: "owntracks/alice/phone/cmd").isEmpty)
        }
    }
}
