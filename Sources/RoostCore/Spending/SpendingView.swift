/// A month of one user's spending, as their topic shows it.
public struct SpendingView: Hashable, Sendable {
    public var user: ID<User>
    public var month: CalendarMonth
    /// The user's own currency first, then by code.
    public var totals: [Total]
    public var budgets: [BudgetView]

    /// The spending in one currency.
    public struct Total: Hashable, Sendable {
        public var amount: Money
        public var count: Int
        /// The largest amount first, then by id.
        public var categories: [Part]
    }

    public struct Part: Hashable, Sendable {
        public var category: ID<SpendingCategory>
        public var name: String
        public var amount: Money
        public var count: Int
    }
}

extension SpendingView {
    /// The sum of one category, at one place or several.
    public typealias CategorySum = (
        category: ID<SpendingCategory>, amount: Money, count: Int
    )

    /// The totals per currency, however the sums are divided.
    public static func totals(of sums: [CategorySum], _ settings: Settings) -> [Total] {
        Dictionary(grouping: sums, by: \.amount.currency).map { currency, sums in
            let categories = Dictionary(grouping: sums, by: \.category).map { category, sums in
                Part(
                    category: category, name: settings.name(of: category),
                    amount: Money(units: sums.reduce(0) { $0 + $1.amount.units }, currency),
                    count: sums.reduce(0) { $0 + $1.count })
            }
            return Total(
                amount: Money(units: sums.reduce(0) { $0 + $1.amount.units }, currency),
                count: sums.reduce(0) { $0 + $1.count },
                categories: categories.sorted {
                    ($1.amount.units, $0.category) < ($0.amount.units, $1.category)
                })
        }.sorted { settings.precedes($0.amount.currency, $1.amount.currency) }
    }

    /// The user's budgets, and how much of each is spent.
    public static func budgets(of sums: [CategorySum], _ settings: Settings) -> [BudgetView] {
        (settings.budgets ?? []).map { budget in
            let currency = budget.amount.currency
            let spent = sums.filter {
                $0.amount.currency == currency && $0.category == budget.category ?? $0.category
            }
            return BudgetView(
                budget: budget, name: budget.category.map { settings.name(of: $0) },
                spent: Money(units: spent.reduce(0) { $0 + $1.amount.units }, currency))
        }
    }
}

extension Engine {
    /// The user's spending of this month; `nil` if they have none and no budgets.
    public func spending(of id: ID<User>) -> SpendingView? {
        guard let settings = household.users[id]?.settings else { return nil }
        let budgets = settings.budgets ?? []
        guard purses[id] != nil || !budgets.isEmpty else { return nil }
        let (tally, month) = (purses[id]?.tally ?? Tally(), month(of: id))
        let sums = tally.sums.compactMap { key, sum -> SpendingView.CategorySum? in
            guard case .category(let category, month, let currency) = key else { return nil }
            return (category, Money(units: sum.units, currency), sum.count)
        }
        return SpendingView(
            user: id, month: month, totals: SpendingView.totals(of: sums, settings),
            budgets: SpendingView.budgets(of: sums, settings))
    }
}

extension Settings {
    /// Whether one currency comes before the other: the user's own is first.
    public func precedes(_ first: Currency, _ second: Currency) -> Bool {
        if (first == currency) != (second == currency) { return first == currency }
        return first < second
    }
}
