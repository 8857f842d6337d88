import GRDB
import RoostCore

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
                    INSERT INTO expense (\(Self.columns))
                    SELECT \(Self.columns) FROM expense_import AS new
                    WHERE user = ? AND import = ? AND \(Store.isNew)
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

    /// Does nothing if the user was deleted earlier.
    private func save(_ expense: Expense) throws {
        // No replacement: with it, no trigger would subtract the old row from the sums.
        try run(
            """
            INSERT INTO expense (\(Self.columns), group_id)
            SELECT \(Self.values), ? FROM user WHERE id = ?
            ON CONFLICT (user, id) DO UPDATE SET time = excluded.time, day = excluded.day,
                currency = excluded.currency, units = excluded.units,
                category = excluded.category, name = excluded.name,
                latitude = excluded.latitude, longitude = excluded.longitude,
                place = excluded.place, room = excluded.room, found = excluded.found,
                updated = excluded.updated, revision = excluded.revision,
                group_id = excluded.group_id
            """, expense.values + [expense.group?.rawValue, expense.user.rawValue])
    }

    private static let columns = """
        user, id, time, day, currency, units, category, name, latitude, longitude, place, room, found,
        created, updated, revision
        """
    private static let values = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
}
