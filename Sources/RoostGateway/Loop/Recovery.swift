/// Waits longer after each failed write, up to half a minute.
struct Recovery {
    private let due: Int64

    /// - Parameters:
    ///   - failures: How many writes have failed since the last one that succeeded.
    ///   - now: Milliseconds of a clock that cannot be set.
    init(failures: Int, at now: Int64) {
        due = now + min(30_000, 250 << Int64(min(failures, 10)))
    }

    func isDue(at now: Int64) -> Bool { now >= due }
}
