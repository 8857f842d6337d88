public import RoostCore

/// The requested expenses of a user or of a group, newest first.
public struct ExpenseQuery: Hashable, Sendable {
    public var whose: Whose
    public var month: CalendarMonth?
    public var category: ID<SpendingCategory>?
    public var place: ID<Place>?
    public var limit: Int
    public var after: ExpenseCursor?

    public init(_ whose: Whose, limit: Int) {
        self.whose = whose
        self.limit = limit
    }

    public enum Whose: Hashable, Sendable {
        case user(ID<User>)
        /// What members share with a group.
        case group(ID<Group>)
    }
}

/// Expenses in order, and the start of the next page.
public struct ExpensePage: Sendable {
    public var expenses: [Expense]
    public var next: ExpenseCursor?
}
