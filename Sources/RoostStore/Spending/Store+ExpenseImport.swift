import GRDB
public import RoostCore

/// Rows of an incomplete import.
public struct ExpenseImportPart: Hashable, Sendable {
    public var user: ID<User>
    public var name: String
    public var begun: Timestamp
    /// Empty to discard all previous rows.
    public var expenses: [Expense]

    public init(user: ID<User>, name: String, begun: Timestamp, expenses: [Expense]) {
        self.user = user
        self.name = name
        self.begun = begun
        self.expenses = expenses
    }
}

extension Store {
    static let isNew = """
        NOT EXISTS (SELECT 1 FROM expense WHERE user = new.user AND id = new.id)
        """

    /// Whether the row is not what was imported, or noted down, under its id.
    ///
    /// A day alone, as a row may have it, is no exact time, and a row may leave out where it was.
    private static let isOther = """
        new.currency <> old.currency OR new.units <> old.units OR new.category <> old.category
            OR new.name IS NOT old.name OR new.day <> old.day
            OR new.latitude IS NOT NULL AND (old.latitude IS NULL
                OR abs(new.latitude - old.latitude) > 1e-5
                OR abs(new.longitude - old.longitude) > 1e-5)
        """

    /// How many rows of incomplete imports there are.
    public func rows(ofImportsOf user: ID<User>) throws -> Int {
        try database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM expense_import WHERE user = ?",
                arguments: [user.rawValue]) ?? 0
        }
    }

    /// The effect of an import.
    public struct ImportNews: Sendable {
        /// The sums of the new rows.
        public var tally: Tally
        /// How many rows are new.
        public var count: Int
        /// How many rows there are in total.
        public var all: Int
        /// How many of those that are there already are other ones, and stay.
        public var differing: Int
        /// One of these.
        public var example: ID<Expense>?
        /// How many categories the user will have used.
        public var categories: Int
        /// The currency of most rows; `nil` if there are none.
        public var currency: Currency?
    }

    /// The effect of an import, with the sums of rows not older than `month`.
    public func news(
        ofImport name: String, of user: ID<User>, since month: CalendarMonth
    ) throws -> ImportNews {
        try database.read { db in
            let mine = "FROM expense_import AS new WHERE new.user = ? AND new.import = ?"
            let own: StatementArguments = [user.rawValue, name]
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT currency, category, place, day / 100 AS month, sum(units) AS units,
                        count(*) AS count
                    \(mine) AND \(Self.isNew) AND day >= ? GROUP BY 1, 2, 3, 4
                    """, arguments: own + [month.first.number])
            func count(_ sql: String, _ arguments: StatementArguments) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT count(*) \(sql)", arguments: arguments) ?? 0
            }
            let other = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*) AS count, min(new.id) AS example
                    FROM expense_import AS new
                        JOIN expense AS old ON old.user = new.user AND old.id = new.id
                    WHERE new.user = ? AND new.import = ? AND (\(Self.isOther))
                    """, arguments: own)
            return ImportNews(
                tally: Tally(rows: rows), count: try count("\(mine) AND \(Self.isNew)", own),
                all: try count(mine, own), differing: other?["count"] ?? 0,
                example: other?.id("example"),
                categories: try count(
                    """
                    FROM (SELECT category \(mine)
                        UNION SELECT category FROM expense_sum WHERE user = ?)
                    """, own + [user.rawValue]),
                currency: try String.fetchOne(
                    db,
                    sql: "SELECT currency \(mine) GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
                    arguments: own
                ).flatMap { Currency($0) })
        }
    }
}
