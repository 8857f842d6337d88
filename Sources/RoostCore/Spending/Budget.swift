/// How much a user intends to spend in a month.
public struct Budget: Hashable, Sendable, Codable {
    /// `nil` for all categories together.
    public var category: ID<SpendingCategory>?
    /// More than zero.
    public var amount: Money

    public init(category: ID<SpendingCategory>?, amount: Money) {
        self.category = category
        self.amount = amount
    }

    /// The shares of the budget that cause an alert when reached, in per cent.
    static let thresholds = [100, 80]

    /// The share of the budget that is spent, in per cent, rounded down; 0 if refunds exceed
    /// spending.
    public func percent(spent: Int64) -> Int {
        Int(clamping: Int128(max(0, spent)) * 100 / Int128(max(1, amount.units)))
    }

    /// The largest threshold that has been reached.
    public func threshold(spent: Int64) -> Int? {
        Self.thresholds.first { Int128(spent) * 100 >= Int128(amount.units) * Int128($0) }
    }
}

/// A budget, and how much of it is spent.
public struct BudgetView: Hashable, Sendable {
    public var budget: Budget
    /// `nil` for all categories together.
    public var name: String?
    public var spent: Money

    public var left: Money { Money(units: budget.amount.units - spent.units, spent.currency) }
    public var percent: Int { budget.percent(spent: spent.units) }
}
