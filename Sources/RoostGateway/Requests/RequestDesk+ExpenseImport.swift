import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// Takes the rows of an import in parts, and at the end stores all of them at once.
    ///
    /// Nothing of it is visible before its end; existing expenses with the same id stay unchanged,
    /// and the answer tells how many of them the rows differ from.
    mutating func importExpenses(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["import", "rows", "count", "cancel"], of: user)
        try payload.allowOne(of: ["rows", "count", "cancel"], "rows, count and cancel")
        let name: ID<ExpenseImportPart> = try payload.required("import").id()
        if try payload["cancel"]?.bool() == true {
            keep(.importPart(part(name, of: user, [])))
            return Members { $0.member("import", name) }
        }
        if let field = payload["count"] {
            return try finish(name, count: try field.integer(in: 0...Self.mostRows), of: user)
        }
        var rows: [Expense] = []
        for field in try payload.required("rows").array(count: 1...1000) {
            rows.append(try row(field, of: user))
        }
        let staged = try stored { try $0.rows(ofImportsOf: user) }
        guard staged + rows.count <= Self.mostRows else {
            throw RequestError(
                .tooLarge, "an import has at most \(Self.mostRows) rows: split the file",
                field: "rows")
        }
        keep(.importPart(part(name, of: user, rows)))
        return Members { json in
            json.member("import", name)
            json.member("rows", rows.count)
        }
    }

    /// Storing more at once would block the gateway for seconds.
    private static let mostRows = 200_000
    /// Each category is listed in the totals.
    private static let mostCategories = 1000

    private func part(
        _ name: ID<ExpenseImportPart>, of user: ID<User>, _ rows: [Expense]
    ) -> ExpenseImportPart {
        ExpenseImportPart(user: user, name: name.rawValue, begun: engine.now, expenses: rows)
    }

    private func row(_ field: RequestField, of user: ID<User>) throws(RequestError) -> Expense {
        let payload = try field.object()
        try payload.allow(only: Self.expenseMembers + ["day"])
        guard let currency = try payload["currency"]?.currency() ?? settings(of: user).currency
        else { throw payload.missing("currency", because: "give one such as EUR") }
        let (time, day) = try importedMoment(payload, of: user)
        let category = try payload["category"].map { (field) throws(RequestError) in
            try importedCategory(field, of: user)
        }
        return Expense(
            id: try payload.required("expense").id(), user: user,
            amount: try payload.required("amount").money(in: currency),
            category: category ?? SpendingCategory.other.id, name: try payload["name"]?.string(),
            time: time, day: day, spot: try importedSpot(payload, of: user), created: engine.now,
            updated: engine.now)
    }

    /// An exported row has a position and the place there, which other users may not know.
    private func importedSpot(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> Expense.Spot? {
        guard let position = try payload.coordinate() else {
            return try givenSpot(payload, of: user)
        }
        let named: ID<Place>? = try payload["place"]?.id()
        if let place = household.place(named, knownTo: user) {
            return Expense.Spot(position, place: place.id)
        }
        return Expense.Spot(position, in: household.places(knownTo: user))
    }

    /// An exported row keeps its calendar day, wherever it is imported.
    private func importedMoment(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> (Timestamp, CivilDay) {
        guard let field = payload["day"] else {
            return try moment(try payload.required("time"), of: user)
        }
        guard let day = field.value.string.flatMap({ CivilDay(iso8601: $0) }) else {
            throw field.outOfRange("a day such as 2026-11-20")
        }
        let (time, own) = try moment(payload["time"] ?? field, of: user)
        guard abs(day.daysSinceEpoch - own.daysSinceEpoch) <= 1 else {
            throw field.outOfRange("the day of the time")
        }
        return (time, day)
    }

    /// The category of an imported row, which may be new to the user.
    private func importedCategory(
        _ field: RequestField, of user: ID<User>
    ) throws(RequestError) -> ID<SpendingCategory> {
        let text = try field.string(length: 1...64)
        if let own = settings(of: user).category(called: text) { return own }
        if let id = ID<SpendingCategory>(text) { return id }
        return try field.id(from: text)
    }

    private mutating func finish(
        _ name: ID<ExpenseImportPart>, count: Int, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        let month = engine.month(of: user).previous
        let news = try stored { try $0.news(ofImport: name.rawValue, of: user, since: month) }
        guard news.all == count else {
            throw RequestError(
                .conflict,
                news.all == 0
                    ? "no row of that import is waiting: it was stored already, or has to begin anew"
                    : "\(news.all) of \(count) rows are here: begin the import anew, each row with an "
                        + "expense of its own", field: "count")
        }
        guard news.categories <= Self.mostCategories else {
            throw RequestError(
                .tooLarge,
                "there would be \(news.categories) categories, and "
                    + "\(Self.mostCategories) are all that fit", field: "count")
        }
        guard (engine.purses[user]?.count ?? 0) + news.count <= Expense.most else {
            throw Self.tooMany
        }
        keep(.take(name.rawValue, of: user, adding: news.tally, count: news.count))
        if let currency = news.currency { remember(currency, of: user) }
        return Members { json in
            json.member("new", news.count)
            json.member("known", news.all - news.count)
            guard news.differing > 0 else { return }
            json.member("differing", news.differing)
            json.member("example", news.example)
        }
    }
}
