/// A category of spending, from the user's own list.
public struct SpendingCategory: Hashable, Sendable, Codable {
    public var id: ID<SpendingCategory>
    public var name: String

    public init(id: ID<SpendingCategory>, name: String) {
        self.id = id
        self.name = name
    }

    /// For whatever fits nowhere else; part of every list.
    public static let other = SpendingCategory(id: ID(checked: "other"), name: "Other")

    /// The list for users without their own.
    public static let defaults: [SpendingCategory] =
        [
            ("groceries", "Groceries"), ("eating-out", "Eating out"), ("transport", "Transport"),
            ("home", "Home"), ("health", "Health"), ("clothes", "Clothes"), ("leisure", "Leisure"),
            ("travel", "Travel"), ("education", "Education"), ("gifts", "Gifts"),
        ].map { SpendingCategory(id: ID(checked: $0), name: $1) } + [other]
}

extension Settings {
    public var spendingCategories: [SpendingCategory] { categories ?? SpendingCategory.defaults }

    /// The user's name for a category, even for one that is no longer in their list.
    public func name(of category: ID<SpendingCategory>) -> String {
        spendingCategories.first { $0.id == category }?.name ?? category.rawValue
    }
}

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
