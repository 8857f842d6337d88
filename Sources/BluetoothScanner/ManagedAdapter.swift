/// One adapter on its way to an advertisement monitor, one command after the other.
struct ManagedAdapter {
    typealias Instant = ContinuousClock.Instant
    private typealias Code = ManagementPacket.Command
    private typealias Status = ManagementPacket.Status
    private typealias Setting = ManagementPacket.Setting

    struct Command: Hashable {
        var code: UInt16
        var parameters: [UInt8] = []
    }

    private enum Step: Hashable {
        case readInfo, enableLowEnergy, power, configure, readMonitors, removeStale, add
        case listen
        /// Waits for the next attempt.
        case rest
    }

    private(set) var state = AdapterState.starting
    /// The handle of the monitor that the kernel keeps for this program.
    private(set) var monitor: UInt16?
    /// When to give up waiting for an answer, or when the next attempt is made.
    private(set) var due: Instant?
    /// Why this adapter cannot be managed; raw commands may still work.
    private(set) var obstacle: String?
    /// `AA:BB:CC:DD:EE:FF`, once it is known.
    private(set) var address: String?
    /// Whether the kernel says that there is no such adapter.
    private(set) var isGone = false
    private var step = Step.rest
    /// How many times in a row a step failed.
    private var failures = 0
    private var settings: UInt32 = 0
    private let options: ScannerOptions
    /// A monitor that an earlier run left with the kernel.
    private var leftover: UInt16?

    /// How long to wait for the kernel's answer to a command.
    private static let patience = Duration.seconds(5)

    init(options: ScannerOptions, leftover: UInt16?) {
        self.options = options
        self.leftover = leftover
    }

    mutating func begin(at now: Instant) -> Command? { go(to: .readInfo, at: now) }

    /// Whether it could not scan, and its rest is over.
    func isToBeTriedAgain(at now: Instant) -> Bool {
        step == .rest && due.map { $0 <= now } ?? false
    }

    mutating func tick(at now: Instant) -> Command? {
        guard let due, due <= now else { return nil }
        // It was switched off, and not switched on again by anybody.
        if step == .rest || step == .listen { return begin(at: now) }
        state = .silent
        return pause(at: now)
    }

    /// The adapter's settings were changed; the kernel resumes the scan itself.
    mutating func changed(to settings: UInt32, at now: Instant) -> Command? {
        self.settings = settings
        if step == .listen { listen(at: now) }
        return nil
    }

    /// - Parameter handle: The handle of a removed monitor; 0 if all were removed.
    mutating func lost(monitor handle: UInt16, at now: Instant) -> Command? {
        guard handle == monitor || handle == 0, step == .listen else { return nil }
        monitor = nil
        return go(to: .add, at: now)
    }

    /// Repeats all steps: the assumed state of the adapter may have become wrong unnoticed.
    mutating func rearm(at now: Instant) -> Command? {
        step == .listen ? begin(at: now) : nil
    }

    mutating func answered(
        _ command: UInt16, status: UInt8, _ values: [UInt8], at now: Instant
    ) -> Command? {
        guard command == code(of: step) else { return nil }
        guard status == Status.success || isOptional(step) else {
            return refused(status, at: now)
        }
        switch step {
        case .readInfo:
            settings = values.little32(at: 13) ?? 0
            if values.count >= 6 {
                address = values.prefix(6).reversed().map(Self.hex).joined(separator: ":")
            }
            let supported = values.little32(at: 9) ?? 0
            guard supported & Setting.lowEnergy != 0 else {
                state = .failed("the adapter knows no Bluetooth Low Energy")
                return pause(at: now)
            }
            let hasLowEnergy = settings & Setting.lowEnergy != 0
            return go(to: hasLowEnergy ? .power : .enableLowEnergy, at: now)
        case .enableLowEnergy, .power:
            // Only other programs are told of the new settings by an event.
            settings = values.little32(at: 0) ?? settings
            return go(to: step == .power ? .configure : .power, at: now)
        case .configure: return go(to: .readMonitors, at: now)
        case .readMonitors: return readMonitors(values, at: now)
        case .add:
            monitor = values.little16(at: 0)
            failures = 0
            listen(at: now)
            return nil
        case .removeStale:
            monitor = nil
            leftover = nil
            return go(to: .add, at: now)
        case .listen, .rest: return nil
        }
    }

