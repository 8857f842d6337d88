/// A way to make adapters scan.
protocol Scan: AnyObject {
    /// What to wait on.
    var descriptors: [Int32] { get }
    /// When there is something to do though nothing came.
    var nextDue: ContinuousClock.Instant? { get }
    var adapters: [UInt16: ScanningAdapter] { get }
    /// Why this way does not work here; another may.
    var obstacle: String? { get }

    /// Does what is due, and reads what waits on a descriptor, at most `mostPackets` of it.
    func serve(
        _ ready: [Int32], at now: ContinuousClock.Instant, _ handle: (RadioPacket) -> Void
    ) throws(SystemError)
    /// Starts the scan of an adapter anew.
    func rearm(_ adapter: UInt16, at now: ContinuousClock.Instant) throws(SystemError)
    /// Ends the scan, and leaves nothing with the kernel.
    func stop()
}

/// An adapter, as far as people want to know.
public struct ScanningAdapter: Hashable, Sendable {
    public var state: AdapterState
    /// `AA:BB:CC:DD:EE:FF`, where it is known.
    public var address: String?
}

/// How many packets to read before other things get their turn.
let mostPackets = 256
