/// A moment in time: whole milliseconds since the Unix epoch, UTC.
///
/// Nothing in this module asks for the current time: each event carries its timestamp, so a
/// recorded day replays in a second, and in the same way each time.
public struct Timestamp: Hashable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Reads a time from outside, in seconds since the Unix epoch; `nil` outside the years 1970 to
    /// 9999, so that no message can make the arithmetic below overflow.
    public init?(secondsSinceEpoch seconds: Double) {
        guard seconds >= 0, seconds < 253_402_300_800 else { return nil }
        self.init(milliseconds: Int64((seconds * 1000).rounded()))
    }

    /// 1970-01-01T00:00:00Z, before everything that is told.
    public static let epoch = Timestamp(milliseconds: 0)

    /// Before and after everything that happens; nothing may be counted from or to `distantPast`,
    /// nor beyond `distantFuture`.
    static let distantPast = Timestamp(milliseconds: .min)
    public static let distantFuture = Timestamp(milliseconds: .max)

    /// Moves a moment that is later than `now` back to it.
    mutating func clamp(to now: Timestamp) { self = min(self, now) }

    /// How many seconds passed from `other` to this moment; negative if it comes before.
    public func seconds(since other: Timestamp) -> Double {
        Double(milliseconds - other.milliseconds) / 1000
    }

    /// The moment `seconds` later, or earlier if negative; rounded to milliseconds.
    public func advanced(bySeconds seconds: Double) -> Timestamp {
        Timestamp(milliseconds: milliseconds + Int64((seconds * 1000).rounded()))
    }

    /// The last whole multiple of `seconds` since the epoch.
    func floor(seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: milliseconds - milliseconds % (1000 * seconds))
    }

    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Timestamp: Comparable {
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }
}
