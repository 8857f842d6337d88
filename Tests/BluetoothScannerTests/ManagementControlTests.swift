// swift-format-ignore-file: NeverForceUnwrap

import Testing

@testable import BluetoothScanner

/// The kernel's side of the management socket, as far as it answers commands.
private struct Kernel {
    var control: ManagementControl
    var now = ContinuousClock.now
    var present: [UInt16]
    var settings: UInt32 = 0x200
    var monitors: [UInt16] = []
    var nextMonitor: UInt16 = 1
    /// What is answered to a command instead of success.
    var statuses: [UInt16: UInt8] = [:]
    /// Bits of what the controller filters itself.
    var features: UInt32 = 0
    /// Adapters that are no more, and that a switch for all radios keeps off.
    var gone: Set<UInt16> = []
    var blocked: Set<UInt16> = []
    private(set) var sent: [ManagementPacket] = []

    init(
        _ options: ScannerOptions = ScannerOptions(), adapters: [UInt16] = [0],
        leftovers: [UInt16: UInt16] = [:]
    ) {
        control = ManagementControl(options, leftovers: leftovers)
        present = adapters
    }

    mutating func start() { handle(control.start()) }

    mutating func event(_ code: UInt16, _ adapter: UInt16, _ parameters: [UInt8] = []) {
        handle(
            control.receive(
                .init(code: code, adapter: adapter, parameters: parameters), at: now))
    }

    mutating func pass(_ duration: Duration) {
        now += duration
        handle(control.tick(at: now))
    }

    /// Somebody switches the adapter off.
    mutating func turnOff() {
        settings &= ~1
        event(0x0006, 0, [0, 2, 0, 0])
    }

    mutating func rearm(_ adapter: UInt16) { handle(control.rearm(adapter, at: now)) }

    private mutating func handle(_ packets: [ManagementPacket]) {
        for packet in packets {
            sent.append(packet)
            guard let answer = answer(packet) else { continue }
            var status = statuses[packet.code] ?? 0
            if gone.contains(packet.adapter) { status = 0x11 }
            if blocked.contains(packet.adapter), packet.code == 0x0005 { status = 0x12 }
            event(
                0x0001, packet.adapter,
                packet.code.littleEndianBytes + [status] + (status == 0 ? answer : []))
        }
    }

    /// `nil` for silence.
    private mutating func answer(_ packet: ManagementPacket) -> [UInt8]? {
        switch packet.code {
        case 0x0003:
            return UInt16(present.count).littleEndianBytes + present.flatMap(\.littleEndianBytes)
        case 0x0004:
            let settings = (0..<4).map { UInt8(truncatingIfNeeded: self.settings >> (8 * $0)) }
            return [0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 9, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
                + settings + [UInt8](repeating: 0, count: 263)
        case 0x0005:
            // The kernel tells everybody else of the new settings (0x0006), not who changed them.
            settings |= 1
            return [1, 2, 0, 0]
        case 0x000d:
            settings |= 0x200
            return [0, 2, 0, 0]
        case 0x0051:
            return (0..<4).map { UInt8(truncatingIfNeeded: features >> (8 * $0)) }
                + [0, 0, 0, 0, 32, 0, 16]
                + UInt16(monitors.count).littleEndianBytes + monitors.flatMap(\.littleEndianBytes)
        case 0x0052:
            defer { nextMonitor += 1 }
            monitors.append(nextMonitor)
            return nextMonitor.littleEndianBytes
        case 0x0053:
            monitors.removeAll { $0.littleEndianBytes == packet.parameters }
            return packet.parameters
        default: return []
        }
    }
}

@Suite("Scanning through the kernel's management interface")
struct ManagementControlTests {
    private static let scanning = AdapterState.scanning(by: .management)

    @Test("An adapter that is off is switched on and given a monitor")
    func starts() {
        var kernel = Kernel()
        kernel.start()
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
        #expect(kernel.control.adapters[0]?.address == "11:22:33:44:55:66")
        #expect(kernel.control.monitors == [0: 1])
        #expect(kernel.sent.map(\.code) == [0x03, 0x04, 0x05, 0x4c, 0x51, 0x52])
        #expect(kernel.control.nextDue == nil)
    }

    @Test("Low Energy is switched on first if it is off")
    func enablesLowEnergy() {
        var kernel = Kernel()
        kernel.settings = 0
        kernel.start()
        #expect(kernel.sent.map(\.code) == [0x03, 0x04, 0x0d, 0x05, 0x4c, 0x51, 0x52])
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
    }

