import CBluetooth
import Glibc

/// Scans by commands to each controller.
final class RawScan: Scan {
    private struct Adapter {
        var socket: BluetoothSocket
        var control: RawControl
        var address: String?
        /// What prevents switching it on.
        var hindrance: AdapterState?
        var nextAttempt: ContinuousClock.Instant?
    }

    private let options: ScannerOptions
    /// Reports adapters that come, go, and are switched on or off.
    private let watcher: BluetoothSocket
    private var present: Set<UInt16> = []
    private var working: [UInt16: Adapter] = [:]
    /// When to look again for an adapter that could not be opened.
    private var nextChoice: ContinuousClock.Instant?

    /// As many as the kernel lists (HCI_MAX_DEV).
    private static let mostAdapters: UInt16 = 16

    init(_ options: ScannerOptions, at now: ContinuousClock.Instant) throws(SystemError) {
        self.options = options
        watcher = try BluetoothSocket(.raw)
        watcher.filter(types: [HCI_EVENT_PKT], events: [EVT_STACK_INTERNAL])
        for index in 0..<Self.mostAdapters where Self.info(of: index) != nil {
            present.insert(index)
        }
        choose(at: now)
    }

    var descriptors: [Int32] { [watcher.descriptor] + working.values.map(\.socket.descriptor) }
    var nextDue: ContinuousClock.Instant? {
        (working.values.flatMap { [$0.control.due, $0.nextAttempt] } + [nextChoice])
            .compactMap { $0 }.min()
    }
    /// There is nothing else to try after this.
    var obstacle: String? { nil }
    var adapters: [UInt16: ScanningAdapter] {
        working.mapValues {
            // A hindrance may be over; a running scan proves it.
            ScanningAdapter(
                state: $0.control.state.isScanning
                    ? $0.control.state : $0.hindrance ?? $0.control.state,
                address: $0.address)
        }
    }

    func serve(
        _ ready: [Int32], at now: ContinuousClock.Instant, _ handle: (RadioPacket) -> Void
    ) throws(SystemError) {
        if ready.contains(watcher.descriptor) {
            while let packet = try watcher.read() { note(Array(packet), at: now) }
        }
        for (index, adapter) in working where ready.contains(adapter.socket.descriptor) {
            do throws(SystemError) {
                try read(adapter.socket, of: index, at: now, handle)
            } catch {
                // Unplugged: the watcher reports when it is back.
                working[index] = nil
            }
        }
        if let choice = nextChoice, choice <= now { choose(at: now) }
        for index in working.keys.sorted() {
            if let attempt = working[index]?.nextAttempt, attempt <= now {
                if !replaceUseless(index, at: now) { switchOn(index, at: now) }
            }
            act(index, at: now) { $0.tick(at: now) }
        }
    }

    func rearm(_ adapter: UInt16, at now: ContinuousClock.Instant) {
        act(adapter, at: now) { $0.rearm(at: now) }
    }

    func stop() {
        // Another program's scan is not this one's to end.
        for adapter in working.values where adapter.control.isOwnScan {
            try? adapter.socket.write(adapter.control.end.packet)
        }
    }

    // MARK: Adapters

    /// An adapter came (1), went (2), was switched on (3) or off (4).
    private func note(_ packet: [UInt8], at now: ContinuousClock.Instant) {
        guard packet.count >= 9, packet[1] == EVT_STACK_INTERNAL,
            let kind = packet.little16(at: 5), let index = packet.little16(at: 7)
        else { return }
        switch kind {
        case 1:
            present.insert(index)
            choose(at: now)
        case 2:
            present.remove(index)
            working[index] = nil
            choose(at: now)
        case 3:
            working[index]?.hindrance = nil
            working[index]?.nextAttempt = nil
            act(index, at: now) { $0.begin(at: now) }
        case 4:
            working[index]?.control.wentOff()
            working[index]?.nextAttempt = now + AdapterState.longestOff
        default: break
        }
    }

