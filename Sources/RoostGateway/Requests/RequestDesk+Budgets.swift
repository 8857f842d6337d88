import RoostCore
import RoostFormats

extension RequestDesk {
    /// Sets the user's monthly budget, or returns it.
    mutating func budget(
        _ payload: RequestPayload, of id: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["category", "amount", "currency"], of: id)
        try refuseInReplay()
        guard var user = household.users[id] else { throw .notFound("user", "user") }
        if payload["amount"] != nil || payload.isNull("amount") {
            try setBudget(of: &user.settings, payload, of: id)
            if user != household.users[id] { keep([.saveUser(user)]) }
        } else if let stray = ["category", "currency"].first(where: { payload[$0] != nil }) {
            throw payload.missing(
                "amount", because: "how much for that \(stray)? null takes it away")
        }
        let views = engine.spending(of: id)?.budgets ?? []
        return Members { [month = engine.month(of: id)] json in
            json.member("month", month)
            json.member("budgets", views)
        }
    }

    private func setBudget(
        of settings: inout Settings, _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) {
        var budgets = settings.budgets ?? []
        let category = try givenCategory(
            payload, of: user, known: budgets.compactMap(\.category))
        guard let currency = try payload["currency"]?.currency() ?? settings.currency else {
            throw payload.missing("currency", because: "give one such as EUR")
        }
        let count = budgets.count
        budgets.removeAll { $0.category == category && $0.amount.currency == currency }
        // The same budget in the currency of before would go on unnoticed.
        if payload.isNull("amount"), budgets.count == count,
            let other = budgets.first(where: { $0.category == category })
        {
            throw RequestError(
                .notFound, "that budget is in \(other.amount.currency): give its currency",
                field: "currency")
        }
        if let amount = try payload["amount"]?.money(in: currency) {
            guard amount.units > 0 else {
                throw RequestError(.outOfRange, "amount must be more than zero", field: "amount")
            }
            budgets.append(Budget(category: category, amount: amount))
        }
        guard budgets.count <= Self.mostBudgets else {
            throw RequestError(
                .outOfRange, "there are \(Self.mostBudgets) budgets, which is all that fit")
        }
        settings.budgets = budgets.isEmpty ? nil : budgets.sorted { $0.order < $1.order }
        if settings.currency == nil { settings.currency = currency }
    }

    private static let mostBudgets = 200
}

extension Budget {
    fileprivate var order: (String, String) {
        (category?.rawValue ?? "", amount.currency.code)
    }
}