    @Test("Interval and window are given in units of 0.625 ms")
    func timing() {
        var options = ScannerOptions()
        options.interval = 100
        options.window = 50
        var kernel = Kernel(options)
        kernel.start()
        let defaults = kernel.sent.first { $0.code == 0x4c }
        #expect(defaults?.parameters == [0x13, 0, 2, 0xa0, 0, 0x14, 0, 2, 0x50, 0])
    }

    @Test("A monitor that bluetoothd removes is added again")
    func monitorRemoved() {
        var kernel = Kernel()
        kernel.start()
        kernel.event(0x002c, 0, [1, 0])
        #expect(kernel.control.monitors == [0: 2])
        // Another program's monitor is its own affair.
        kernel.event(0x002c, 0, [9, 0])
        #expect(kernel.control.monitors == [0: 2])
        // All of them went, as when bluetoothd starts.
        kernel.event(0x002c, 0, [0, 0])
        #expect(kernel.control.monitors == [0: 3])
    }

    @Test("An adapter that somebody switched off is switched on only after a while")
    func off() {
        var kernel = Kernel()
        kernel.start()
        kernel.turnOff()
        #expect(kernel.control.adapters[0]?.state == .off)
        let commands = kernel.sent.count
        kernel.pass(.seconds(29))
        #expect(kernel.sent.count == commands)
        kernel.pass(.seconds(2))
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
        #expect(kernel.monitors == [2])
    }

    @Test("An adapter that stays blocked leaves no extra monitors behind")
    func blockedLater() {
        var kernel = Kernel()
        kernel.start()
        kernel.turnOff()
        kernel.statuses = [0x0005: 0x12]
        for _ in 0..<20 { kernel.pass(.seconds(31)) }
        #expect(kernel.control.adapters[0]?.state == .blocked)
        kernel.statuses = [:]
        kernel.pass(.seconds(31))
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
        #expect(kernel.monitors.count == 1)
    }

    @Test("An adapter switched off while its monitor is added is still switched on later")
    func offMeanwhile() {
        var kernel = Kernel()
        kernel.start()
        kernel.turnOff()
        kernel.event(0x002c, 0, [0, 0])
        #expect(kernel.control.adapters[0]?.state == .off)
        kernel.pass(.seconds(31))
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
    }

    @Test("An adapter whose removal was missed is replaced by the one that is present")
    func missedFarewell() {
        var kernel = Kernel()
        kernel.start()
        kernel.event(0x0004, 1)
        #expect(kernel.control.adapters.keys.sorted() == [0])
        kernel.gone = [0]
        kernel.rearm(0)
        #expect(kernel.control.adapters.keys.sorted() == [1])
        #expect(kernel.control.adapters[1]?.state == Self.scanning)
    }

    @Test("If any adapter will do, a blocked one is replaced by the next")
    func anyOther() {
        var kernel = Kernel(adapters: [0, 1])
        kernel.blocked = [0]
        kernel.start()
        kernel.pass(.seconds(11))
        #expect(kernel.control.adapters.keys.sorted() == [1])
        #expect(kernel.control.adapters[1]?.state == Self.scanning)
    }

    @Test("If all adapters are blocked, they are tried in turn, one every ten seconds")
    func allBlocked() {
        var kernel = Kernel(adapters: [0, 1])
        kernel.blocked = [0, 1]
        kernel.start()
        for _ in 0..<600 { kernel.pass(.milliseconds(100)) }
        #expect(kernel.sent.count(where: { $0.code == 0x0004 }) <= 7)
    }

    @Test("A monitor of an earlier run is not removed from a new adapter with the same number")
    func leftoverOfAnother() {
        var kernel = Kernel(leftovers: [0: 5])
        kernel.start()
        kernel.event(0x0005, 0)
        kernel.monitors = [5]
        kernel.event(0x0004, 0)
        #expect(kernel.monitors.contains(5))
    }

    @Test("The scan resumes at once when somebody switches the adapter on")
    func offAndOn() {
        var kernel = Kernel()
        kernel.start()
        kernel.event(0x0006, 0, [0, 2, 0, 0])
        #expect(kernel.control.adapters[0]?.state == .off)
        kernel.event(0x0006, 0, [1, 2, 0, 0])
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
    }

    @Test("Scanning resumes when the adapter is plugged in again, even with another number")
    func replug() {
        var kernel = Kernel()
        kernel.start()
        kernel.event(0x0005, 0)
        #expect(kernel.control.adapters.isEmpty)
        kernel.event(0x0004, 1)
        #expect(kernel.control.adapters[1]?.state == Self.scanning)
    }

