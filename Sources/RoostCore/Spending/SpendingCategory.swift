/// What people spend on, by their own list.
public struct SpendingCategory: Hashable, Sendable, Codable {
    public var id: ID<SpendingCategory>
    public var name: String

    public init(id: ID<SpendingCategory>, name: String) {
        self.id = id
        self.name = name
    }

    /// Where nothing else fits; in every list.
    public static let other = SpendingCategory(id: ID(checked: "other"), name: "Other")

    /// The list of whoever has none of their own.
    public static let defaults: [SpendingCategory] =
        [
            ("groceries", "Groceries"), ("eating-out", "Eating out"), ("transport", "Transport"),
            ("home", "Home"), ("health", "Health"), ("clothes", "Clothes"), ("leisure", "Leisure"),
            ("travel", "Travel"), ("education", "Education"), ("gifts", "Gifts"),
        ].map { SpendingCategory(id: ID(checked: $0), name: $1) } + [other]
}

extension Settings {
    public var spendingCategories: [SpendingCategory] { categories ?? SpendingCategory.defaults }

    /// What the user calls a category, also one that is no longer in their list.
    public func name(of category: ID<SpendingCategory>) -> String {
        spendingCategories.first { $0.id == category }?.name ?? category.rawValue
    }
}

/// How much one means to spend in a month.
public struct Budget: Hashable, Sendable, Codable {
    /// `nil` for all categories together.
    public var category: ID<SpendingCategory>?
    /// More than zero.
    public var amount: Money

    public init(category: ID<SpendingCategory>?, amount: Money) {
        self.category = category
        self.amount = amount
    }

    /// The parts of it that are told when they are reached, in per cent.
    public static let thresholds = [100, 80]

    /// What part of it that is, in per cent, rounded down; 0 of what was paid back.
    public func percent(spent: Int64) -> Int {
        Int(clamping: Int128(max(0, spent)) * 100 / Int128(max(1, amount.units)))
    }

    /// The largest threshold that is reached.
    public func threshold(spent: Int64) -> Int? {
        Self.thresholds.first { Int128(spent) * 100 >= Int128(amount.units) * Int128($0) }
    }
}