    /// A monitor of an earlier attempt, or an earlier run.
    var stale: UInt16? { monitor ?? leftover }

    private var isOn: Bool { settings & Setting.powered != 0 }

    private mutating func readMonitors(_ values: [UInt8], at now: Instant) -> Command? {
        // A controller that filters by itself would pass on only what the patterns match.
        guard let features = values.little32(at: 0), features == 0 else {
            return give(up: "the controller filters advertisements itself", at: now)
        }
        let count = Int(values.little16(at: 11) ?? 0)
        let handles = (0..<count).compactMap { values.little16(at: 13 + 2 * $0) }
        let isLeft = stale.map(handles.contains) ?? false
        if !isLeft { (monitor, leftover) = (nil, nil) }
        return go(to: isLeft ? .removeStale : .add, at: now)
    }

    /// It also works without these steps, if less well.
    private func isOptional(_ step: Step) -> Bool {
        switch step {
        case .configure, .removeStale: true
        default: false
        }
    }

    private mutating func refused(_ status: UInt8, at now: Instant) -> Command? {
        switch status {
        case Status.blocked: state = .blocked
        case Status.invalidAdapter: isGone = true
        case Status.denied:
            state = .denied(missing: "CAP_NET_ADMIN")
            obstacle = "managing adapters needs CAP_NET_ADMIN"
        case Status.unknownCommand, Status.notSupported, Status.invalidParameters, Status.failed:
            failures += 1
            // A failed command may work next time; an unknown one will not.
            if step == .add || step == .readMonitors, status != Status.failed || failures > 2 {
                return give(up: "the kernel takes no advertisement monitor", at: now)
            }
            state = .failed("the kernel refused (step \(step), status \(status))")
        default: state = .failed("the kernel refused (step \(step), status \(status))")
        }
        return pause(at: now)
    }

    private mutating func listen(at now: Instant) {
        step = .listen
        state = isOn ? .scanning(by: .management) : .off
        due = isOn ? nil : now + AdapterState.longestOff
    }

    private mutating func give(up reason: String, at now: Instant) -> Command? {
        obstacle = reason
        state = .failed(reason)
        return pause(at: now)
    }

    private mutating func pause(at now: Instant) -> Command? {
        step = .rest
        due = now + retryPause
        return nil
    }

    private mutating func go(to step: Step, at now: Instant) -> Command? {
        self.step = step
        due = now + Self.patience
        return code(of: step).map { Command(code: $0, parameters: parameters(of: step)) }
    }

    private func code(of step: Step) -> UInt16? {
        switch step {
        case .readInfo: Code.readInfo
        case .enableLowEnergy: Code.setLowEnergy
        case .power: Code.setPowered
        case .configure: Code.setDefaults
        case .readMonitors: Code.readMonitorFeatures
        case .removeStale: Code.removeMonitor
        case .add: Code.addMonitor
        case .listen, .rest: nil
        }
    }

    private func parameters(of step: Step) -> [UInt8] {
        switch step {
        case .enableLowEnergy, .power: [1]
        case .configure:
            // 0x0013 and 0x0014: interval and window of the scan for monitors.
            [0x13, 0, 2] + ScanTiming.units(options.interval).littleEndianBytes
                + [0x14, 0, 2] + ScanTiming.units(options.window).littleEndianBytes
        case .removeStale: (stale ?? 0).littleEndianBytes
        case .add:
            // A pattern is required; a kernel without a filtering controller passes everything.
            [1, 0xff, 0, 1, 0] + [UInt8](repeating: 0, count: 30)
        case .readInfo, .readMonitors, .listen, .rest: []
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + text : text
    }
}
