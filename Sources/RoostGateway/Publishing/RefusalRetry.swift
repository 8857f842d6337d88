/// When refused messages are tried again, since the gateway's rights may have been fixed.
///
/// First after ten seconds, then with doubling pauses of at most one hour.
struct RefusalRetry {
    private static let shortestPause: Int64 = 10_000
    private static let longestPause: Int64 = 3_600_000
    /// A broker refuses well within this time.
    private static let settling: Int64 = 10_000

    /// The next try, in milliseconds of a clock that cannot be set; `nil` if nothing was refused
    /// since the last one.
    private var tryDue: Int64?
    /// When the silence since the last try means that nothing is refused any more.
    private var mendedDue: Int64?
    private var pause = Self.shortestPause

    enum Step {
        case tryAgain
        /// Nothing was refused since the last try.
        case mended
    }

    /// The broker refused something.
    mutating func note(at now: Int64) {
        mendedDue = nil
        guard tryDue == nil else { return }
        tryDue = now + pause
        pause = min(Self.longestPause, 2 * pause)
    }

    /// The current action, if any.
    mutating func step(at now: Int64) -> Step? {
        if let tryDue, tryDue <= now {
            self.tryDue = nil
            mendedDue = now + Self.settling
            return .tryAgain
        }
        guard let mendedDue, mendedDue <= now else { return nil }
        self = RefusalRetry()
        return .mended
    }
}
