/// What the engine knows of a user's spending: the sums of this month and the previous one.
public struct Purse: Hashable, Sendable {
    public private(set) var tally: Tally
    /// The number of expenses in all months.
    public private(set) var count: Int
    /// The time of the newest expense whose position Roost found, or looks for.
    public private(set) var lastFound: Timestamp?

    public init(tally: Tally = Tally(), count: Int = 0, lastFound: Timestamp? = nil) {
        self.tally = tally
        self.count = count
        self.lastFound = lastFound
    }

    /// How many seconds before and after a time fixes show where a user was then.
    public static let newsReach = 900.0

    /// Whether news about that time may show where an expense was.
    public func mayLearn(of time: Timestamp) -> Bool {
        lastFound.map { time <= $0.advanced(bySeconds: Self.newsReach) } ?? false
    }

    mutating func take(_ change: ExpenseChange) {
        switch change {
        case .save(let expense, let before):
            if let before { tally.add(before, times: -1) } else { count += 1 }
            tally.add(expense, times: 1)
            if expense.found != nil { lastFound = max(lastFound ?? expense.time, expense.time) }
        case .delete(let expense):
            tally.add(expense, times: -1)
            count -= 1
        case .clear: self = Purse()
        case .take(_, _, let more, let number):
            tally.add(more)
            count += number
        }
    }

    /// Sums of older months come from the store.
    mutating func forget(before month: CalendarMonth) { tally.forget(before: month) }

    mutating func forget(_ place: ID<Place>) { tally.forget(place) }
}
