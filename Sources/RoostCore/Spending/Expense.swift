/// What somebody spent, and where that was.
public struct Expense: Hashable, Sendable {
    public var id: ID<Expense>
    public var user: ID<User>
    /// Not zero; negative for what was paid back.
    public var amount: Money
    public var category: ID<SpendingCategory>
    /// Whom or what for.
    public var name: String?
    public var time: Timestamp
    /// The day on the user's calendar at that time, which it stays wherever they go.
    public var day: CivilDay
    public var spot: Spot?
    /// Whose members may know of it, but not of where it was.
    public var group: ID<Group>?
    /// By what Roost filled in where it was, and will mend that when it learns more; `nil` where the user
    /// said it.
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

    /// How Roost came to know, or to look for, where it was.
    public enum Finding: String, Hashable, Sendable {
        /// Where the user was believed to be when they noted it down.
        case believed
        /// What the history tells of that time.
        case traced
    }

    /// How many one user may have.
    public static let most = 1_000_000
}

/// What happened to expenses, with what was known of them before.
public enum ExpenseChange: Hashable, Sendable {
    /// A new one, or an edited one, or one that was elsewhere.
    case save(Expense, before: Expense?)
    case delete(Expense)
    case clear(of: ID<User>)
    /// Those of an import that are new, which the store holds already.
    case take(String, of: ID<User>, adding: Tally, count: Int)
}
