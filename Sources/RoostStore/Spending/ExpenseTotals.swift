public import RoostCore

/// The sums of a user's expenses: by category and place, and by month.
public struct ExpenseTotals: Sendable {
    public var parts: [Part]
    public var months: [Month]

    public struct Part: Hashable, Sendable {
        public var category: ID<SpendingCategory>
        public var place: ID<Place>?
        public var amount: Money
        public var count: Int
    }

    public struct Month: Hashable, Sendable {
        public var month: CalendarMonth
        public var amount: Money
        public var count: Int
    }
}
