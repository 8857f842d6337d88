import RoostCore

/// The end of a page of expenses, as text that a requester passes back.
public struct ExpenseCursor: Hashable, Sendable {
    let time: Int64
    let end: End

    enum End: Hashable, Sendable {
        /// In one's own expenses.
        case id(String)
        /// In a group: skips that many of a member's expenses at that time, since their ids are
        /// private.
        case member(String, skipping: Int64)
    }

    init(after expense: Expense) {
        time = expense.time.milliseconds
        end = .id(expense.id.rawValue)
    }

    /// - Parameter last: The end of the previous page.
    init?(behind page: some BidirectionalCollection<Expense>, after last: ExpenseCursor?) {
        guard let expense = page.last else { return nil }
        time = expense.time.milliseconds
        let same = page.reversed().prefix { ($0.time, $0.user) == (expense.time, expense.user) }
        var count = Int64(same.count)
        if same.count == page.count, let last, last.time == time,
            case .member(expense.user.rawValue, let skipped) = last.end
        {
            count += skipped
        }
        end = .member(expense.user.rawValue, skipping: count)
    }

    /// Parses the output of `text` for the same user or group; `nil` for anything else.
    ///
    /// A group's cursor has no ids: with them, pages would reveal the ids of other members.
    public init?(_ text: String, of whose: ExpenseQuery.Whose) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let time = parts.first.flatMap({ Int64($0) }) else { return nil }
        self.time = time
        switch (whose, parts.count) {
        case (.user, 2):
            guard let id = ID<Expense>(parts[1]) else { return nil }
            end = .id(id.rawValue)
        case (.group, 3):
            guard let user = ID<User>(parts[1]), let count = Int64(parts[2]), count >= 0 else {
                return nil
            }
            end = .member(user.rawValue, skipping: count)
        default: return nil
        }
    }

    public var text: String {
        switch end {
        case .id(let id): "\(time).\(id)"
        case .member(let user, let count): "\(time).\(user).\(count)"
        }
    }
}
