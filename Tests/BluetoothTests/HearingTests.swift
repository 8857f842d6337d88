import RoostFormats
import Testing
import VirtualController

/// What `roost-edge` hears on a real kernel, and publishes to a real broker.
///
/// Each case ends by comparing what it published with what the controller told the kernel. Each suite
/// within has a machine of its own, so that they need not wait for each other.
@Suite(
    "Bluetooth on a real kernel", .timeLimit(.minutes(3)),
    .enabled(if: Machine.isWanted, "make test-ble runs these"))
struct BluetoothTests {}

extension BluetoothTests {
    @Suite("Hearing", .serialized, .machine)
    struct HearingTests {
        @Test(
            "Every advert is published, whichever commands the controller understands",
            arguments: Method.allCases,
            VirtualController.Kind.allCases)
        func hears(method: Method, kind: VirtualController.Kind) async throws {
            try await Scene.with(method, kind) { scene in
                let beacon = scene.beacon(rssi: -63)
                try await withThrowingTaskGroup { group in
                    group.addTask { try await scene.hear(beacon, count: 50) }
                    // A busy room: 500 a second.
                    group.addTask { try await scene.hear(count: 500, milliseconds: 2) }
                    // A controller that has much to tell of does it by twos.
                    group.addTask { try await scene.hear(together: 2) }
                    try await group.waitForAll()
                }
                let sighting = try #require(try scene.edge.sightings(of: beacon.id).first)
                #expect(sighting["rssi"] == -63)
                #expect(sighting["tx_power"] == -59)
            }
        }

        @Test("A malformed advert does not affect others", arguments: Method.allCases)
        func survivesMalformedAdverts(method: Method) async throws {
            try await Scene.with(method, .extended) { scene in
                // A structure that says it is longer than what is left.
                try await scene.hear(scene.beacon(rest: [9, 0x09]), count: 5)
                let unknown = scene.beacon(rssi: 127)
                try await scene.hear(unknown, count: 5)
                let sighting = try #require(try scene.edge.sightings(of: unknown.id).first)
                #expect(sighting["rssi"] == .null)
                try await scene.hear()
            }
        }

        @Test("Long adverts are published, and fragmented ones once", arguments: Method.allCases)
        func hearsLongAdverts(method: Method) async throws {
            try await Scene.with(method, .extended) { scene in
                let name = [UInt8(100), 0x09] + Array(repeating: UInt8(ascii: "r"), count: 99)
                try await scene.hear(scene.beacon(rest: name), count: 10)
                // Linux 6.1 drops all pieces but the last before the management socket sees them.
                guard method == .raw else { return }
                try await scene.hear(scene.beacon(rest: name + name + name), count: 10)
            }
        }

        @Test("Adverts heard by two adapters are published by one node", arguments: Method.allCases)
        func hearsWithTwoAdapters(method: Method) async throws {
            try await Scene.with(method, .legacy, .extended, adapter: "all") { scene in
                let beacon = scene.beacon()
                for adapter in scene.adapters { try await scene.hear(beacon, by: adapter) }
            }
        }
    }
}
