/// A way to make adapters scan.
protocol Scan: AnyObject {
    /// The descriptors to wait on.
    var descriptors: [Int32] { get }
    /// When there is something to do even if nothing comes.
    var nextDue: ContinuousClock.Instant? { get }
    var adapters: [UInt16: ScanningAdapter] { get }
    /// Why this way does not work here; another may.
    var obstacle: String? { get }

    /// Does what is due, and reads what is ready on the descriptors, at most `mostPackets` packets.
    func serve(
        _ ready: [Int32], at now: ContinuousClock.Instant, _ handle: (RadioPacket) -> Void
    ) throws(SystemError)
    /// Restarts the scan of an adapter.
    func rearm(_ adapter: UInt16, at now: ContinuousClock.Instant) throws(SystemError)
    /// Ends the scan, and leaves nothing in the kernel.
    func stop()
}

/// An adapter, as far as it matters to people.
public struct ScanningAdapter: Hashable, Sendable {
    public var state: AdapterState
    /// `AA:BB:CC:DD:EE:FF`, if it is known.
    public var address: String?
}

/// How many packets to read before other work gets its turn.
let mostPackets = 256

/// How long to wait before another attempt at what did not work.
let retryPause = Duration.seconds(10)
