import Glibc
import RoostCore

/// The host's time, and whether it was set since the last reading.
struct HostClock {
    private var offset: Int64?

    /// The time.
    var time: Timestamp { Timestamp(milliseconds: milliseconds(CLOCK_REALTIME)) }

    /// The time, and whether it moved by more than 1.5 seconds against the clock that cannot be
    /// set.
    mutating func read() -> (now: Timestamp, wasSet: Bool) {
        let now = milliseconds(CLOCK_REALTIME)
        let new = now - steady
        defer { offset = new }
        let wasSet = offset.map { abs($0 - new) > 1500 } ?? false
        return (Timestamp(milliseconds: now), wasSet)
    }

    /// Milliseconds of the clock that cannot be set.
    ///
    /// It stands still while the machine sleeps, when nothing is heard: a sleep counts as a jump.
    var steady: Int64 { milliseconds(CLOCK_MONOTONIC) }

    private func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
