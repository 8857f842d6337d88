import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// What the members spent for a group, by category, by member and by month, without places.
    func totals(
        of group: Group, in month: CalendarMonth?, for reader: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        let totals = try stored { try $0.totals(of: group.id, in: month) }
        let settings = settings(of: reader)
        let members = memberTotals(totals.parts)
        let sums = totals.parts.map { ($0.category, $0.amount, $0.count) }
        return Members { json in
            json.member("group", group.id)
            json.nullable("month", month)
            json.member("totals", Self.totals(of: sums, settings, "members", members))
            json.member("months", totals.months)
        }
    }

    /// By currency, the highest spender first.
    private func memberTotals(_ parts: [GroupTotals.Part]) -> [Currency: [MemberTotal]] {
        Dictionary(grouping: parts, by: \.amount.currency).mapValues { parts in
            Dictionary(grouping: parts, by: \.user).map { user, parts in
                MemberTotal(
                    user: user, name: household.users[user]?.name,
                    amount: Money(
                        units: parts.reduce(0) { $0 + $1.amount.units },
                        parts[0].amount.currency),
                    count: parts.reduce(0) { $0 + $1.count })
            }.sorted { ($1.amount.units, $0.user) < ($0.amount.units, $1.user) }
        }
    }
}

/// A member's spending for a group.
private struct MemberTotal: JSONWritable {
    var user: ID<User>
    var name: String?
    var amount: Money
    var count: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("user", user)
            json.member("name", name)
            json.member("total", amount.decimal)
            json.member("count", count)
        }
    }
}
