/// Keeps an advertisement monitor on each chosen adapter: with one, the kernel scans, and resumes
/// by itself after another program's discovery and after the adapter was off.
///
/// Packets and time go in, packets to be sent come out.
struct ManagementControl {
    typealias Instant = ContinuousClock.Instant

    private(set) var adapters: [UInt16: ManagedAdapter] = [:]
    /// Why this way does not work here; another may.
    private(set) var obstacle: String?
    private var present: Set<UInt16> = []
    private let options: ScannerOptions
    /// The monitors that this program left in the kernel, in an earlier run or with an adapter that
    /// another replaced, by adapter.
    private var leftovers: [UInt16: UInt16]

    init(_ options: ScannerOptions, leftovers: [UInt16: UInt16] = [:]) {
        self.options = options
        self.leftovers = leftovers
    }

    /// The monitors that the kernel keeps for this program, by adapter.
    var monitors: [UInt16: UInt16] {
        leftovers.merging(adapters.compactMapValues(\.stale)) { _, used in used }
    }

    /// Those that `stop` does not remove, since a handle may be another program's by now.
    var abandoned: [UInt16: UInt16] {
        monitors.filter { adapter, handle in adapters[adapter]?.monitor != handle }
    }

    var nextDue: Instant? { adapters.values.compactMap(\.due).min() }

    /// Asks for the list of adapters.
    func start() -> [ManagementPacket] {
        [.init(code: ManagementPacket.Command.readAdapters, adapter: ManagementPacket.noAdapter)]
    }

    /// Removes the monitors of the adapters in use from the kernel.
    func stop() -> [ManagementPacket] {
        adapters.compactMapValues(\.monitor).map {
            .init(
                code: ManagementPacket.Command.removeMonitor, adapter: $0,
                parameters: $1.littleEndianBytes)
        }
    }

    mutating func receive(_ packet: ManagementPacket, at now: Instant) -> [ManagementPacket] {
        switch packet.code {
        case ManagementPacket.Event.complete, ManagementPacket.Event.status:
            return answered(packet, at: now)
        case ManagementPacket.Event.adapterAdded:
            present.insert(packet.adapter)
            return choose(at: now)
        case ManagementPacket.Event.adapterRemoved:
            return remove(packet.adapter, at: now)
        case ManagementPacket.Event.newSettings:
            guard let settings = packet.parameters.little32(at: 0) else { return [] }
            return sent(by: packet.adapter) { $0.changed(to: settings, at: now) }
        case ManagementPacket.Event.monitorRemoved:
            // bluetoothd removes all monitors when it starts.
            guard let handle = packet.parameters.little16(at: 0) else { return [] }
            return sent(by: packet.adapter) { $0.lost(monitor: handle, at: now) }
        default: return []
        }
    }

    mutating func tick(at now: Instant) -> [ManagementPacket] {
        replaceUseless(at: now)
            + adapters.keys.sorted().flatMap { index in sent(by: index) { $0.tick(at: now) } }
    }

    /// Removes the monitor and adds it again, which restarts the scan.
    mutating func rearm(_ adapter: UInt16, at now: Instant) -> [ManagementPacket] {
        sent(by: adapter) { $0.rearm(at: now) }
    }

    private mutating func answered(
        _ packet: ManagementPacket, at now: Instant
    ) -> [ManagementPacket] {
        guard let command = packet.parameters.little16(at: 0), packet.parameters.count > 2 else {
            return []
        }
        let status = packet.parameters[2]
        let values = Array(packet.parameters.dropFirst(3))
        if command == ManagementPacket.Command.readAdapters {
            guard status == ManagementPacket.Status.success else {
                obstacle = "the kernel does not tell its adapters (status \(status))"
                return []
            }
            let count = Int(values.little16(at: 0) ?? 0)
            present = Set((0..<count).compactMap { values.little16(at: 2 + 2 * $0) })
            return choose(at: now)
        }
        let packets = sent(by: packet.adapter) {
            $0.answered(command, status: status, values, at: now)
        }
        // The event of its removal was missed.
        guard adapters[packet.adapter]?.isGone == true else { return packets }
        return remove(packet.adapter, at: now)
    }

    private mutating func remove(_ adapter: UInt16, at now: Instant) -> [ManagementPacket] {
        present.remove(adapter)
        adapters[adapter] = nil
        // The adapter's monitors went with it: the handle may now be another program's.
        leftovers[adapter] = nil
        return choose(at: now)
    }

    /// If any adapter will do, the next one gets its turn rather than another attempt with one that
    /// does not scan.
    private mutating func replaceUseless(at now: Instant) -> [ManagementPacket] {
        guard options.adapter == .any, let (index, adapter) = adapters.first, adapters.count == 1,
            adapter.isToBeTriedAgain(at: now), present.count > 1
        else { return [] }
        let later = present.filter { $0 > index }.min()
        guard let next = later ?? present.min() else { return [] }
        adapters[index] = nil
        leftovers[index] = adapter.stale
        return begin(with: next, at: now)
    }

    /// Begins with the adapters that are chosen now.
    private mutating func choose(at now: Instant) -> [ManagementPacket] {
        if options.adapter == .any, !adapters.isEmpty { return [] }
        let new = options.adapter.chosen(from: present).subtracting(adapters.keys)
        return new.sorted().flatMap { begin(with: $0, at: now) }
    }

    private mutating func begin(with index: UInt16, at now: Instant) -> [ManagementPacket] {
        adapters[index] = ManagedAdapter(
            options: options, leftover: leftovers.removeValue(forKey: index))
        return sent(by: index) { $0.begin(at: now) }
    }

    /// Runs an action of an adapter, and puts its number on the resulting command.
    private mutating func sent(
        by index: UInt16, _ act: (inout ManagedAdapter) -> ManagedAdapter.Command?
    ) -> [ManagementPacket] {
        guard var adapter = adapters[index] else { return [] }
        let command = act(&adapter)
        adapters[index] = adapter
        if let reason = adapter.obstacle { obstacle = reason }
        return command.map {
            [.init(code: $0.code, adapter: index, parameters: $0.parameters)]
        } ?? []
    }
}
