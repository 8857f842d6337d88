/// That a beacon is gone from its place: it was silent for longer than its rhythm explains, or its
/// bearer left.
struct Absence: Hashable, Sendable {
    /// The beacon was last heard on its way out by an exit.
    let wentOut: Bool
    /// The beacon is back inside at once if louder than this, in dBm; `nil` if unknown.
    let outside: Int8?
    /// When it was heard again; it counts as gone until that is weighed.
    private(set) var returned: Timestamp?

    /// A beacon begins its return anew after a gap longer than this, in seconds, and than three of
    /// its intervals.
    private static let lone = 12.0
    /// A beacon heard for this long is there, however weakly, in seconds.
    static let lingering = 20.0

    /// - Parameter level: How loud it may be heard from outside, in dBm; `nil` if unknown.
    init(wentOut: Bool, heardUpTo level: Double? = nil, returned: Timestamp? = nil) {
        self.wentOut = wentOut
        self.returned = returned
        outside = level.flatMap { Int8(exactly: $0.rounded()) }
    }

    /// Notes that it was heard again.
    ///
    /// - Parameters:
    ///   - last: When it was heard before that; a late reading tells where it was before it was
    ///     gone.
    ///   - interval: Its shortest learned interval, in seconds; 0 if none is known.
    mutating func hear(at time: Timestamp, after last: Timestamp?, interval: Double) {
        let gap = last.map { time.seconds(since: $0) } ?? .infinity
        guard gap > 0, returned == nil || gap > max(Self.lone, 3 * interval) else { return }
        returned = time
    }

    /// Since when it is back, rather than giving its last signs from the pavement, or a stray one
    /// from next door; `nil` while it is not.
    func end(by hearings: [Hearing]) -> Timestamp? {
        guard let returned else { return nil }
        let limit = outside.map { max(RoomSnapshot.plain, Double($0) + 1) } ?? RoomSnapshot.plain
        let isBack = hearings.contains {
            $0.lastHeard.seconds(since: returned) >= Self.lingering
                || $0.lastHeard >= returned && $0.lastReading >= limit
        }
        return isBack ? returned : nil
    }

    mutating func clamp(to now: Timestamp) { returned?.clamp(to: now) }
}
