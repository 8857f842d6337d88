import Testing

@testable import BluetoothScanner

/// A controller, as far as it answers commands.
private struct Controller {
    var control = RawControl(ScannerOptions())
    var now = ContinuousClock.now
    var isExtended = false
    /// What is answered to a command instead of success.
    var statuses: [UInt16: UInt8] = [:]
    var isMute = false
    /// Refused the first time only.
    var refusesFirst: Set<UInt16> = []
    private(set) var sent: [UInt16] = []

    mutating func start() { handle(control.begin(at: now)) }

    mutating func pass(_ duration: Duration) {
        now += duration
        handle(control.tick(at: now))
    }

    mutating func receive(_ packet: [UInt8]) {
        handle(control.receive(packet[...], at: now))
    }

    /// Somebody else's command to scan or not.
    mutating func overhear(_ opcode: UInt16, isOn: Bool) {
        receive([1] + opcode.littleEndianBytes + [2, isOn ? 1 : 0, 0])
    }

    private mutating func handle(_ command: HCICommand?) {
        guard let command else { return }
        sent.append(command.opcode)
        guard !isMute else { return }
        var values = [UInt8](repeating: 0, count: command.opcode == 0x1002 ? 64 : 0)
        if isExtended, values.count == 64 { values[37] = 0x60 }
        let isRefused = refusesFirst.remove(command.opcode) != nil
        let status = isRefused ? 0x0c : statuses[command.opcode] ?? 0
        let parameters = [1] + command.opcode.littleEndianBytes + [status] + values
        receive([4, 0x0e, UInt8(parameters.count)] + parameters)
    }
}

@Suite("Scanning with raw commands")
struct RawControlTests {
    @Test("Bluetooth 4 controllers get legacy commands, and Bluetooth 5 ones extended commands")
    func starts() {
        var legacy = Controller()
        legacy.start()
        #expect(legacy.control.state == .scanning(by: .legacy))
        #expect(legacy.sent == [0x1002, 0x200c, 0x200b, 0x200c])
        var extended = Controller(isExtended: true)
        extended.start()
        #expect(extended.control.state == .scanning(by: .extended))
        #expect(extended.sent == [0x1002, 0x2042, 0x2041, 0x2042])
    }

    @Test("A refusal to stop before the first scan is ignored")
    func disableRefused() {
        var controller = Controller()
        controller.refusesFirst = [0x200c]
        controller.start()
        #expect(controller.control.state.isScanning)
    }

    @Test("A scan that another program ends is started again", arguments: [0x200c, 0x2042])
    func foreignEnd(_ opcode: UInt16) {
        var controller = Controller(isExtended: opcode == 0x2042)
        controller.start()
        let before = controller.sent.count
        controller.overhear(opcode, isOn: false)
        #expect(controller.sent.count == before)
        controller.pass(.seconds(1))
        #expect(controller.sent.count == before + 3)
        #expect(controller.control.state.isScanning)
    }

    @Test("Another program's discovery is left alone for a while")
    func foreignScan() {
        var controller = Controller()
        controller.start()
        let before = controller.sent.count
        controller.overhear(0x200c, isOn: false)
        controller.overhear(0x200c, isOn: true)
        controller.pass(.seconds(5))
        #expect(controller.sent.count == before)
        controller.overhear(0x200c, isOn: false)
        controller.pass(.seconds(1))
        #expect(controller.sent.count == before + 3)
    }

    @Test("A refused command is retried soon, and an unanswered one later")
    func retries() {
        var refusing = Controller(statuses: [0x200b: 0x0c])
        refusing.start()
        #expect(!refusing.control.state.isScanning)
        refusing.statuses = [:]
        refusing.pass(.seconds(2))
        #expect(refusing.control.state.isScanning)

        var mute = Controller(isMute: true)
        mute.start()
        mute.pass(.seconds(4))
        #expect(mute.control.state == .silent)
        mute.isMute = false
        mute.pass(.seconds(11))
        #expect(mute.control.state.isScanning)
    }

    @Test("An adapter that is off gets no commands until it is on")
    func off() {
        var controller = Controller()
        controller.start()
        controller.control.wentOff()
        let before = controller.sent.count
        controller.pass(.seconds(600))
        #expect(controller.sent.count == before)
        controller.start()
        #expect(controller.control.state.isScanning)
    }

    @Test(
        "A truncated packet is ignored",
        arguments: [
            [], [4], [4, 0x0e, 4, 1, 0x0c, 0x20], [1, 0x0c], [1, 0x0c, 0x20, 2],
            [4, 0x0f, 4, 0, 1],
            [9, 9, 9, 9, 9, 9, 9, 9],
        ] as [[UInt8]])
    func malformed(_ packet: [UInt8]) {
        var controller = Controller()
        controller.start()
        let before = controller.sent
        controller.receive(packet)
        #expect(controller.sent == before)
        #expect(controller.control.state.isScanning)
    }
}
