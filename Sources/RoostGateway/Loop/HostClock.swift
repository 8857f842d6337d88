import RoostCore

/// Notices when the host's clock is set.
struct HostClock {
    private var offset: Int64?
    /// Where the clock that cannot be set begins.
    private static let origin = SuspendingClock.now
    /// The longest move that is no setting, in milliseconds: clocks are corrected in small steps.
    private static let tolerance: Int64 = 1500

    /// The time, and whether it moved against the clock that cannot be set.
    mutating func read() -> (now: Timestamp, wasSet: Bool) {
        let now = Timestamp.now
        let new = now.milliseconds - steady
        defer { offset = new }
        let wasSet = offset.map { abs($0 - new) > Self.tolerance } ?? false
        return (now, wasSet)
    }

    /// Milliseconds of the clock that cannot be set.
    ///
    /// It stands still while the machine sleeps, when nothing is heard: a sleep counts as a jump.
    var steady: Int64 { Int64(Self.origin.duration(to: .now) / .milliseconds(1)) }
}
