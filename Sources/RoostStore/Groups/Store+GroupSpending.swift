import GRDB
public import RoostCore

/// Sums of what members share with a group: each of one member's category, and each month's.
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
    /// The sums of a month, or of all time; what was spent when is told by each member's own calendar.
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
            let months = try Row.fetchAll(
                db,
                sql: """
                    SELECT month, currency, sum(units) AS units, sum(count) AS count
                    FROM group_sum WHERE group_id = ? GROUP BY 1, 2 ORDER BY 1 DESC, 2
                    """, arguments: [group.rawValue]
            ).map(ExpenseTotals.Month.init(row:))
            return GroupTotals(parts: parts, months: months)
        }
    }

    /// Whether a group has as many expenses as are sure to add up.
    public func isFull(_ group: ID<Group>) throws -> Bool {
        try database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT sum(count) FROM group_sum WHERE group_id = ?",
                arguments: [group.rawValue]
            ).map { $0 >= Expense.most } ?? false
        }
    }
}
