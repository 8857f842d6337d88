public import RoostCore

/// Which expenses of a user are asked for, newest first.
public struct ExpenseQuery: Hashable, Sendable {
    public var user: ID<User>
    public var month: CalendarMonth?
    public var category: ID<SpendingCategory>?
    public var place: ID<Place>?
    public var limit: Int
    public var after: ExpenseCursor?

    public init(user: ID<User>, limit: Int) {
        self.user = user
        self.limit = limit
    }
}

/// Expenses in order, and where to go on.
public struct ExpensePage: Sendable {
    public var expenses: [Expense]
    public var next: ExpenseCursor?
}

/// Where a page of expenses ended, as text that a requester hands back.
public struct ExpenseCursor: Hashable, Sendable {
    let time: Int64
    let id: String

    init(after expense: Expense) {
        time = expense.time.milliseconds
        id = expense.id.rawValue
    }

    /// Reads what `text` wrote; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int64(parts[0]), let id = ID<Expense>(String(parts[1]))
        else { return nil }
        self.time = time
        self.id = id.rawValue
    }

    public var text: String { "\(time).\(id)" }
}

/// Rows of an import that is not complete yet.
public struct ExpenseImportPart: Hashable, Sendable {
    public var user: ID<User>
    public var name: String
    public var begun: Timestamp
    /// Empty to forget all that came before.
    public var expenses: [Expense]

    public init(user: ID<User>, name: String, begun: Timestamp, expenses: [Expense]) {
        self.user = user
        self.name = name
        self.begun = begun
        self.expenses = expenses
    }
}

/// Sums of a user's expenses: each by one category at one place, and each month's.
public struct ExpenseTotals: Sendable {
    public var parts: [Part]
    public var months: [Month]

    public struct Part: Hashable, Sendable {
        public var category: ID<SpendingCategory>
        public var place: ID<Place>?
        public var amount: Money
        public var count: Int
    }

    public struct Month: Hashable, Sendable {
        public var month: CalendarMonth
        public var amount: Money
        public var count: Int
    }
}
