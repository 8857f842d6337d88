import GRDB
public import RoostCore

/// The sums that members share with a group: by member and category, and by month.
public struct GroupTotals: Sendable {
    public var parts: [Part]
    public var months: [ExpenseTotals.Month]

    public struct Part: Hashable, Sendable {
        public var user: ID<User>
        public var category: ID<SpendingCategory>
        public var amount: Money
        public var count: Int
    }
}

extension Store {
    /// The sums of a month or of all time; each member's own calendar decides the month.
    public func totals(of group: ID<Group>, in month: CalendarMonth?) throws -> GroupTotals {
        try database.read { db in
            let parts = try Row.fetchAll(
                db,
                sql: """
                    SELECT currency, user, category, sum(units) AS units, sum(count) AS count
                    FROM group_sum WHERE group_id = ? AND month BETWEEN ? AND ?
                    GROUP BY currency, user, category
                    """,
                arguments: [group.rawValue, month?.number ?? 0, month?.number ?? Int.max]
            ).map { row in
                GroupTotals.Part(
                    user: ID(checked: row["user"]), category: ID(checked: row["category"]),
                    amount: Money(row: row), count: row["count"])
            }
            let months = try ExpenseTotals.Month.all(
                in: "group_sum", where: "group_id", is: group.rawValue, db)
            return GroupTotals(parts: parts, months: months)
        }
    }

    /// Whether a group has as many expenses as can be summed safely.
    public func isFull(_ group: ID<Group>) throws -> Bool {
        try database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT sum(count) FROM group_sum WHERE group_id = ?",
                arguments: [group.rawValue]
            ).map { $0 >= Expense.most } ?? false
        }
    }
}
