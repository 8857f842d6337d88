import GRDB
public import RoostCore

/// The sums of a user's expenses: by category and place, and by month.
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

extension ExpenseTotals.Month {
    /// All months of one owner, newest first.
    ///
    /// - Parameters:
    ///   - table: The sums, `expense_sum` or `group_sum`.
    ///   - owner: The column of that table that names whose they are.
    static func all(
        in table: String, where owner: String, is id: String, _ db: Database
    ) throws -> [Self] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT month, currency, sum(units) AS units, sum(count) AS count
                FROM \(table) WHERE \(owner) = ? GROUP BY 1, 2 ORDER BY 1 DESC, 2
                """, arguments: [id]
        ).map(Self.init(row:))
    }
}
