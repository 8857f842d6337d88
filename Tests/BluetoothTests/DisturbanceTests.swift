import TestBroker
import Testing
import VirtualController

extension BluetoothTests {
    /// What becomes of an adapter; after each, adverts flow again.
    @Suite("Disturbances", .serialized, .machine)
    struct DisturbanceTests {
        @Test("Scanning resumes after the adapter goes down and up", arguments: Method.allCases)
        func adapterGoesDown(method: Method) async throws {
            try await Scene.with(method, .extended) { scene in
                try await scene.hear()
                let scans = scene.adapter.scans
                let device = scene.adapter.device
                try await scene.machine.run("hciconfig \(device) down && hciconfig \(device) up")
                try await scene.adapter.wait(forScanAfter: scans)
                try await scene.hear()
            }
        }

        @Test(
            "Scanning follows adapters that come late, are pulled out, and are replaced",
            arguments: Method.allCases)
        func adaptersComeAndGo(method: Method) async throws {
            try await Scene.with(method) { scene in
                try await scene.plug(.extended)
                try await scene.adapter.wait(forScan: true)
                try await scene.edge.wait(for: "online")
                try await scene.hear()
                try await scene.unplug()
                try await scene.edge.wait(for: "deaf")
                try await scene.plug(.legacy)
                try await scene.adapter.wait(forScan: true)
                try await scene.edge.wait(for: "online")
                try await scene.hear()
            }
        }
    }
}
