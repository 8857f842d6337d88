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
            for device in ["roost_alice", "roost_bob", "roostitem_keys"] {
                let config = try await assistant.wait(
                    for: "homeassistant/device/\(device)/config")
                #expect(config["device"]?["identifiers"] == [.string(device)])
                #expect(config["origin"]?["name"] == "Roost")
                let topics = config["availability"]?.array?.map { $0["topic"]?.string }
                #expect(topics == ["roost/gateway/status"])
                for entity in config["components"]?.object?.members ?? [] {
                    #expect(entity.value["unique_id"] == .string("\(device)_\(entity.name)"))
                    let topic = entity.value["state_topic"] ?? entity.value["json_attributes_topic"]
                    let isEvent = entity.value["platform"] == "event"
                    // bob has no phone, and so no position.
                    let isTold = isEvent || device == "roost_bob" && entity.name == "position"
                    let name = try #require(topic?.string, "\(device) \(entity.name)")
                    let state = home.client.state(of: name)
                    #expect(isTold || state != nil, "\(name)")
                    let template =
                        entity.value["value_template"] ?? entity.value["json_attributes_template"]
                    for use in (template?.string ?? "").matches(of: /value_json\.([a-z_]+)/) {
                        #expect(state == nil || state?[String(use.1)] != nil, "\(use.0)")
                    }
                }
            }
            // A tracker by its state's text would end with Home Assistant 2027.1.
            let alice = assistant.state(of: "homeassistant/device/roost_alice/config")
            let trackers = alice?["components"]?.object?.members.map(\.value)
                .filter { $0["platform"] == "device_tracker" }
            #expect(trackers?.count == 2)
            #expect(trackers?.allSatisfy { $0["state_topic"] == nil } == true)
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
            let topic = "homeassistant/device/roost_alice/config"
            try await assistant.wait(for: topic)
            #expect(try await home.gateway.stop() == 0)
            let quiet = try Home.gateway(
                at: home.broker, settings: ["homeassistant: { discovery: false }"])
            try quiet.start()
            defer { quiet.kill() }
            try await assistant.waitForClearing(of: topic)
        }
    }
}
