/// Waits longer after each failed write, up to half a minute.
struct Recovery {
    let failures: Int
    private let due: Int64

    /// - Parameter now: Milliseconds of a clock that cannot be set.
    init(failures: Int, at now: Int64) {
        self.failures = failures
        due = now + min(30_000, 250 << Int64(min(failures, 10)))
    }

    func isDue(at now: Int64) -> Bool { now >= due }
}

/// When refused messages are tried again, since the gateway's rights may have been fixed.
///
/// First after ten seconds, then with doubling pauses of at most one hour.
struct RefusalRetry {
    private static let shortestPause: Int64 = 10_000
    private static let longestPause: Int64 = 3_600_000

    /// Milliseconds of a clock that cannot be set; `nil` while nothing is refused.
    private var due: Int64?
    private var pause = Self.shortestPause
    private var isRefused = false

    enum Step {
        case tryAgain
        /// Nothing was refused since the last try.
        case mended
    }

    /// The broker refused something.
    mutating func note(at now: Int64) {
        isRefused = true
        if due == nil { due = now + pause }
    }

    /// The current action, if any.
    mutating func step(at now: Int64) -> Step? {
        guard let due, due <= now else { return nil }
        guard isRefused else {
            self = RefusalRetry()
            return .mended
        }
        isRefused = false
        pause = min(Self.longestPause, 2 * pause)
        self.due = now + pause
        return .tryAgain
    }
}
