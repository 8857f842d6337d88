import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    static let expenseMembers = [
        "expense", "amount", "currency", "category", "name", "time", "lat", "lon", "place",
    ]

    mutating func saveExpense(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Self.expenseMembers + ["group", "revision"], of: user)
        let revision = try payload.revision()
        if let field = payload["expense"] {
            let id: ID<Expense> = try field.id()
            if let before = try expense(id, of: user) {
                return answer(try edit(before, payload, revision: revision))
            }
            // It was deleted meanwhile: an edit does not restore it.
            if revision != nil { throw .notFound("expense", "expense") }
            return answer(try add(id, payload, of: user))
        }
        if revision != nil {
            throw payload.missing("expense", because: "which one has that revision?")
        }
        let (id, before) = try repeated(payload, of: user)
        if let before { return answer(before) }
        return answer(try add(id, payload, of: user))
    }

    private mutating func add(
        _ id: ID<Expense>, _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> Expense {
        let amount = try amount(payload, of: user)
        let name = try payload["name"]?.string()
        var (time, day) = (engine.now, engine.day(at: engine.now, of: user))
        let date = payload["time"]
        if let date { (time, day) = try moment(date, of: user) }
        let spot = try givenSpot(payload, of: user)
        let given = try givenCategory(payload, of: user)
        guard engine.purses[user]?.count ?? 0 < Expense.most else { throw Self.tooMany }
        var expense = Expense(
            id: id, user: user, amount: amount, category: given ?? SpendingCategory.other.id,
            name: name, time: time, day: day, spot: spot,
            created: engine.now, updated: engine.now)
        expense.group = try givenGroup(payload, before: nil, of: user)
        // Of a day alone, nobody knows where its user was then.
        if spot == nil, date?.day == nil, !isNowhere(payload) { try find(&expense) }
        if given == nil { expense.category = try likelyCategory(of: expense) }
        remember(amount.currency, of: user)
        keep(.save(expense, before: nil))
        return expense
    }

    /// An edit that changes nothing is accepted; any other must not override another device's.
    private mutating func edit(
        _ before: Expense, _ payload: RequestPayload, revision: Int?
    ) throws(RequestError) -> Expense {
        let user = before.user
        try payload.refuseNull("amount", "currency", "category", "time")
        var expense = before
        expense.amount = try amount(payload, of: user, before: before.amount)
        if let name = payload.change(of: "name") { expense.name = try name?.string() }
        if let category = try givenCategory(payload, of: user, known: [before.category]) {
            expense.category = category
        }
        // The same bare day does not change the time of day, and the same time not the day, which was
        // by the zone in which it was.
        if let field = payload["time"], field.day == nil || field.day != before.day {
            let (time, day) = try moment(field, of: user)
            if time != before.time {
                (expense.time, expense.day) = (time, day)
                if field.day != nil, before.found != nil {
                    (expense.spot, expense.found) = (nil, nil)
                }
            }
        }
        if let spot = try givenSpot(payload, of: user) {
            (expense.spot, expense.found) = (spot, nil)
        } else if isNowhere(payload) {
            (expense.spot, expense.found) = (nil, nil)
        } else if expense.found != nil, expense.time != before.time {
            try find(&expense)
        }
        expense.group = try givenGroup(payload, before: before.group, of: user)
        if expense == before { return before }
        try payload.check(revision, against: before.revision, of: "expense")
        expense.revision += 1
        expense.updated = engine.now
        keep(.save(expense, before: before))
        return expense
    }

    /// The expense that was made of the same content lately; otherwise an id for a new one.
    private func repeated(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> (ID<Expense>, Expense?) {
        // However a client writes the amount, as 8 or 8.00.
        let others = payload.object.members.filter { !["amount", "currency"].contains($0.name) }
        let sorted = JSONObject(others.sorted { $0.name < $1.name })
        let content = "\(try amount(payload, of: user)) \(sorted.jsonText)"
        return try repeated(content, created: \.created) { (id) throws(RequestError) in
            try expense(id, of: user)
        }
    }

    private func expense(_ id: ID<Expense>, of user: ID<User>) throws(RequestError) -> Expense? {
        try stored { try $0.expense(id, of: user) }
    }

    static let tooMany = RequestError(
        .tooLarge, "there are \(Expense.most) expenses, which is all that fit: delete old ones")

    // MARK: What is said of it

    private func amount(
        _ payload: RequestPayload, of user: ID<User>, before: Money? = nil
    ) throws(RequestError) -> Money {
        let given = try payload["currency"]?.currency()
        guard let currency = given ?? before?.currency ?? settings(of: user).currency else {
            throw payload.missing(
                "currency", because: "give one such as EUR, which is remembered as yours")
        }
        guard let before, payload["amount"] == nil else {
            return try payload.required("amount").money(in: currency)
        }
        guard let same = try? Money(before.decimal, currency) else {
            throw payload.missing("amount", because: "\(before.decimal) is none in \(currency)")
        }
        return same
    }

    /// The currency of the first expense, or of most of an import, becomes the user's default until
    /// they choose another.
    mutating func remember(_ currency: Currency, of id: ID<User>) {
        guard var user = household.users[id], user.settings.currency == nil else { return }
        user.settings.currency = currency
        keep([.saveUser(user)])
    }

    /// A category of the user's own list, by its id or name.
    ///
    /// - Parameter known: Categories that are still accepted although they are no longer in the
    ///   list.
    func givenCategory(
        _ payload: RequestPayload, of user: ID<User>, known: [ID<SpendingCategory>] = []
    ) throws(RequestError) -> ID<SpendingCategory>? {
        guard let field = payload["category"] else { return nil }
        let text = try field.string(length: 1...64)
        let settings = settings(of: user)
        if let id = settings.category(called: text) { return id }
        if let id = known.first(where: { $0.rawValue == text }) { return id }
        let ids = settings.spendingCategories.map(\.id.rawValue).joined(separator: ", ")
        throw RequestError(
            .notFound, "there is no category \(text); settings/save changes yours: \(ids)",
            field: field.name)
    }

    /// The group that it is shared with; `before` if the payload does not say.
    private func givenGroup(
        _ payload: RequestPayload, before: ID<Group>?, of user: ID<User>
    ) throws(RequestError) -> ID<Group>? {
        guard let field = payload["group"] else { return payload.isNull("group") ? nil : before }
        let group = try group(field, of: user).id
        if group != before, try stored({ try $0.isFull(group) }) {
            throw RequestError(
                .tooLarge, "the group has \(Expense.most) expenses, which is all that fit",
                field: field.name)
        }
        return group
    }

    /// A time, or a day of the user's calendar, which means its noon; never in the future.
    func moment(
        _ field: RequestField, of user: ID<User>
    ) throws(RequestError) -> (Timestamp, CivilDay) {
        let leeway = 60.0
        if let day = field.day {
            guard day <= engine.day(at: engine.now, of: user), day.year >= 1970 else {
                throw Self.notYet(field)
            }
            return (min(engine.now, engine.noon(of: day, for: user)), day)
        }
        let time = try field.time(or: "a day such as 2026-09-20")
        guard engine.now.seconds(since: time) >= -leeway else { throw Self.notYet(field) }
        return (time, engine.day(at: time, of: user))
    }

    private static func notYet(_ field: RequestField) -> RequestError {
        field.outOfRange("from 1970 on and not in the future")
    }

    // MARK: Where it was

    /// Whether it is to be without a position.
    private func isNowhere(_ payload: RequestPayload) -> Bool {
        payload.isNull("place") || payload.isNull("lat")
    }

    /// The position in the payload; `nil` if there is none.
    func givenSpot(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> Expense.Spot? {
        try payload.allowOne(of: ["lat", "place"], "lat and lon, and place")
        if let position = try payload.coordinate() {
            return Expense.Spot(position, in: household.places(knownTo: user))
        }
        guard let field = payload["place"] else { return nil }
        let spot = try knownSpot(field, of: user)
        return Expense.Spot(spot.middle, place: spot.place)
    }

    /// What was spent so many seconds ago was spent where its user is now.
    private static let justNow = 60.0

    /// Fills in where the user is, or was, if known.
    private func find(_ expense: inout Expense) throws(RequestError) {
        let isNow = engine.now.seconds(since: expense.time) < Self.justNow
        if isNow, let here = engine.standpoint(of: expense.user) {
            expense.spot = Expense.Spot(here)
            expense.found = .believed
            return
        }
        let traces = try stored { [expense] in
            try $0.traces(of: expense.user, at: expense.time)
        }
        expense.found = .traced
        expense = expense.traced(by: traces, among: household.places(knownTo: expense.user))
    }

    // MARK: Deleting

    mutating func deleteExpense(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["expense", "revision"], of: user)
        let revision = try payload.revision()
        let id: ID<Expense> = try payload.required("expense").id()
        guard let expense = try expense(id, of: user) else {
            throw .notFound("expense", "expense")
        }
        if let revision {
            try payload.check(revision, against: expense.revision, of: "expense")
        }
        keep(.delete(expense))
        return Members { $0.member("expense", id) }
    }

    mutating func clearExpenses(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["confirm"], of: user)
        try refuseInReplay()
        let count = engine.purses[user]?.count ?? 0
        guard try payload["confirm"]?.bool() == true else {
            throw payload.missing(
                "confirm", because: "true deletes all expenses for good: \(count)")
        }
        if count > 0 { keep(.clear(of: user)) }
        return Members { $0.member("deleted", count) }
    }

    private func answer(_ expense: Expense) -> ExpenseAnswer {
        ExpenseAnswer(expense, for: expense.user, in: household)
    }
}
