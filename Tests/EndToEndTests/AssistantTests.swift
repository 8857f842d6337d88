import Foundation
import RoostCore
import RoostFormats
import TestBroker
import Testing

/// By a real Home Assistant; see `Assistant.program`.
@Suite("A real Home Assistant", .serialized, .enabled(if: Assistant.program != nil))
struct AssistantTests {
    /// The house of the tests with a person, a zone, and what says aloud what was forgotten.
    private static let configuration = """
        homeassistant:
          name: Villa
          latitude: \(Spot.home.latitude)
          longitude: \(Spot.home.longitude)
          unit_system: metric
        person:
          - { id: alice, name: Alice, device_trackers: [device_tracker.alice] }
        zone:
          - name: Office
            latitude: \(Spot.home.north(5000).latitude)
            longitude: \(Spot.home.longitude)
            radius: 100
        mqtt_statestream:
          base_topic: states
          include: { domains: [binary_sensor] }
        automation:
          - alias: Forgotten
            mode: queued
            triggers:
              - trigger: mqtt
                topic: roost/user/alice/alert
                value_template: "{{ value_json.kind }}"
                payload: left_behind
            actions:
              - action: mqtt.publish
                data:
                  topic: said/forgotten
                  payload: "{{ trigger.payload_json.text | tojson }}"
          - alias: Due
            triggers:
              - trigger: state
                entity_id: event.alice_reminder
                not_from: unavailable
                not_to: unavailable
            actions:
              - action: mqtt.publish
                data:
                  topic: said/reminder
                  payload: "{{ trigger.to_state.attributes.title | tojson }}"
          - alias: Nobody is left
            triggers:
              - { trigger: state, entity_id: person.alice, to: not_home }
            conditions:
              - "{{ states('zone.home') == '0' }}"
            actions:
              - action: mqtt.publish
                data: { topic: said/empty, payload: "{{ trigger.to_state.state | tojson }}" }
          - alias: Welcome
            triggers:
              - { trigger: state, entity_id: person.alice, from: not_home, to: home }
            actions:
              - action: mqtt.publish
                data: { topic: said/welcome, payload: "{{ trigger.to_state.state | tojson }}" }
          - alias: Comings and goings
            triggers:
              - { trigger: zone, entity_id: person.alice, zone: zone.home, event: leave }
              - { trigger: zone, entity_id: person.alice, zone: zone.home, event: enter }
            actions:
              - action: mqtt.publish
                data: { topic: said/zone, payload: "{{ trigger.event | tojson }}" }

        """

    private static func with(
        _ body: (Home, Assistant, Client) async throws -> Void
    ) async throws {
        try await Home.with { home in
            let said = try await Client("ear", at: home.broker.url, listeningTo: ["said/#"])
            defer { said.close() }
            try await Assistant.with(configuration, at: home.broker) { assistant in
                try await body(home, assistant, said)
            }
        }
    }

