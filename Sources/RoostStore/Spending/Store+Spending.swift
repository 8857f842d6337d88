import GRDB
public import RoostCore

extension Store {
    /// The user's expense of that id.
    public func expense(_ id: ID<Expense>, of user: ID<User>) throws -> Expense? {
        try database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM expense WHERE user = ? AND id = ?",
                arguments: [user.rawValue, id.rawValue]
            ).map(Expense.init(row:))
        }
    }

    public func expenses(_ query: ExpenseQuery) throws -> ExpensePage {
        var conditions = ["user = ?"]
        var arguments: StatementArguments = [query.user.rawValue]
        if let month = query.month {
            conditions.append("day BETWEEN ? AND ?")
            arguments += [month.first.number, month.last.number]
            // No calendar is more than a day off: by that the rows are found.
            conditions.append("time BETWEEN ? AND ?")
            let day: Int64 = 86_400_000
            arguments += [
                Int64(month.first.daysSinceEpoch - 1) * day,
                Int64(month.last.daysSinceEpoch + 2) * day,
            ]
        }
        if let category = query.category {
            conditions.append("category = ?")
            arguments += [category.rawValue]
        }
        if let place = query.place {
            conditions.append("place = ?")
            arguments += [place.rawValue]
        }
        if let after = query.after {
            conditions.append("(time, id) < (?, ?)")
            arguments += [after.time, after.id]
        }
        arguments += [query.limit + 1]
        let sql = """
            SELECT * FROM expense WHERE \(conditions.joined(separator: " AND "))
            ORDER BY time DESC, id DESC LIMIT ?
            """
        let found = try database.read { db in
            try Row.fetchAll(db, sql: sql, arguments: arguments).map(Expense.init(row:))
        }
        let told = Array(found.prefix(query.limit))
        return ExpensePage(
            expenses: told,
            next: found.count > told.count ? told.last.map(ExpenseCursor.init(after:)) : nil)
    }

    /// The sums of a month, or of all time.
    public func totals(of user: ID<User>, in month: CalendarMonth?) throws -> ExpenseTotals {
        try database.read { db in
            let parts = try Row.fetchAll(
                db,
                sql: """
                    SELECT currency, category, place, sum(units) AS units, count(*) AS count
                    FROM expense WHERE user = ? AND day BETWEEN ? AND ?
                    GROUP BY currency, category, place
                    """,
                arguments: [
                    user.rawValue, month?.first.number ?? 0, month?.last.number ?? Int.max,
                ]
            ).map { row in
                let place: String? = row["place"]
                return ExpenseTotals.Part(
                    category: ID(checked: row["category"]), place: place.map { ID(checked: $0) },
                    amount: Money(row: row), count: row["count"])
            }
            let months = try Row.fetchAll(
                db,
                sql: """
                    SELECT day / 100 AS month, currency, sum(units) AS units, count(*) AS count
                    FROM expense WHERE user = ? GROUP BY 1, 2 ORDER BY 1 DESC, 2
                    """, arguments: [user.rawValue]
            ).map { row in
                ExpenseTotals.Month(
                    month: CalendarMonth(number: row["month"]), amount: Money(row: row),
                    count: row["count"])
            }
            return ExpenseTotals(parts: parts, months: months)
        }
    }

    // MARK: Where they were

    /// The newest expenses of a span that Roost found, or looks for, the position of.
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

    /// What the history tells of where a user was at some time.
    public func traces(of user: ID<User>, at time: Timestamp) throws -> Traces {
        let reach = Purse.newsReach
        let query = HistoryQuery(
            user: user, from: time.advanced(bySeconds: -reach),
            to: time.advanced(bySeconds: reach + 0.001), limit: 1000)
        let fixes = try fixes(query).map(\.fix).filter { !$0.isRetained }
        return try database.read { db in
            func last(_ condition: String) throws -> Transition? {
                try Row.fetchOne(
                    db,
                    sql: """
                        SELECT * FROM "transition" WHERE user = ? AND item IS NULL AND \(condition)
                            AND time <= ?
                        ORDER BY time DESC, is_entering DESC LIMIT 1
                        """, arguments: [user.rawValue, time.milliseconds]
                ).map(Transition.init(row:))
            }
            return Traces(
                placeStep: try last("room IS NULL"), roomStep: try last("room IS NOT NULL"),
                fixes: fixes)
        }
    }

    // MARK: Imports

    /// What an import holds that is new: the sums of what is not older than `month`, and how many there are.
    public func news(
        ofImport name: String, of user: ID<User>, since month: CalendarMonth
    ) throws -> (tally: Tally, count: Int, all: Int) {
        try database.read { db in
            let mine = """
                FROM expense_import AS new WHERE new.user = ? AND new.import = ?
                """
            let unknown = """
                 AND NOT EXISTS (SELECT 1 FROM expense WHERE user = new.user AND id = new.id)
                """
            let own: StatementArguments = [user.rawValue, name]
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT currency, category, place, day / 100 AS month, sum(units) AS units,
                        count(*) AS count
                    \(mine)\(unknown) AND day >= ? GROUP BY 1, 2, 3, 4
                    """, arguments: own + [month.first.number])
            return (
                Tally(rows: rows),
                try Int.fetchOne(db, sql: "SELECT count(*) \(mine)\(unknown)", arguments: own) ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(*) \(mine)", arguments: own) ?? 0
            )
        }
    }

    func purses(in db: Database) throws -> [ID<User>: Purse] {
        var purses: [ID<User>: Purse] = [:]
        let users = try Row.fetchAll(
            db,
            sql: """
                SELECT user, count(*) AS count, max(day) AS day,
                    max(CASE WHEN found IS NOT NULL THEN time END) AS last_found
                FROM expense GROUP BY user
                """)
        for row in users {
            let user: String = row["user"]
            let found: Int64? = row["last_found"]
            // Older ones are of a month that is over in every zone.
            let newest = CalendarMonth(number: (row["day"] as Int) / 100)
            let sums = try Row.fetchAll(
                db,
                sql: """
                    SELECT currency, category, place, day / 100 AS month, sum(units) AS units,
                        count(*) AS count
                    FROM expense WHERE user = ? AND day >= ? GROUP BY 1, 2, 3, 4
                    """, arguments: [user, newest.previous.first.number])
            purses[ID(checked: user)] = Purse(
                tally: Tally(rows: sums), count: row["count"],
                lastFound: found.map { Timestamp(milliseconds: $0) })
        }
        return purses
    }
}

extension ChangeWriter {
    func write(_ changes: [ExpenseChange]) throws {
        for change in changes {
            switch change {
            case .save(let expense, _): try save(expense)
            case .delete(let expense):
                try run(
                    "DELETE FROM expense WHERE user = ? AND id = ?",
                    [expense.user.rawValue, expense.id.rawValue])
            case .clear(let user):
                try run("DELETE FROM expense WHERE user = ?", [user.rawValue])
            case .take(let name, let user, _, _):
                try run(
                    """
                    INSERT OR IGNORE INTO expense (\(Self.columns))
                    SELECT \(Self.columns) FROM expense_import WHERE user = ? AND import = ?
                    """, [user.rawValue, name])
                try forgetImport(name, of: user)
            }
        }
    }

    func write(_ part: ExpenseImportPart) throws {
        guard !part.expenses.isEmpty else { return try forgetImport(part.name, of: part.user) }
        for expense in part.expenses {
            try run(
                """
                INSERT OR REPLACE INTO expense_import (import, begun, \(Self.columns))
                SELECT ?, ?, \(Self.values) FROM user WHERE id = ?
                """,
                [part.name, part.begun.milliseconds] + expense.values + [expense.user.rawValue])
        }
    }

    private func forgetImport(_ name: String, of user: ID<User>) throws {
        try run(
            "DELETE FROM expense_import WHERE user = ? AND import = ?", [user.rawValue, name])
    }

    /// Whoever spent it may have been deleted by what came before.
    private func save(_ expense: Expense) throws {
        try run(
            """
            INSERT OR REPLACE INTO expense (\(Self.columns))
            SELECT \(Self.values) FROM user WHERE id = ?
            """, expense.values + [expense.user.rawValue])
    }

    private static let columns = """
        user, id, time, day, currency, units, category, name, latitude, longitude, place, room, found,
        created, updated, revision
        """
    private static let values = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
}

// MARK: Rows

extension Expense {
    fileprivate init(row: Row) {
        let (latitude, longitude): (Double?, Double?) = (row["latitude"], row["longitude"])
        let (place, room): (String?, String?) = (row["place"], row["room"])
        let found: String? = row["found"]
        var spot: Spot?
        if let latitude, let longitude,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        {
            spot = Spot(
                coordinate, place: place.map { ID(checked: $0) }, room: room.map { ID(checked: $0) }
            )
        }
        self.init(
            id: ID(checked: row["id"]), user: ID(checked: row["user"]), amount: Money(row: row),
            category: ID(checked: row["category"]), name: row["name"],
            time: Timestamp(milliseconds: row["time"]), day: CivilDay(number: row["day"]),
            spot: spot, found: found.flatMap(Finding.init),
            created: Timestamp(milliseconds: row["created"]),
            updated: Timestamp(milliseconds: row["updated"]), revision: row["revision"])
    }

    fileprivate var values: StatementArguments {
        [
            user.rawValue, id.rawValue, time.milliseconds, day.number, amount.currency.code,
            amount.units, category.rawValue, name, spot?.coordinate.latitude,
            spot?.coordinate.longitude, spot?.place?.rawValue, spot?.room?.rawValue,
            found?.rawValue,
            created.milliseconds, updated.milliseconds, revision,
        ]
    }
}

extension Money {
    fileprivate init(row: Row) {
        self.init(units: row["units"], Currency(checked: row["currency"]))
    }
}

extension Tally {
    fileprivate init(rows: [Row]) {
        self.init()
        for row in rows {
            let sum = Sum(units: row["units"], count: row["count"])
            let currency = Currency(checked: row["currency"])
            let month = CalendarMonth(number: row["month"])
            add(sum, to: .category(ID(checked: row["category"]), month, currency))
            if let place: String = row["place"] {
                add(sum, to: .place(ID(checked: place), month, currency))
            }
        }
    }
}

extension CivilDay {
    /// `20261122`.
    fileprivate var number: Int { (year * 100 + month) * 100 + day }

    fileprivate init(number: Int) {
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}

extension CalendarMonth {
    /// `202611`.
    fileprivate init(number: Int) {
        self.init(of: CivilDay(year: number / 100, month: number % 100, day: 1))
    }
}
