/// A daily span of time, which may go past midnight: 22:00 to 06:30.
public struct DailyHours: Hashable, Sendable, Codable {
    /// Minutes after midnight, 0..<1440; the end is not part of the span.
    public var from: Int
    public var to: Int

    /// Returns `nil` if a minute is outside the day.
    public init?(from: Int, to: Int) {
        guard (0..<1440).contains(from), (0..<1440).contains(to) else { return nil }
        self.from = from
        self.to = to
    }

    /// Equal ends mean the whole day.
    var isWholeDay: Bool { from == to }

    /// Whether the span contains a minute of the day.
    func contains(minuteOfDay minute: Int) -> Bool {
        if isWholeDay { return true }
        return from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    }
}
