import RoostCore
import RoostStore

/// Searches the places of expenses again when the history learns more about that time.
struct ExpenseFinder {
    /// The users with new history, and the time that it is about.
    private var news: [ID<User>: ClosedRange<Timestamp>] = [:]

    /// Places that some users may have known until now.
    private var narrowed: Set<ID<Place>> = []
    /// Whether there is more to check than one search does.
    private(set) var isUnfinished = false

    /// The most expenses of one user that are checked in one search: the newest ones.
    private static let most = 1000
    /// A search ends with the user with whom it has checked so many expenses.
    private static let enough = 200
    /// How far back expenses are checked when the gateway starts, in days.
    private static let lookback = 30.0

    mutating func note(_ effect: Effect, _ purses: [ID<User>: Purse], at now: Timestamp) {
        switch effect {
        case .record(let fix, let key) where purses[key.user]?.mayLearn(of: fix.time) == true:
            let reach = Purse.newsReach
            add(
                fix.time.advanced(bySeconds: -reach)...fix.time.advanced(bySeconds: reach),
                of: key.user)
        case .announce(let step) where purses[step.user]?.mayLearn(of: step.time) == true:
            guard step.subject == .user, let last = purses[step.user]?.lastFound else { return }
            // Everything after the step, up to the next one.
            add(min(step.time, last)...last, of: step.user)
        // Earlier purchases there are found there now.
        case .keep(.savePlace(let place)):
            startOver(purses.filter { place.isKnown(to: $0.key) }, at: now)
            if !place.isShared { narrowed.insert(place.id) }
        default: break
        }
    }

    mutating func startOver(_ purses: [ID<User>: Purse], at now: Timestamp) {
        for (user, purse) in purses {
            guard let last = purse.lastFound else { continue }
            let first = now.advanced(bySeconds: -86400 * Self.lookback)
            add(min(first, last)...last, of: user)
        }
    }

    private mutating func add(_ span: ClosedRange<Timestamp>, of user: ID<User>) {
        guard let known = news[user] else {
            news[user] = span
            return
        }
        news[user] =
            min(known.lowerBound, span.lowerBound)...max(known.upperBound, span.upperBound)
    }

    /// The expenses whose place differs by the current history.
    ///
    /// - Parameter kept: Since when the history has all fixes. Of the time before, an expense knows
    ///   more than the history.
    mutating func changes(
        _ store: Store, _ engine: Engine, fixesSince kept: Timestamp
    ) throws -> [ExpenseChange] {
        isUnfinished = false
        var changes: [ExpenseChange] = []
        let first = kept.advanced(bySeconds: Purse.newsReach)
        for place in narrowed {
            let spenders = try store.spenders(in: place)
            startOver(engine.purses.filter { spenders.contains($0.key) }, at: engine.now)
        }
        narrowed = []
        var checked = 0
        var failure: (any Error)?
        for (user, span) in news.inOrder {
            guard checked < Self.enough else {
                isUnfinished = true
                return changes
            }
            guard span.upperBound >= first else {
                news[user] = nil
                continue
            }
            do {
                let expenses = try store.foundExpenses(
                    of: user, from: max(first, span.lowerBound), to: span.upperBound,
                    most: Self.most)
                checked += expenses.count
                changes += try Self.changes(
                    of: expenses, by: user, store, among: engine.household.places(knownTo: user))
            } catch {
                failure = error
                continue
            }
            news[user] = nil
        }
        // What was found is looked for no more, so it must be kept.
        if let failure, changes.isEmpty { throw failure }
        return changes
    }

    private static func changes(
        of expenses: [Expense], by user: ID<User>, _ store: Store, among places: [Place]
    ) throws -> [ExpenseChange] {
        try expenses.compactMap { before in
            let traces = try store.traces(of: user, at: before.time)
            let expense = before.traced(by: traces, among: places)
            return expense == before ? nil : .save(expense, before: before)
        }
    }
}
