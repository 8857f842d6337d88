import RoostFormats
import TestBroker
import Testing

@Suite("Home Assistant")
struct DiscoveryTests {
    private static func with(_ body: (Home, Client) async throws -> Void) async throws {
        try await Home.with { home in
            let assistant = try await Client(
                "assistant", at: home.broker.url, listeningTo: ["homeassistant/#"])
            defer { assistant.close() }
            try await body(home, assistant)
        }
    }

    @Test("Users and items are devices there, whose entities read topics that exist")
    func devices() async throws {
        try await Self.with { home, assistant in
            try await home.giveAliceKeys()
            home.phone("alice").at(.home, .minutes(10))
            home.node("kitchen-1").hears()
            try await home.waitForItem("keys", "room", "kitchen")
            try await home.client.settle()
            try await assistant.settle()
            for device in ["roost_alice", "roost_bob", "roostitem_keys"] {
                let config = try await assistant.wait(
                    for: "homeassistant/device/\(device)/config")
                #expect(config["device"]?["identifiers"] == [.string(device)])
                #expect(config["origin"]?["name"] == "Roost")
                let topics = config["availability"]?.array?.map { $0["topic"]?.string }
                #expect(topics == ["roost/gateway/status"])
                for entity in config["components"]?.object?.members ?? [] {
                    #expect(entity.value["unique_id"] == .string("\(device)_\(entity.name)"))
                    if entity.value["platform"] == "device_tracker" {
                        // The gateway's restart is nobody's coming.
                        let watched = entity.value["availability"]?.array?.map { $0["topic"] }
                        #expect(watched == [entity.value["json_attributes_topic"]])
                    }
                    // bob has no phone, and so no position; an event is not retained.
                    let isSilent =
                        entity.value["platform"] == "event"
                        || device == "roost_bob" && entity.name == "position"
                    for source in ["state", "json_attributes"] {
                        guard let topic = entity.value["\(source)_topic"]?.string else { continue }
                        let state = home.client.state(of: topic) ?? assistant.state(of: topic)
                        #expect(isSilent || state != nil, "\(topic)")
                        let template =
                            source == "state" ? "value_template" : "json_attributes_template"
                        let text = entity.value[template]?.string ?? ""
                        for use in text.matches(of: /value_json\.([a-z_]+)/) {
                            #expect(state == nil || state?[String(use.1)] != nil, "\(use.0)")
                        }
                    }
                }
            }
        }
    }

    @Test("A user's tracker has the name of a place for its state, and home by its own word")
    func trackerState() async throws {
        try await Self.with { home, assistant in
            let topic = "homeassistant/device_tracker/roost_alice/state"
            let bobs = "homeassistant/device_tracker/roost_bob/state"
            let (cafe, shed) = (Spot.home.north(5000), Spot.home.north(20))
            try await home.save(nil, "place/save", cafe.json.with("name", "Café"))
            // What lies in the home is home.
            try await home.save(
                nil, "place/save", shed.json.with("name", "Shed").with("radius", 20))
            try await assistant.wait(for: topic) { $0 == "None" }
            home.phone("alice").stands(at: shed)
            try await home.client.wait(for: "roost/user/alice/presence") { $0["place"] == "shed" }
            try await assistant.wait(for: topic) { $0 == "home" }
            home.phone("alice").at(.street)
            try await assistant.wait(for: topic) { $0 == "not_home" }
            home.phone("bob").stands(at: cafe)
            try await assistant.wait(for: bobs) { $0 == "Café" }
            // His own home is not the household's.
            let flat = cafe.json.with("name", "Home").with("place", "flat").with("radius", 20)
            try await home.save("bob", "place/save", flat)
            try await assistant.wait(for: bobs) { $0 == "other" }
            try await home.save("bob", "place/delete", ["place": "flat"])
            try await assistant.wait(for: bobs) { $0 == "Café" }
            // Home Assistant would take this name for a state of its own.
            try await home.save(nil, "place/save", ["place": "cafe", "name": "Unknown"])
            try await assistant.wait(for: bobs) { $0 == "other" }
            try await home.save(nil, "user/delete", ["user": "alice"])
            try await assistant.waitForClearing(of: topic)
        }
    }

    @Test("A device is renamed and removed with what it shows, and comes again with the broker")
    func changes() async throws {
        try await Self.with { home, assistant in
            try await home.giveAliceKeys()
            let topic = "homeassistant/device/roostitem_keys/config"
            try await assistant.wait(for: topic)
            try await home.save("alice", "item/save", ["item": "keys", "name": "Spare keys"])
            try await assistant.wait(for: topic) { $0["device"]?["name"] == "Spare keys" }
            let count = assistant.messages(on: topic).count
            assistant.post(Array("online".utf8), to: "homeassistant/status")
            try await eventually("the devices to be told again") {
                assistant.messages(on: topic).count > count ? () : nil
            }
            try await home.save("alice", "item/delete", ["item": "keys"])
            try await assistant.waitForClearing(of: topic)
            try await home.save(nil, "user/delete", ["user": "alice"])
            try await assistant.waitForClearing(of: "homeassistant/device/roost_alice/config")
        }
    }

    @Test("Whoever does not want it gets none, and what was there goes")
    func off() async throws {
        try await Self.with { home, assistant in
            let topics = [
                "homeassistant/device/roost_alice/config",
                "homeassistant/device_tracker/roost_alice/state",
            ]
            for topic in topics { try await assistant.wait(for: topic) }
            #expect(try await home.gateway.stop() == 0)
            let quiet = try Home.gateway(
                at: home.broker, settings: ["homeassistant: { discovery: false }"])
            try quiet.start()
            defer { quiet.kill() }
            for topic in topics { try await assistant.waitForClearing(of: topic) }
        }
    }
}
