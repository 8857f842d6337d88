import RoostFormats
import TestBroker
import Testing

@Suite("Contact sensors")
struct DoorTests {
    private static let topic = "zigbee2mqtt/front_door"

    private func isOpen(_ home: Home) async throws -> JSON? {
        let nodes = try await home.save(nil, "node/list", [:])["nodes"]?.array
        return nodes?.first { $0["node"] == "hall-1" }?["door_open"]
    }

    @Test("A node's door sensor can be set, changed and removed while the gateway runs")
    func told() async throws {
        try await Home.with { home in
            #expect(try await isOpen(home) == nil)
            home.client.post(["contact": true], to: Self.topic, retained: true)
            try await home.client.flush()
            try await home.roost("node", "save", "hall-1", "--door", Self.topic)
            // The broker retained it, and delivers it to new subscribers.
            try await eventually("the door's state") {
                try await isOpen(home) == false ? () : nil
            }
            home.client.post(["contact": false], to: Self.topic)
            try await home.client.settle()
            #expect(try await isOpen(home) == true)
            let list = try await home.roost("node", "list")
            #expect(list.contains("open"))

            try await home.roost("node", "save", "hall-1", "--door", "esphome/door/state")
            home.client.post(Array("OFF".utf8), to: "esphome/door/state")
            home.client.post(["contact": false], to: Self.topic)
            try await home.client.settle()
            #expect(try await isOpen(home) == false)

            try await home.roost("node", "save", "hall-1", "--door", "")
            #expect(try await isOpen(home) == nil)
        }
    }
}