    private func choose(at now: ContinuousClock.Instant) {
        nextChoice = nil
        if options.adapter == .any, !working.isEmpty { return }
        for index in options.adapter.chosen(from: present).sorted() where working[index] == nil {
            begin(with: index, at: now)
        }
    }

    /// - Returns: Whether the adapter could be opened.
    @discardableResult
    private func begin(with index: UInt16, at now: ContinuousClock.Instant) -> Bool {
        guard let socket = try? BluetoothSocket(.raw, adapter: index) else {
            nextChoice = now + retryPause
            return false
        }
        // The kernel lets advertisements through this filter only for a process with the right to
        // it.
        socket.filter(
            types: [HCI_EVENT_PKT, HCI_COMMAND_PKT],
            events: [EVT_LE_META_EVENT, EVT_CMD_COMPLETE, EVT_CMD_STATUS])
        working[index] = Adapter(socket: socket, control: RawControl(options))
        switchOn(index, at: now)
        return true
    }

    /// If any adapter will do, the next one gets its turn rather than another attempt with one that
    /// cannot be switched on.
    ///
    /// - Returns: Whether another took its place.
    private func replaceUseless(_ index: UInt16, at now: ContinuousClock.Instant) -> Bool {
        guard options.adapter == .any, working[index]?.hindrance != nil else { return false }
        let others = present.filter { $0 > index }.sorted() + present.filter { $0 < index }.sorted()
        guard others.contains(where: { begin(with: $0, at: now) }) else { return false }
        working[index] = nil
        return true
    }

    private func switchOn(_ index: UInt16, at now: ContinuousClock.Instant) {
        working[index]?.nextAttempt = nil
        guard let adapter = working[index], let info = Self.info(of: index) else { return }
        working[index]?.address = info.address
        if !info.isOn, ioctl(adapter.socket.descriptor, roost_HCIDEVUP, Int32(index)) < 0,
            errno != EALREADY
        {
            let error = SystemError()
            working[index]?.hindrance =
                switch error.code {
                case EPERM, EACCES: .denied(missing: "CAP_NET_ADMIN")
                case ERFKILL: .blocked
                case EBUSY, ETIMEDOUT: .silent
                default: .failed(error.description)
                }
            working[index]?.nextAttempt = now + retryPause
            return
        }
        act(index, at: now) { $0.begin(at: now) }
    }

    private static func info(of index: UInt16) -> (address: String, isOn: Bool)? {
        var info = hci_dev_info()
        guard hci_devinfo(Int32(index), &info) == 0 else { return nil }
        var text = [CChar](repeating: 0, count: 18)
        ba2str(&info.bdaddr, &text)
        let address = String(decoding: text.prefix(17).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (address, hci_test_bit(Int32(HCI_UP), &info.flags) != 0)
    }

    // MARK: Packets

    private func read(
        _ socket: BluetoothSocket, of index: UInt16, at now: ContinuousClock.Instant,
        _ handle: (RadioPacket) -> Void
    ) throws(SystemError) {
        for _ in 0..<mostPackets {
            guard let packet = try socket.read() else { return }
            if packet.count > 2, packet[0] == HCI_EVENT_PKT, packet[1] == EVT_LE_META_EVENT {
                handle(
                    RadioPacket(
                        source: .controller, adapter: index, bytes: Array(packet.dropFirst())))
            } else {
                act(index, at: now) { $0.receive(packet, at: now) }
            }
        }
    }

    /// Runs an action of a controller's logic, and sends the resulting command.
    private func act(
        _ index: UInt16, at now: ContinuousClock.Instant,
        _ change: (inout RawControl) -> HCICommand?
    ) {
        guard var adapter = working[index] else { return }
        let command = change(&adapter.control)
        working[index] = adapter
        guard let command else { return }
        do throws(SystemError) {
            try adapter.socket.write(command.packet)
        } catch {
            if error.isDenial { working[index]?.hindrance = .denied(missing: "CAP_NET_RAW") }
            working[index]?.nextAttempt = now + retryPause
        }
    }
}
