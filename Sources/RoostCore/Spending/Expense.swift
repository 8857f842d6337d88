/// An expense, and where it was.
public struct Expense: Hashable, Sendable {
    public var id: ID<Expense>
    public var user: ID<User>
    /// Not zero; negative for a refund.
    public var amount: Money
    public var category: ID<SpendingCategory>
    /// The payee or the purpose.
    public var name: String?
    public var time: Timestamp
    /// The day on the user's calendar at that time; it stays, wherever they go.
    public var day: CivilDay
    public var spot: Spot?
    /// The group whose members may see it, but not where it was.
    public var group: ID<Group>?
    /// How Roost found the position, which it corrects when it learns more; `nil` if the user gave
    /// it.
    public var found: Finding?
    public var created: Timestamp
    public var updated: Timestamp
    /// Counts the edits, from 1.
    public var revision: Int

    public init(
        id: ID<Expense>, user: ID<User>, amount: Money, category: ID<SpendingCategory>,
        name: String? = nil, time: Timestamp, day: CivilDay, spot: Spot? = nil,
        group: ID<Group>? = nil, found: Finding? = nil, created: Timestamp, updated: Timestamp,
        revision: Int = 1
    ) {
        self.id = id
        self.user = user
        self.amount = amount
        self.category = category
        self.name = name
        self.time = time
        self.day = day
        self.spot = spot
        self.group = group
        self.found = found
        self.created = created
        self.updated = updated
        self.revision = revision
    }

    public var month: CalendarMonth { CalendarMonth(of: day) }

    /// Where it was.
    public struct Spot: Hashable, Sendable {
        public var coordinate: Coordinate
        public var place: ID<Place>?
        public var room: ID<Room>?

        public init(_ coordinate: Coordinate, place: ID<Place>? = nil, room: ID<Room>? = nil) {
            self.coordinate = coordinate
            self.place = place
            self.room = room
        }
    }

    /// How Roost found the position, or looks for it.
    public enum Finding: String, Hashable, Sendable {
        /// Where the user was believed to be when they noted it down.
        case believed
        /// Where the history shows the user at that time.
        case traced
    }

    /// The most expenses of one user.
    public static let most = 1_000_000
}

/// A change to expenses, with their previous state.
public enum ExpenseChange: Hashable, Sendable {
    /// A new or edited expense, or one whose position changed.
    case save(Expense, before: Expense?)
    case delete(Expense)
    case clear(of: ID<User>)
    /// The new expenses of an import, which are already in the store.
    case take(String, of: ID<User>, adding: Tally, count: Int)

    var user: ID<User> {
        switch self {
        case .save(let expense, _), .delete(let expense): expense.user
        case .clear(let user), .take(_, let user, _, _): user
        }
    }
}
