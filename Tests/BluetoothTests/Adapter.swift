import TestBroker
import VirtualController

/// An adapter of the guest, with a virtual controller behind it.
struct Adapter {
    let machine: Machine
    /// What the kernel calls it, such as `hci0`.
    let device: String
    private let name: String

    static func plug(_ kind: VirtualController.Kind, into machine: Machine) async throws -> Adapter
    {
        let number = machine.number()
        let name = "adapter\(number)"
        let mark = machine.controllers.lines.count
        try machine.controllers.send(
            "plug \(name) \(kind.rawValue) 00:00:5E:00:53:\(hex([UInt8(number % 256)]))")
        let device = try await machine.controllers.wait(for: "\(name) to be made", after: mark) {
            line in
            line.wholeMatch(of: /plugged (\S+) (\S+)/).flatMap { $0.1 == name ? String($0.2) : nil }
        }
        return Adapter(machine: machine, device: device, name: name)
    }

    func unplug() async throws {
        let mark = machine.controllers.lines.count
        try machine.controllers.send("unplug \(name)")
        try await machine.controllers.wait(for: "\(name) to be gone", after: mark) {
            $0 == "unplugged \(name)" ? () : nil
        }
    }

    /// How often the kernel has begun to scan so far.
    var scans: Int { machine.controllers.lines.count { $0 == "scan \(name) on" } }

    /// How often the kernel has ended a scan so far.
    var ends: Int { machine.controllers.lines.count { $0 == "scan \(name) off" } }

    /// Whether the kernel scans now.
    var isScanning: Bool {
        machine.controllers.lines.last { $0.hasPrefix("scan \(name) ") } == "scan \(name) on"
    }

    /// Waits until the kernel scans, or no longer does.
    func wait(forScan isOn: Bool) async throws {
        try await eventually(
            "the scan of \(name) to be \(isOn ? "on" : "off")", within: .seconds(60)
        ) {
            isScanning == isOn ? () : nil
        }
    }

    /// Waits until the kernel scans, and began to more than `count` times.
    func wait(forScanAfter count: Int) async throws {
        try await eventually("\(name) to scan again", within: .seconds(60)) {
            scans > count && isScanning ? () : nil
        }
    }

    /// Lets `beacon` be heard, and waits until it has said all it has to say.
    ///
    /// - Returns: of how many adverts the controller could tell the kernel.
    func hear(
        _ beacon: Beacon, count: Int, milliseconds: Int = 20, together: Int = 1
    ) async throws -> Int {
        let tag = "broadcast\(machine.number())"
        let mark = machine.controllers.lines.count
        try machine.controllers.send(
            """
            advertise \(name) \(tag) random \(beacon.address) \(beacon.rssi) \(hex(beacon.data)) \
            \(count) \(milliseconds) \(together)
            """)
        return try await machine.controllers.wait(for: "\(tag) to end", after: mark) { line in
            line.wholeMatch(of: /sent (\S+) (\d+) \d+/).flatMap { $0.1 == tag ? Int($0.2) : nil }
        }
    }
}
