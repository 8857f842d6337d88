import GRDB
import RoostCore

extension ExpenseQuery {
    /// Selects one expense more than the page has.
    var statement: (sql: String, arguments: StatementArguments) {
        var (conditions, arguments) = filter
        var order = "time DESC, id DESC"
        if case .group = whose { order = "time DESC, user DESC, id DESC" }
        var offset = "0"
        var ofOffset: StatementArguments = []
        switch after?.end {
        case .id(let id):
            conditions.append("(time, id) < (?, ?)")
            arguments += [after?.time, id]
        case .member(let user, let count):
            let end: StatementArguments = [after?.time, user]
            // Returned expenses may be deleted meanwhile; no other member's are skipped for them.
            let same = (conditions + ["(time, user) = (?, ?)"]).joined(separator: " AND ")
            offset = "min(?, (SELECT count(*) FROM expense WHERE \(same)))"
            ofOffset = [count] + arguments + end
            conditions.append("(time, user) <= (?, ?)")
            arguments += end
        case nil: break
        }
        return (
            """
            SELECT * FROM expense WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(order) LIMIT ? OFFSET \(offset)
            """, arguments + [limit + 1] + ofOffset
        )
    }

    private var filter: (conditions: [String], arguments: StatementArguments) {
        var conditions: [String]
        var arguments: StatementArguments
        switch whose {
        case .user(let user): (conditions, arguments) = (["user = ?"], [user.rawValue])
        case .group(let group): (conditions, arguments) = (["group_id = ?"], [group.rawValue])
        }
        if let month {
            conditions.append("day BETWEEN ? AND ?")
            arguments += [month.first.number, month.last.number]
            // No calendar is more than a day off, so this range finds the rows.
            conditions.append("time BETWEEN ? AND ?")
            let day: Int64 = 86_400_000
            arguments += [
                Int64(month.first.daysSinceEpoch - 1) * day,
                Int64(month.last.daysSinceEpoch + 2) * day,
            ]
        }
        if let category {
            conditions.append("category = ?")
            arguments += [category.rawValue]
        }
        if let place {
            conditions.append("place = ?")
            arguments += [place.rawValue]
        }
        return (conditions, arguments)
    }
}
