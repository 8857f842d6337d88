/// Whether and when the state is loaded again after a write failed, which left the engine ahead of
/// the disk: until then nothing is read.
///
/// Each failure makes the next attempt wait longer, up to half a minute. Times are milliseconds of
/// a clock that cannot be set.
struct Recovery {
    /// How many writes and attempts have failed since the last write that succeeded.
    private var failures = 0
    /// When to try again; `nil` if the state is that on disk.
    private var due: Int64?

    private static let shortestWait: Int64 = 250
    private static let longestWait: Int64 = 30_000

    var isPending: Bool { due != nil }

    /// Whether nothing was written yet since something failed.
    var isUnproven: Bool { failures > 0 }

    func isDue(at now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    mutating func failed(at now: Int64) {
        failures += 1
        due = now + min(Self.longestWait, Self.shortestWait << Int64(min(failures, 10)))
    }

    /// The state is loaded again, which proves nothing of writing.
    mutating func loaded() { due = nil }

    /// Something was written.
    mutating func mended() { failures = 0 }
}
