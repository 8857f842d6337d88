import RoostCore

/// How fast the loop goes, over one interval of health.
struct Pulse {
    private(set) var start: Timestamp
    private var messages = 0
    private var turnStart: Int64 = 0
    /// Milliseconds that the slowest turn took from reading to acknowledging.
    private(set) var slowest = 0.0

    init(start: Timestamp) {
        self.start = start
    }

    /// Begins a new interval, perhaps within a turn.
    mutating func startOver(at now: Timestamp) {
        start = now
        messages = 0
        slowest = 0
    }

    mutating func turnBegan(steadily now: Int64) { turnStart = now }

    mutating func turnEnded(messages: Int, steadily now: Int64) {
        self.messages += messages
        slowest = max(slowest, Double(now - turnStart))
    }

    /// Messages a second.
    func rate(at now: Timestamp) -> Double {
        Double(messages) / max(1, now.seconds(since: start))
    }
}

/// Waits longer after each failure to write, up to half a minute.
struct Recovery {
    let failures: Int
    private let due: Int64

    /// - Parameter now: Milliseconds of a clock that nobody can set.
    init(failures: Int, at now: Int64) {
        self.failures = failures
        due = now + min(30_000, 250 << Int64(min(failures, 10)))
    }

    func isDue(at now: Int64) -> Bool { now >= due }
}
