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