    @Test(
        "The adapter option selects which adapters are used",
        arguments: [
            (AdapterChoice.any, [0]), (.all, [0, 1]), (.index(1), [1]), (.index(7), []),
        ])
    func choice(_ choice: AdapterChoice, _ expected: [UInt16]) {
        var options = ScannerOptions()
        options.adapter = choice
        var kernel = Kernel(options, adapters: [1, 0])
        kernel.start()
        #expect(kernel.control.adapters.keys.sorted() == expected)
        #expect(kernel.control.adapters.values.allSatisfy { $0.state == Self.scanning })
    }

    @Test("Only the monitor that an earlier run left behind is removed")
    func leftovers() {
        var kernel = Kernel(leftovers: [0: 5])
        kernel.monitors = [4, 5]
        kernel.nextMonitor = 6
        kernel.start()
        #expect(kernel.monitors == [4, 6])
        var other = Kernel(leftovers: [0: 5])
        other.monitors = [4]
        other.nextMonitor = 6
        other.start()
        #expect(other.monitors == [4, 6])
        #expect(!other.sent.contains { $0.code == 0x53 })
    }

    @Test("A silent scan is restarted with another monitor")
    func rearm() {
        var kernel = Kernel()
        kernel.start()
        kernel.rearm(0)
        #expect(kernel.monitors == [2])
        // Each rearm looks whether the adapter is still on.
        kernel.settings &= ~1
        kernel.rearm(0)
        #expect(kernel.settings & 1 == 1)
        #expect(kernel.monitors == [3])
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
    }

    @Test(
        "Only errors that rule out the management interface count as obstacles",
        arguments: [
            (0x0005, 0x14, true), (0x0052, 0x01, true), (0x0052, 0x03, false), (0x0051, 0x0c, true),
            (0x0005, 0x12, false), (0x004c, 0x0d, false), (0x0005, 0x0a, false),
        ] as [(UInt16, UInt8, Bool)])
    func obstacles(_ command: UInt16, _ status: UInt8, _ isObstacle: Bool) {
        var kernel = Kernel()
        kernel.statuses = [command: status]
        kernel.start()
        #expect((kernel.control.obstacle != nil) == isObstacle)
    }

    @Test("A kernel that repeatedly fails to add a monitor is an obstacle")
    func failsAgain() {
        var kernel = Kernel()
        kernel.statuses = [0x0052: 0x03]
        kernel.start()
        kernel.pass(.seconds(11))
        #expect(kernel.control.obstacle == nil)
        kernel.pass(.seconds(11))
        #expect(kernel.control.obstacle != nil)
    }

    @Test("A controller that filters by itself is an obstacle")
    func offload() {
        var kernel = Kernel()
        kernel.features = 1
        kernel.start()
        #expect(kernel.control.obstacle != nil)
    }

    @Test("A blocked adapter is tried again until it can be switched on")
    func blocked() {
        var kernel = Kernel()
        kernel.statuses = [0x0005: 0x12]
        kernel.start()
        #expect(kernel.control.adapters[0]?.state == .blocked)
        kernel.statuses = [:]
        kernel.pass(.seconds(11))
        #expect(kernel.control.adapters[0]?.state == Self.scanning)
    }

    @Test("A kernel that does not answer is asked again later")
    func silence() {
        var control = ManagementControl(ScannerOptions())
        let now = ContinuousClock.now
        _ = control.receive(.init(code: 0x0004, adapter: 0), at: now)
        #expect(control.tick(at: now + .seconds(4)).isEmpty)
        #expect(control.tick(at: now + .seconds(6)).isEmpty)
        #expect(control.adapters[0]?.state == .silent)
        #expect(control.tick(at: now + .seconds(17)).map(\.code) == [0x0004])
    }

    @Test("Stopping removes the monitors from the kernel")
    func stop() {
        var kernel = Kernel()
        kernel.start()
        #expect(kernel.control.stop() == [.init(code: 0x53, adapter: 0, parameters: [1, 0])])
    }

    @Test("A monitor left with an adapter that is not in use stays noted for a later start")
    func notedLeftovers() {
        let known: [UInt16: UInt16] = [0: 5, 1: 9]
        var kernel = Kernel(leftovers: known)
        #expect(kernel.control.monitors == known)
        kernel.monitors = [5]
        kernel.nextMonitor = 6
        // Until its adapter is ready, a monitor of an earlier run is not forgotten either.
        var control = ManagementControl(ScannerOptions(), leftovers: known)
        _ = control.receive(.init(code: 0x0004, adapter: 0), at: .now)
        #expect(control.monitors == known && control.abandoned == known)
        kernel.start()
        #expect(kernel.control.monitors == [0: 6, 1: 9])
        #expect(kernel.control.stop() == [.init(code: 0x53, adapter: 0, parameters: [6, 0])])
        #expect(kernel.control.abandoned == [1: 9])
    }
}
