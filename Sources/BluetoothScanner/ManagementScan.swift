/// Scans by means of the kernel's advertisement monitors.
final class ManagementScan: Scan {
    private let socket: BluetoothSocket
    private var control: ManagementControl
    private var memory: MonitorMemory?

    init(_ options: ScannerOptions) throws(SystemError) {
        socket = try BluetoothSocket(.management)
        memory = options.stateFile.map(MonitorMemory.init)
        control = ManagementControl(options, leftovers: memory?.read() ?? [:])
        try send(control.start())
    }

    var descriptors: [Int32] { [socket.descriptor] }
    var nextDue: ContinuousClock.Instant? { control.nextDue }
    var obstacle: String? { control.obstacle }
    var adapters: [UInt16: ScanningAdapter] {
        control.adapters.mapValues { ScanningAdapter(state: $0.state, address: $0.address) }
    }

    func serve(
        _ ready: [Int32], at now: ContinuousClock.Instant, _ handle: (RadioPacket) -> Void
    ) throws(SystemError) {
        if !ready.isEmpty {
            for _ in 0..<mostPackets {
                guard let bytes = try socket.read() else { break }
                guard let packet = ManagementPacket(bytes) else { continue }
                switch packet.code {
                case ManagementPacket.Event.monitorFoundDevice, ManagementPacket.Event.deviceFound:
                    guard control.adapters[packet.adapter] != nil else { continue }
                    handle(
                        RadioPacket(
                            source: .management, adapter: packet.adapter, bytes: Array(bytes)))
                default:
                    try act { $0.receive(packet, at: now) }
                }
            }
        }
        try act { $0.tick(at: now) }
    }

    func rearm(_ adapter: UInt16, at now: ContinuousClock.Instant) throws(SystemError) {
        try act { $0.rearm(adapter, at: now) }
    }

    func stop() {
        do throws(SystemError) {
            try send(control.stop())
            memory?.write(control.abandoned)
        } catch {
            // Nobody is left to hear of it; the next start tries again.
        }
    }

    private func act(
        _ change: (inout ManagementControl) -> [ManagementPacket]
    ) throws(SystemError) {
        let before = control.monitors
        let packets = change(&control)
        // While one is replaced there is none for a moment, which is not worth wearing out a memory
        // card.
        if control.monitors != before, !control.monitors.isEmpty {
            memory?.write(control.monitors)
        }
        try send(packets)
    }

    private func send(_ packets: [ManagementPacket]) throws(SystemError) {
        for packet in packets { try socket.write(packet.bytes) }
    }
}
