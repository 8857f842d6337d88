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
