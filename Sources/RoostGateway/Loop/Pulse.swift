import RoostCore

/// The speed of the loop, over one health interval.
struct Pulse {
    private(set) var start: Timestamp
    private var messages = 0
    private var turnStart: Int64 = 0
    /// The longest turn from reading to acknowledging, in milliseconds.
    private(set) var slowest = 0.0

    init(start: Timestamp) {
        self.start = start
    }

    /// Begins a new interval, perhaps in the middle of a turn.
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

    /// Messages per second.
    func rate(at now: Timestamp) -> Double {
        Double(messages) / max(1, now.seconds(since: start))
    }
}
