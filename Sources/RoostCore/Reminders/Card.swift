/// How well an author knows a note of theirs, which decides when it is shown again.
public struct Card: Hashable, Sendable {
    public var note: ID<Note>
    /// When it was last shown; `nil` if never.
    public var seen: Timestamp?
    /// How many days it rested the last time.
    public var interval: Int
    /// Not to be shown before this.
    public var restsUntil: Timestamp?
    /// Whether its author wants it more often.
    public var isWanted: Bool
    /// Whether its author does not want it any more.
    public var isDone: Bool

    public init(
        note: ID<Note>, seen: Timestamp? = nil, interval: Int = 0, restsUntil: Timestamp? = nil,
        isWanted: Bool = false, isDone: Bool = false
    ) {
        self.note = note
        self.seen = seen
        self.interval = interval
        self.restsUntil = restsUntil
        self.isWanted = isWanted
        self.isDone = isDone
    }

    /// The author's answer to a note that was shown.
    public enum Answer: String, Hashable, Sendable, CaseIterable {
        /// It should come back soon, and often.
        case again
        /// It is known: a day's rest, then two, then four.
        case good
        /// It should not come back.
        case done
    }

    /// The longest rest, in days.
    private static let longestRest = 180

    public mutating func take(_ answer: Answer, at now: Timestamp) {
        (isWanted, isDone) = (answer == .again, answer == .done)
        switch answer {
        case .again: (interval, restsUntil) = (0, nil)
        case .good:
            interval = min(Self.longestRest, max(1, 2 * interval))
            restsUntil = now.advanced(bySeconds: 86400 * Double(interval))
        case .done: restsUntil = nil
        }
    }

    /// Whether it may be shown.
    public func isUp(at now: Timestamp) -> Bool {
        !isDone && restsUntil.map { $0 <= now } ?? true
    }

    /// Whether it comes before another that may also be shown.
    ///
    /// A note never seen comes first, then the one not seen for longest; for a wanted one, time
    /// passes twice as fast. So each gets its turn, however many are wanted.
    public func precedes(_ other: Card, at now: Timestamp) -> Bool {
        switch (age(at: now), other.age(at: now)) {
        case (nil, nil): note < other.note
        case (nil, _): true
        case (_, nil): false
        case (let mine?, let theirs?):
            mine == theirs ? note < other.note : mine > theirs
        }
    }

    /// How long ago it was shown, in seconds, doubled if it is wanted.
    private func age(at now: Timestamp) -> Double? {
        seen.map { now.seconds(since: $0) * (isWanted ? 2 : 1) }
    }
}
