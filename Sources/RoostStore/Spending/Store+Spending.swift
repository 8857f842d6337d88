import GRDB
public import RoostCore

extension Store {
    /// The user's expense with that id.
    public func expense(_ id: ID<Expense>, of user: ID<User>) throws -> Expense? {
        try database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM expense WHERE user = ? AND id = ?",
                arguments: [user.rawValue, id.rawValue]
            ).map(Expense.init(row:))
        }
    }

    public func expenses(_ query: ExpenseQuery) throws -> ExpensePage {
        let (sql, arguments) = query.statement
        let found = try database.read { db in
            try Row.fetchAll(db, sql: sql, arguments: arguments).map(Expense.init(row:))
        }
        let told = Array(found.prefix(query.limit))
        guard found.count > told.count else { return ExpensePage(expenses: told) }
        let next: ExpenseCursor? =
            switch query.whose {
            case .user: told.last.map(ExpenseCursor.init(after:))
            case .group: ExpenseCursor(behind: told, after: query.after)
            }
        return ExpensePage(expenses: told, next: next)
    }

    /// The sums of a month or of all time.
    public func totals(of user: ID<User>, in month: CalendarMonth?) throws -> ExpenseTotals {
        try database.read { db in
            let parts = try Row.fetchAll(
                db,
                sql: """
                    SELECT currency, category, place, sum(units) AS units, sum(count) AS count
                    FROM expense_sum WHERE user = ? AND month BETWEEN ? AND ?
                    GROUP BY currency, category, place
                    """,
                arguments: [user.rawValue, month?.number ?? 0, month?.number ?? Int.max]
            ).map { row in
                ExpenseTotals.Part(
                    category: ID(checked: row["category"]), place: row.place,
                    amount: Money(row: row), count: row["count"])
            }
            let months = try ExpenseTotals.Month.all(
                in: "expense_sum", where: "user", is: user.rawValue, db)
            return ExpenseTotals(parts: parts, months: months)
        }
    }

    // MARK: Where they were

    /// The newest expenses of a time span with a position that Roost found or still searches.
    public func foundExpenses(
        of user: ID<User>, from: Timestamp, to: Timestamp, most: Int
    ) throws -> [Expense] {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM expense WHERE user = ? AND found IS NOT NULL AND time BETWEEN ? AND ?
                    ORDER BY time DESC LIMIT ?
                    """,
                arguments: [user.rawValue, from.milliseconds, to.milliseconds, most]
            ).map(Expense.init(row:))
        }
    }

    /// Who spent something in a place.
    public func spenders(in place: ID<Place>) throws -> Set<ID<User>> {
        try database.read { db in
            Set(
                try String.fetchAll(
                    db, sql: "SELECT DISTINCT user FROM expense WHERE place = ?",
                    arguments: [place.rawValue]
                ).map { ID(checked: $0) })
        }
    }

    /// The traces of a user's position in the history at some time.
    public func traces(of user: ID<User>, at time: Timestamp) throws -> Traces {
        try database.read { db in
            var traces = Traces(fixes: try fixes(of: user, around: time, db))
            func last(_ condition: String, since start: Timestamp) throws -> [Transition] {
                let steps = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT * FROM "transition" WHERE user = ? AND item IS NULL AND \(condition)
                            AND time BETWEEN ? AND ?
                        ORDER BY time DESC, is_entering DESC LIMIT \(Self.mostSteps)
                        """, arguments: [user.rawValue, start.milliseconds, time.milliseconds]
                ).map(Transition.init(row:))
                return steps.filter { $0.time == steps.first?.time }
            }
            traces.placeSteps = try last("room IS NULL", since: .epoch)
            if let step = traces.placeSteps.first {
                traces.roomStep = try last("room IS NOT NULL", since: step.time).first
            }
            return traces
        }
    }

    /// How many places that lie in each other are left or entered at once at most.
    private static let mostSteps = 16

    /// The nearest fixes before and after, oldest first.
    private func fixes(
        of user: ID<User>, around time: Timestamp, _ db: Database
    ) throws -> [Fix] {
        func nearest(_ condition: String, _ end: Double, _ order: String) throws -> [Fix] {
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM fix
                    WHERE user = ? AND NOT is_retained AND pinged IS NULL AND time \(condition)
                    ORDER BY time \(order), hash LIMIT ?
                    """,
                arguments: [
                    user.rawValue, time.milliseconds, time.advanced(bySeconds: end).milliseconds,
                    // Several devices may report, and one of them may have been left behind.
                    5 * Traces.most,
                ]
            ).compactMap { RecordedFix($0)?.fix }
        }
        let reach = Purse.newsReach
        return try nearest("<= ? AND time >= ?", -reach, "DESC").reversed()
            + nearest("> ? AND time <= ?", reach, "ASC")
    }

    // MARK: What the engine keeps

    static func purses(in db: Database) throws -> [ID<User>: Purse] {
        let found = try Row.fetchAll(
            db,
            sql: """
                SELECT user, max(time) AS time FROM expense WHERE found IS NOT NULL GROUP BY user
                """
        ).reduce(into: [String: Int64]()) { $0[$1["user"]] = $1["time"] }
        var purses: [ID<User>: Purse] = [:]
        let users = try Row.fetchAll(
            db,
            sql: """
                SELECT user, sum(count) AS count, max(month) AS month FROM expense_sum GROUP BY user
                """)
        for row in users {
            let user: String = row["user"]
            // Older sums are of a month that is over in every time zone.
            let newest = CalendarMonth(number: row["month"])
            let sums = try Row.fetchAll(
                db, sql: "SELECT * FROM expense_sum WHERE user = ? AND month >= ?",
                arguments: [user, newest.previous.number])
            purses[ID(checked: user)] = Purse(
                tally: Tally(rows: sums), count: row["count"],
                lastFound: found[user].map { Timestamp(milliseconds: $0) })
        }
        return purses
    }
}
