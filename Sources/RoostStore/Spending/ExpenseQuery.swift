public import RoostCore

/// Which expenses of a user, or of a group, are asked for, newest first.
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

/// Expenses in order, and where to go on.
public struct ExpensePage: Sendable {
    public var expenses: [Expense]
    public var next: ExpenseCursor?
}

/// Where a page of expenses ended, as text that a requester hands back.
public struct ExpenseCursor: Hashable, Sendable {
    let time: Int64
    /// Each user's own: two members of a group may call theirs the same.
    let id: String
    let user: String

    init(after expense: Expense) {
        time = expense.time.milliseconds
        id = expense.id.rawValue
        user = expense.user.rawValue
    }

    /// Reads what `text` wrote; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let time = Int64(parts[0]), let id = ID<Expense>(String(parts[1])),
            let user = ID<User>(String(parts[2]))
        else { return nil }
        self.time = time
        self.id = id.rawValue
        self.user = user.rawValue
    }

    public var text: String { "\(time).\(id).\(user)" }
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
