import RoostCore

/// The time by which history grows old.
///
/// It follows the host's clock, but only as far as time has passed, and a day: a clock that is set
/// years ahead for a minute must not make all history old.
struct AgeClock {
    private let start: Timestamp
    private let began: ContinuousClock.Instant
    /// How far the clock may be set ahead while the gateway runs, in seconds.
    private static let leeway = 86400.0

    /// - Parameters:
    ///   - start: The host's time.
    ///   - began: The same moment by the clock that cannot be set.
    init(at start: Timestamp, _ began: ContinuousClock.Instant) {
        self.start = start
        self.began = began
    }

    func now(by time: Timestamp, at moment: ContinuousClock.Instant) -> Timestamp {
        let passed = began.duration(to: moment) / .seconds(1)
        return min(time, start.advanced(bySeconds: passed + Self.leeway))
    }
}
