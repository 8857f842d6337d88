import TestBroker
import Testing
import VirtualController

extension BluetoothTests {
    /// What other programs on its machine do; after each, adverts flow again.
    @Suite("Beside other programs", .serialized, .machine)
    struct OtherProgramTests {
        @Test(
            "Scanning resumes after bluetoothd starts and after it ends", arguments: Method.allCases
        )
        func bluetoothdStarts(method: Method) async throws {
            try await Scene.with(method, .extended) { scene in
                try await scene.hear()
                let scans = scene.adapter.scans
                try await Bluetoothd.with(scene.machine) {
                    try await scene.adapter.wait(forScanAfter: scans)
                    try await scene.hear()
                }
                // It switches the adapters off as it leaves; the edge waits a while, and helps itself.
                try await scene.edge.wait(for: "deaf")
                try await scene.adapter.wait(forScan: true)
                try await scene.hear()
                try await scene.edge.wait(for: "online")
            }
        }

        @Test(
            "Scanning resumes during and after another program's discovery",
            arguments: Method.allCases)
        func anotherDiscovers(method: Method) async throws {
            try await Scene.with(method, .extended) { scene in
                try await scene.hear()
                let scans = scene.adapter.scans
                // It would end with its input, so it gets one without end.
                try await scene.machine.run("[ -e /tmp/silence ] || mkfifo /tmp/silence")
                try await scene.machine.run(
                    """
                    btmgmt --index \(scene.adapter.device) find -l \
                    <>/tmp/silence >/dev/console 2>&1 &
                    """)
                // It stops the edge's scan and begins its own, of another kind.
                try await scene.adapter.wait(forScanAfter: scans)
                try await scene.hear()
                try await scene.machine.run(
                    "kill $!; btmgmt --index \(scene.adapter.device) stop-find -l <>/tmp/silence")
                try await scene.adapter.wait(forScanAfter: scans + 1)
                try await scene.hear()
            }
        }
    }
}

/// The daemon that desktops run beside the edge, on a bus of its own.
enum Bluetoothd {
    static func with(_ machine: Machine, _ body: () async throws -> Void) async throws {
        try await machine.run(
            "dbus-daemon --system --nofork --nopidfile >/dev/console 2>&1 & bus=$!")
        try await machine.run("until [ -S /run/dbus/system_bus_socket ]; do usleep 20000; done")
        try await machine.run("/usr/libexec/bluetoothd -n >/dev/console 2>&1 & daemon=$!")
        let result: Result<Void, any Error>
        do {
            try await body()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await machine.run("kill $daemon $bus; wait $daemon; wait $bus; rm -f /run/dbus/*; true")
        try result.get()
    }
}
