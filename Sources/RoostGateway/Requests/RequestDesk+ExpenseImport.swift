import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// Takes the rows of an import, some at a time, and at the end all of them at once.
    ///
    /// Nothing of it is seen before its end; what is there already by its id stays as it is.
    mutating func importExpenses(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["import", "rows", "count", "cancel"], of: user)
        let name: ID<ExpenseImportPart> = try payload.required("import").id()
        if try payload["cancel"]?.bool() == true {
            keep(part(name, of: user, []))
            return Members { $0.member("import", name) }
        }
        if let field = payload["count"] {
            return try finish(name, count: try field.integer(in: 0...Expense.most), of: user)
        }
        var rows: [Expense] = []
        for field in try payload.required("rows").array(count: 1...1000) {
            rows.append(try row(field, of: user))
        }
        keep(part(name, of: user, rows))
        return Members { json in
            json.member("import", name)
            json.member("rows", rows.count)
        }
    }

    private func part(
        _ name: ID<ExpenseImportPart>, of user: ID<User>, _ rows: [Expense]
    ) -> ExpenseImportPart {
        ExpenseImportPart(user: user, name: name.rawValue, begun: engine.now, expenses: rows)
    }

    private func row(_ field: RequestField, of user: ID<User>) throws(RequestError) -> Expense {
        let payload = try field.object()
        try payload.allow(only: Self.expenseMembers)
        guard let currency = try payload["currency"]?.currency() ?? settings(of: user).currency
        else { throw payload.missing("currency", because: "give one such as EUR") }
        let (time, day) = try moment(try payload.required("time"), of: user)
        // Lists of others have categories of their own.
        let category = try payload["category"].map { (field) throws(RequestError) in
            try importedCategory(field)
        }
        return Expense(
            id: try payload.required("expense").id(), user: user,
            amount: try payload.required("amount").money(in: currency),
            category: category ?? SpendingCategory.other.id, name: try payload["name"]?.string(),
            time: time, day: day, spot: try importedSpot(payload, of: user), created: engine.now,
            updated: engine.now)
    }

    /// An exported row has a position and the place that it is in, which others may not know.
    private func importedSpot(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> Expense.Spot? {
        guard let position = try payload.coordinate() else {
            return try givenSpot(payload, of: user)
        }
        let named: ID<Place>? = try payload["place"]?.id()
        if let place = named.flatMap({ household.places[$0] }), place.isKnown(to: user) {
            return Expense.Spot(position, place: place.id)
        }
        return Expense.Spot(position, in: household.places(knownTo: user))
    }

    private func importedCategory(
        _ field: RequestField
    ) throws(RequestError) -> ID<SpendingCategory> {
        let text = try field.string(length: 1...64)
        guard let id = ID<SpendingCategory>(text) ?? ID(from: text) else {
            throw RequestError(
                .invalidID, "\(field.name) must have a letter or a digit", field: field.name)
        }
        return id
    }

    private mutating func finish(
        _ name: ID<ExpenseImportPart>, count: Int, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        let month = engine.month(of: user).previous
        let news = try stored { try $0.news(ofImport: name.rawValue, of: user, since: month) }
        guard news.all == count else {
            throw RequestError(
                .conflict, "\(news.all) of \(count) rows are here: begin the import anew",
                field: "count")
        }
        guard (engine.purses[user]?.count ?? 0) + news.count <= Expense.most else {
            throw Self.tooMany
        }
        keep(.take(name.rawValue, of: user, adding: news.tally, count: news.count))
        return Members { json in
            json.member("new", news.count)
            json.member("known", news.all - news.count)
        }
    }
}
