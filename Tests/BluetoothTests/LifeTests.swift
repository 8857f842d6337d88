import Testing
import VirtualController

extension BluetoothTests {
    @Suite("Life cycle", .serialized, .machine)
    struct LifeTests {
        @Test("An edge node that was killed scans again when it starts", arguments: Method.allCases)
        func edgeIsKilled(method: Method) async throws {
            try await Scene.with(method, .extended) { scene in
                try await scene.hear()
                try await scene.edge.kill()
                try await scene.edge.wait(for: "offline")
                try await scene.edge.start()
                try await scene.edge.wait(for: "online")
                try await scene.adapter.wait(forScan: true)
                try await scene.hear()
            }
        }

        @Test("An edge node that crashes repeatedly still scans")
        func edgeCrashesOften() async throws {
            // The kernel keeps 32 monitors, and those of a dead program too.
            try await Scene.with(.management, .extended) { scene in
                for _ in 0..<34 {
                    let scans = scene.adapter.scans
                    try await scene.edge.kill()
                    try await scene.edge.start()
                    try await scene.adapter.wait(forScanAfter: scans)
                }
                try await scene.edge.wait(for: "online")
                try await scene.hear()
            }
        }

        @Test("An edge node that may not manage adapters commands the controller directly")
        func edgeFallsBack() async throws {
            try await Scene.with(.automatic, .extended) { scene in try await scene.hear() }
        }

        @Test("An edge node that ends leaves no scan behind", arguments: Method.allCases)
        func edgeEnds(method: Method) async throws {
            try await Scene.with(method, .extended) { scene in
                try await scene.hear()
                try await scene.edge.stop()
                try await scene.edge.wait(for: "offline")
                try await scene.adapter.wait(forScan: false)
                try await scene.edge.start()
                try await scene.adapter.wait(forScan: true)
            }
        }
    }
}
