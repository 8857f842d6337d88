import RoostCore

/// The time by which history grows old.
///
/// It follows the host's clock, but in each hour it gets ahead by a day at most: a clock that is set
/// years ahead for a while must not make all history old, and one that was weeks behind at the start
/// is caught up with within a day.
struct AgeClock {
    /// The latest time that was told, and when that was.
    private var latest: Timestamp
    private var toldAt: ContinuousClock.Instant
    /// How far the clock may get ahead from one look to the next, in seconds.
    private static let leeway = 86400.0

    /// - Parameters:
    ///   - time: The host's time.
    ///   - moment: The same by the clock that cannot be set.
    init(at time: Timestamp, _ moment: ContinuousClock.Instant) {
        latest = time
        toldAt = moment
    }

    mutating func now(by time: Timestamp, at moment: ContinuousClock.Instant) -> Timestamp {
        let passed = toldAt.duration(to: moment) / .seconds(1)
        let told = min(time, latest.advanced(bySeconds: passed + Self.leeway))
        latest = max(latest, told)
        toldAt = moment
        return told
    }
}
