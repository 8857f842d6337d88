/// Sums of each month, by category and by place, each currency separately.
public struct Tally: Hashable, Sendable {
    public private(set) var sums: [Key: Sum] = [:]

    public init() {}

    public enum Key: Hashable, Sendable {
        case category(ID<SpendingCategory>, CalendarMonth, Currency)
        case place(ID<Place>, CalendarMonth, Currency)
    }

    public struct Sum: Hashable, Sendable {
        /// In the smallest unit of the currency.
        var units: Int64
        public var count: Int

        public init(units: Int64 = 0, count: Int = 0) {
            self.units = units
            self.count = count
        }
    }

    public subscript(key: Key) -> Sum { sums[key] ?? Sum() }

    public mutating func add(_ sum: Sum, to key: Key) {
        var total = self[key]
        total.units += sum.units
        total.count += sum.count
        sums[key] = total.count == 0 ? nil : total
    }

    mutating func add(_ expense: Expense, times sign: Int) {
        let sum = Sum(units: expense.amount.units * Int64(sign), count: sign)
        let currency = expense.amount.currency
        add(sum, to: .category(expense.category, expense.month, currency))
        if let place = expense.spot?.place {
            add(sum, to: .place(place, expense.month, currency))
        }
    }

    mutating func add(_ other: Tally) {
        for (key, sum) in other.sums { add(sum, to: key) }
    }

    mutating func forget(before month: CalendarMonth) {
        sums = sums.filter { $0.key.month >= month }
    }

    mutating func forget(_ place: ID<Place>) {
        sums = sums.filter { key, _ in
            if case .place(place, _, _) = key { false } else { true }
        }
    }

    /// The spending of a month in total, or in one category.
    public func spent(
        in month: CalendarMonth, _ currency: Currency, category: ID<SpendingCategory>? = nil
    ) -> Int64 {
        if let category { return self[.category(category, month, currency)].units }
        return sums.reduce(0) { total, entry in
            guard case .category(_, month, currency) = entry.key else { return total }
            return total + entry.value.units
        }
    }

    /// The spending of a month at a place, in each currency, sorted by code.
    public func spent(in month: CalendarMonth, at place: ID<Place>) -> [Money] {
        sums.compactMap { key, sum in
            guard case .place(place, month, let currency) = key else { return nil }
            return Money(units: sum.units, currency)
        }.sorted { $0.currency < $1.currency }
    }
}

extension Tally.Key {
    public var month: CalendarMonth {
        switch self {
        case .category(_, let month, _), .place(_, let month, _): month
        }
    }
}
