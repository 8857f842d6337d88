import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    /// The distance up to which an expense is at the same spot, in metres.
    private static let sameSpot = 100.0
    /// How many of the newest expenses show what a user usually spends on.
    private static let lookback = 1000
    private static let mostSuggestions = 5

    /// The user's usual payees and categories at their position, the most frequent first.
    func suggestions(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["lat", "lon", "place"], of: user)
        let here = engine.standpoint(of: user).map { Expense.Spot($0) }
        guard let spot = try givenSpot(payload, of: user) ?? here else {
            throw payload.missing(
                "lat", because: "nobody knows where you are now, so give lat and lon or a place")
        }
        let before = try expenses(of: user, at: spot)
        let groups = Dictionary(grouping: before) {
            Suggestion(name: $0.name, category: $0.category)
        }
        let usual = groups.sorted {
            ($1.value.count, $1.value[0].time, $1.value[0].id)
                < ($0.value.count, $0.value[0].time, $0.value[0].id)
        }
        return listed(
            "suggestions",
            usual.prefix(Self.mostSuggestions).map { suggestion, expenses in
                Members { json in
                    json.nullable("name", suggestion.name)
                    json.member("category", suggestion.category)
                    json.member(
                        "category_name", settings(of: user).name(of: suggestion.category))
                    json.member("amount", expenses[0].amount.decimal)
                    json.member("currency", expenses[0].amount.currency.code)
                    json.member("count", expenses.count)
                }
            })
    }

    private struct Suggestion: Hashable {
        var name: String?
        var category: ID<SpendingCategory>
    }

    /// The likeliest category: the usual one of that payee, otherwise of that spot.
    func likelyCategory(of expense: Expense) throws(RequestError) -> ID<SpendingCategory> {
        if let name = expense.name {
            let folded = SearchText.folded(name)
            let namesakes = try latest(of: expense.user).filter {
                $0.name.map { SearchText.folded($0) } == folded
            }
            if let usual = namesakes.usualCategory { return usual }
        }
        // Another payee at the same spot may sell something different.
        guard let spot = expense.spot, expense.name == nil else { return SpendingCategory.other.id }
        return try expenses(of: expense.user, at: spot).usualCategory ?? SpendingCategory.other.id
    }

    private func latest(of user: ID<User>) throws(RequestError) -> [Expense] {
        try categorized(ExpenseQuery(.user(user), limit: Self.lookback), of: user)
    }

    /// Those whose category is still in the user's list.
    private func categorized(
        _ query: ExpenseQuery, of user: ID<User>
    ) throws(RequestError) -> [Expense] {
        let categories = Set(settings(of: user).spendingCategories.map(\.id))
        return try stored { try $0.expenses(query).expenses }
            .filter { categories.contains($0.category) }
    }

    /// The expenses at the same place or close by, newest first.
    private func expenses(
        of user: ID<User>, at spot: Expense.Spot
    ) throws(RequestError) -> [Expense] {
        if let place = spot.place {
            var query = ExpenseQuery(.user(user), limit: Self.lookback)
            query.place = place
            return try categorized(query, of: user)
        }
        return try latest(of: user).filter {
            $0.spot.map { $0.coordinate.distance(to: spot.coordinate) <= Self.sameSpot } ?? false
        }
    }
}

extension [Expense] {
    /// The most frequent category; in a tie, that of the newest expense.
    fileprivate var usualCategory: ID<SpendingCategory>? {
        Dictionary(grouping: self, by: \.category).max {
            ($0.value.count, $0.value[0].time, $0.value[0].id)
                < ($1.value.count, $1.value[0].time, $1.value[0].id)
        }?.key
    }
}
