import RoostFormats
import TestBroker
import Testing

@Suite("Contact sensors")
struct DoorTests {
    private static let topic = "zigbee2mqtt/front_door"

    private func isOpen(_ home: Home, at node: JSON = "hall-1") async throws -> JSON? {
        let nodes = try await home.save(nil, "node/list", [:])["nodes"]?.array
        return nodes?.first { $0["node"] == node }?["door_open"]
    }

    @Test("What the broker retains of a door is known to each of its nodes, and after a reload")
    func shared() async throws {
        try await Home.with { home in
            home.client.post(["contact": false], to: Self.topic, retained: true)
            try await home.client.flush()
            try await home.roost("node", "save", "hall-1", "--door", Self.topic)
            try await eventually("the door's state") {
                try await isOpen(home) == true ? () : nil
            }
            try await home.roost("node", "save", "kitchen-1", "--door", Self.topic)
            #expect(try await isOpen(home, at: "kitchen-1") == true)
            try write(
                "users: { auto_create: true }\n",
                to: "\(home.broker.directory)/roost-gateway.yaml")
            #expect(try await home.roost("reload").hasPrefix("changed: users.auto_create"))
            for node: JSON in ["hall-1", "kitchen-1"] {
                try await eventually("the door's state") {
                    try await isOpen(home, at: node) == true ? () : nil
                }
            }
        }
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