    @Test("Shows who is where, counts them in zones, and says once what was forgotten")
    func leaving() async throws {
        try await Self.with { home, assistant, said in
            try await home.comeHomeWithThings()
            try await assistant.wait(
                for: "device_tracker.alice", "home", ["in_zones": ["zone.home"]])
            try await assistant.wait(for: "person.alice", "home")
            try await assistant.wait(for: "zone.home", "1")
            try await assistant.wait(for: "sensor.keys_room", "Kitchen")
            try await assistant.wait(for: "device_tracker.keys", "home")
            try await assistant.wait(for: "sensor.alice_battery", "71")
            // Of whom nothing is known, nobody knows that they are away.
            try await assistant.wait(for: "device_tracker.bob", "unavailable")

            // A restart of the gateway is nobody's coming.
            try await home.restart(seenBy: assistant)
            try await assistant.wait(for: "person.alice", "home")
            #expect(said.messages(on: "said/zone") == ["enter"])

            home.phone("alice").at(.street)
            try await assistant.wait(for: "sensor.alice_hand", "travelling")
            home.kitchenHearsThings()
            try await assistant.wait(for: "device_tracker.alice", "not_home", ["in_zones": []])
            try await assistant.wait(for: "person.alice", "not_home")
            try await assistant.wait(for: "zone.home", "0")
            try await assistant.wait(for: "sensor.keys_with_owner", "no")
            try await assistant.wait(
                for: "event.alice_alert", nil, ["event_type": "left_behind", "room": "kitchen"])
            try await said.wait(for: "said/forgotten") {
                $0 == "You left Home; Wallet stayed in Kitchen, Home."
            }
            try await said.wait(for: "said/empty") { $0 == "not_home" }
            try await said.wait(for: "said/zone") { $0 == "leave" }

            try await home.save(
                "alice", "note/save", ["note": "bins", "text": "Put out the bins", "place": "home"])
            let soon = try #require(
                Timestamp(secondsSinceEpoch: Date.now.timeIntervalSince1970 + 5))
            try await home.save(
                "alice", "reminder/save", ["note": "bins", "at": .string(soon.rfc3339)])
            try await said.wait(for: "said/reminder") { $0 == "Put out the bins" }

            try await home.restart(seenBy: assistant)
            try await assistant.wait(for: "person.alice", "not_home")
            home.phone("alice").stands(at: .home)
            try await assistant.wait(for: "person.alice", "home")
            try await assistant.wait(for: "zone.home", "1")
            try await said.wait(for: "said/zone") { $0 == "enter" }
            #expect(said.messages(on: "said/zone") == ["enter", "leave", "enter"])
            #expect(said.messages(on: "said/empty").count == 1)

            // At a restart of its own, Home Assistant may think that somebody came.
            try await assistant.stop()
            try await assistant.start()
            try await assistant.wait(for: "person.alice", "home")
            try await assistant.wait(for: "sensor.keys_room", "Kitchen")
            #expect(
                said.messages(on: "said/forgotten") == [
                    "You left Home; Keys stayed in Kitchen, Home.",
                    "You left Home; Wallet stayed in Kitchen, Home.",
                ])
            #expect(said.messages(on: "said/reminder").count == 1)
            #expect(said.messages(on: "said/welcome") == ["home"])
            #expect(assistant.complaints.isEmpty, "\(assistant.complaints)")
        }
    }

    @Test("Places are zones by name or id, and those around them too; users and things go")
    func places() async throws {
        try await Self.with { home, assistant, _ in
            try await home.comeHomeWithThings()
            try await assistant.wait(for: "device_tracker.keys", "home")
            let work = Spot.home.north(5000)
            let office = work.json.with("place", "work").with("name", "Office").with("radius", 200)
            try await home.save(nil, "place/save", office)
            let desk = work.north(60).json.with("name", "Canteen").with("radius", 30)
            try await home.save(nil, "place/save", desk)
            let shed = Spot.home.north(-20).json.with("name", "Shed").with("radius", 20)
            try await home.save(nil, "place/save", shed)

            home.phone("bob").stands(at: work.north(-80))
            try await assistant.wait(
                for: "device_tracker.bob", "Office", ["in_zones": ["zone.office"]])
            // His own home is not that of the household.
            let flat = work.north(-80).json.with("name", "Home").with("radius", 20)
            try await home.save("bob", "place/save", flat.with("place", "flat"))
            try await assistant.wait(
                for: "device_tracker.bob", "other", ["in_zones": ["zone.office"]])
            home.phone("alice").stands(at: work.north(60))
            try await assistant.wait(for: "person.alice", "Canteen", ["in_zones": ["zone.office"]])
            try await assistant.wait(for: "zone.office", "1")
            home.phone("alice").stands(at: Spot.home.north(-20))
            try await assistant.wait(for: "sensor.alice_place", "Shed")
            try await assistant.wait(for: "person.alice", "home", ["in_zones": ["zone.home"]])
            try await home.save("alice", "item/delete", ["item": "keys"])
            try await assistant.waitForNone("device_tracker.keys")
            try await home.save(nil, "user/delete", ["user": "bob"])
            try await assistant.waitForNone("device_tracker.bob")
            #expect(assistant.complaints.isEmpty, "\(assistant.complaints)")
        }
    }

    @Test("The doors that it knows of are read from its state stream")
    func doors() async throws {
        try await Self.with { home, assistant, _ in
            try await home.roost(
                "node", "save", "hall-1", "--door", "states/binary_sensor/front_door/state")
            for (state, isOpen) in [("on", true), ("off", false), ("on", true)] {
                try await assistant.set("binary_sensor.front_door", to: state)
                try await eventually("the door to be \(state)") {
                    let nodes = try await home.save(nil, "node/list", [:])["nodes"]?.array
                    let hall = nodes?.first { $0["node"] == "hall-1" }
                    return hall?["door_open"] == .bool(isOpen) ? () : Void?.none
                }
            }
        }
    }
}

extension Home {
    private static let wallet = "ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:8"

    /// Alice is at home, with keys and a wallet in the kitchen.
    fileprivate func comeHomeWithThings() async throws {
        try await giveAliceKeys()
        try await save("alice", "item/save", ["name": "Wallet", "beacon": JSON(Self.wallet)])
        phone("alice").at(.home, .minutes(10))
        kitchenHearsThings()
    }

    fileprivate func restart(seenBy assistant: Assistant) async throws {
        guard try await gateway.stop() == 0 else { throw TestFailure("the gateway failed") }
        try await assistant.wait(for: "sensor.keys_room", "unavailable")
        try gateway.start()
        try await assistant.wait(for: "sensor.keys_room", "Kitchen")
    }

    fileprivate func kitchenHearsThings() {
        for thing in [Self.keys, Self.wallet] { node("kitchen-1").hears(thing) }
    }
}
