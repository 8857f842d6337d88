import RoostCore
public import RoostFormats
public import RoostStore

extension RequestDesk {
    /// The user's expenses, or those of a group, newest first.
    func listExpenses(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(
            request: ["month", "category", "place", "group", "limit", "after"], of: user)
        var query = ExpenseQuery(
            .user(user), limit: try payload["limit"]?.integer(in: 1...1000) ?? 100)
        if let field = payload["group"] {
            query.whose = .group(try group(field, of: user).id)
            // Otherwise, asking for one place after another would reveal where the others were.
            if let place = payload["place"] {
                throw RequestError(
                    .badRequest, "where a group's expenses were is not told: leave place out",
                    field: place.name)
            }
        }
        query.month = try payload["month"]?.month()
        // A category that is no longer in the list is allowed too.
        query.category = try payload["category"]?.id()
        query.place = try payload["place"].map { (field) throws(RequestError) in
            try knownPlace(field, of: user).id
        }
        if let after = payload["after"] {
            guard let cursor = ExpenseCursor(try after.string(), of: query.whose) else {
                throw .noPage
            }
            query.after = cursor
        }
        let page = try stored { [query] in try $0.expenses(query) }
        return Members { json in
            json.member(
                "expenses",
                page.expenses.map { ExpenseAnswer($0, for: user, in: household) })
            json.nullable("next", page.next?.text)
        }
    }

    /// Sums of a month or of all time, by category and place, and those of each month.
    func totals(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["month", "group"], of: user)
        var month: CalendarMonth? = engine.month(of: user)
        if let field = payload["month"] {
            month = field.value.string == "all" ? nil : try field.month()
        }
        if let field = payload["group"] {
            return try totals(of: try group(field, of: user), in: month, for: user)
        }
        let totals = try stored { [month] in try $0.totals(of: user, in: month) }
        let settings = settings(of: user)
        let sums = totals.parts.map { ($0.category, $0.amount, $0.count) }
        let byPlace = placeTotals(totals.parts, of: user)
        return Members { json in
            json.nullable("month", month)
            json.member("totals", Self.totals(of: sums, settings, "places", byPlace))
            json.member("months", totals.months)
            // Budgets are monthly.
            if month != nil { json.member("budgets", SpendingView.budgets(of: sums, settings)) }
        }
    }

    /// By currency, each divided by category and, as `name`, into the given parts.
    static func totals(
        of sums: [SpendingView.CategorySum], _ settings: Settings, _ name: String,
        _ parts: [Currency: [some JSONWritable]]
    ) -> [Members] {
        SpendingView.totals(of: sums, settings).map { total in
            Members { json in
                json.member("currency", total.amount.currency.code)
                json.member("total", total.amount.decimal)
                json.member("count", total.count)
                json.member("categories", total.categories)
                json.member(name, parts[total.amount.currency] ?? [])
            }
        }
    }

    /// By currency, the largest sum first; spending at no known place comes last.
    private func placeTotals(
        _ parts: [ExpenseTotals.Part], of user: ID<User>
    ) -> [Currency: [PlaceTotal]] {
        var totals: [Currency: [ID<Place>?: PlaceTotal]] = [:]
        for part in parts {
            let place = household.place(part.place, knownTo: user)
            let new = PlaceTotal(place: place, amount: Money(units: 0, part.amount.currency))
            totals[part.amount.currency, default: [:]][place?.id, default: new].add(part)
        }
        return totals.mapValues { $0.values.sorted { $0.precedes($1) } }
    }
}

/// The sum at a place, or at no known one.
private struct PlaceTotal: JSONWritable {
    var place: Place?
    var amount: Money
    var count = 0

    mutating func add(_ part: ExpenseTotals.Part) {
        amount.units += part.amount.units
        count += part.count
    }

    func precedes(_ other: PlaceTotal) -> Bool {
        guard let place, let another = other.place else { return place != nil }
        return (other.amount.units, place.id) < (amount.units, another.id)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.nullable("place", place?.id)
            json.nullable("name", place?.name)
            json.member("total", amount.decimal)
            json.member("count", count)
        }
    }
}

extension ExpenseTotals.Month: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("month", month)
            json.member("currency", amount.currency.code)
            json.member("total", amount.decimal)
            json.member("count", count)
        }
    }
}
