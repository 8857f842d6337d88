import RoostCore
import RoostStore

/// Looks again where expenses were, when the history learns more of that time.
struct ExpenseFinder {
    /// Of whom something was learned, and of what time.
    private var news: [ID<User>: ClosedRange<Timestamp>] = [:]

    /// Expenses that are looked at again at once, at most: those of the newest of them.
    private static let most = 1000
    /// What was learned just before the gateway stopped is looked at again when it starts, in days.
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
            // Until the next step, all that comes after.
            add(min(step.time, last)...last, of: step.user)
        // What was bought there before is found there now.
        case .keep(.savePlace): startOver(purses, at: now)
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

    /// The expenses that were elsewhere, by what is in the history now.
    mutating func changes(_ store: Store, _ engine: Engine) throws -> [ExpenseChange] {
        var changes: [ExpenseChange] = []
        for (user, span) in news.sorted(by: { $0.key < $1.key }) {
            let expenses = try store.foundExpenses(
                of: user, from: span.lowerBound, to: span.upperBound, most: Self.most)
            let places = engine.household.places(knownTo: user)
            for before in expenses {
                let traces = try store.traces(of: user, at: before.time)
                let expense = before.traced(by: traces, among: places)
                if expense != before { changes.append(.save(expense, before: before)) }
            }
        }
        news = [:]
        return changes
    }
}
