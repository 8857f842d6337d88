/// What is known of how well its author knows a note, so that each comes in its turn.
public struct Card: Hashable, Sendable {
    public var note: ID<Note>
    /// When it was shown last; `nil` for never.
    public var seen: Timestamp?
    /// For how many days it rested the last time.
    public var interval: Int
    /// Until when it is not to be shown.
    public var restsUntil: Timestamp?
    /// Its author wants it more often.
    public var isWanted: Bool
    /// Its author does not want it any more.
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

    /// What its author says to a note that was shown.
    public enum Answer: String, Hashable, Sendable, CaseIterable {
        /// It is to come back soon, and often.
        case again
        /// It is known: a day's rest, then two, then four.
        case good
        /// It is not to come back.
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

    /// Whether it comes before another that may be shown as well.
    ///
    /// Who was never seen comes first, then who was not seen for longest; for one that is wanted, time
    /// passes twice as fast. So each has its turn, however many are wanted.
    public func precedes(_ other: Card, at now: Timestamp) -> Bool {
        switch (age(at: now), other.age(at: now)) {
        case (nil, nil): note < other.note
        case (nil, _): true
        case (_, nil): false
        case (let mine?, let theirs?):
            mine == theirs ? note < other.note : mine > theirs
        }
    }

    /// How long ago it was shown, in seconds as it feels them.
    private func age(at now: Timestamp) -> Double? {
        seen.map { now.seconds(since: $0) * (isWanted ? 2 : 1) }
    }
}
