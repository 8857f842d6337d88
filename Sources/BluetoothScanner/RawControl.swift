/// Keeps one controller scanning by raw commands.
///
/// Packets and time go in, commands to be sent come out. Any other program that uses the controller
/// switches the scan off without notice, so its commands are watched.
struct RawControl {
    typealias Instant = ContinuousClock.Instant

    private enum Step: Hashable {
        case readCommands, disable, configure, enable
        case scan
        /// Another program's scan, or the pause after one.
        case yield
        /// Waits for the next attempt.
        case rest
    }

    private(set) var state = AdapterState.starting
    /// When to give up waiting for an answer, or when the next attempt is made.
    private(set) var due: Instant?
    private var step = Step.rest
    private var isExtended = false
    private let options: ScannerOptions

    /// Controllers answer within milliseconds; the kernel gives them two seconds.
    private static let patience = Duration.seconds(3)
    /// A command refused because another program is busy soon succeeds.
    private static let secondTry = Duration.seconds(1)
    /// A program that switches a scan off mostly switches one on at once.
    private static let courtesy = Duration.milliseconds(500)
    /// A discovery lasts ten seconds.
    private static let longestForeignScan = Duration.seconds(15)

    init(_ options: ScannerOptions) {
        self.options = options
    }

    mutating func begin(at now: Instant) -> HCICommand? { go(to: .readCommands, at: now) }

    /// Whether the present scan is this program's.
    var isOwnScan: Bool { step == .scan }

    /// The command that ends the scan.
    var end: HCICommand { .scan(false, isExtended: isExtended) }

    mutating func tick(at now: Instant) -> HCICommand? {
        guard let due, due <= now else { return nil }
        switch step {
        case .rest: return begin(at: now)
        case .yield: return go(to: .disable, at: now)
        default:
            state = .silent
            return pause(at: now)
        }
    }

    /// Switches the scan off and on again, since it may have been lost unnoticed.
    mutating func rearm(at now: Instant) -> HCICommand? {
        step == .scan ? go(to: .disable, at: now) : nil
    }

    /// The adapter went off: nothing can be done until it is on.
    mutating func wentOff() {
        state = .off
        step = .rest
        due = nil
    }

    /// - Parameter packet: From its type byte on: 1 is a command of another program, 4 an event.
    mutating func receive(_ packet: ArraySlice<UInt8>, at now: Instant) -> HCICommand? {
        let bytes = Array(packet)
        switch bytes.first {
        case 1:
            guard let opcode = bytes.little16(at: 1), bytes.count > 4 else { return nil }
            return overheard(opcode, isOn: bytes[4] == 1, at: now)
        case 4 where bytes.count > 6 && bytes[1] == 0x0e:
            return bytes.little16(at: 4).flatMap {
                answered($0, status: bytes[6], Array(bytes.dropFirst(7)), at: now)
            }
        case 4 where bytes.count > 6 && bytes[1] == 0x0f && bytes[3] != 0:
            return bytes.little16(at: 5).flatMap { answered($0, status: bytes[3], [], at: now) }
        default: return nil
        }
    }

    private mutating func overheard(
        _ opcode: UInt16, isOn: Bool, at now: Instant
    ) -> HCICommand? {
        guard HCICommand.isScanEnable(opcode), step == .scan || step == .yield else { return nil }
        step = .yield
        due = now + (isOn ? Self.longestForeignScan : Self.courtesy)
        return nil
    }

    private mutating func answered(
        _ opcode: UInt16, status: UInt8, _ values: [UInt8], at now: Instant
    ) -> HCICommand? {
        guard opcode == command(of: step)?.opcode else { return nil }
        switch step {
        case .readCommands:
            // Octet 37, bits 5 and 6: the two commands of an extended scan.
            isExtended = status == 0 && values.count > 37 && values[37] & 0x60 == 0x60
            return go(to: .disable, at: now)
        // A controller that does not scan may refuse to stop.
        case .disable: return go(to: .configure, at: now)
        case .configure:
            return status == 0 ? go(to: .enable, at: now) : refused(status, at: now)
        case .enable:
            guard status == 0 else { return refused(status, at: now) }
            step = .scan
            due = nil
            state = .scanning(by: isExtended ? .extended : .legacy)
            return nil
        case .scan, .yield, .rest: return nil
        }
    }

    private mutating func refused(_ status: UInt8, at now: Instant) -> HCICommand? {
        state = .failed("the controller refused (step \(step), status \(status))")
        return pause(for: Self.secondTry, at: now)
    }

    private mutating func pause(
        for duration: Duration = retryPause, at now: Instant
    ) -> HCICommand? {
        step = .rest
        due = now + duration
        return nil
    }

    private mutating func go(to step: Step, at now: Instant) -> HCICommand? {
        self.step = step
        due = now + Self.patience
        return command(of: step)
    }

    private func command(of step: Step) -> HCICommand? {
        switch step {
        case .readCommands: .readLocalCommands
        case .disable: .scan(false, isExtended: isExtended)
        case .configure: .scanParameters(options, isExtended: isExtended)
        case .enable: .scan(true, isExtended: isExtended)
        case .scan, .yield, .rest: nil
        }
    }
}
