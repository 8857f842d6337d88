/// What a piece of state belongs to.
public enum Subject: Hashable, Comparable, Sendable {
    case user(ID<User>)
    /// What the user's friends see.
    case friends(of: ID<User>)
    case item(ID<Item>)
    case place(ID<Place>)
    case node(ID<Node>)
    /// How well the nodes hear a beacon: kept, shown nowhere by itself.
    case beacon(BeaconID)
    /// How people fall silent in a place: kept, shown nowhere.
    case silences(of: ID<Place>)
    /// What a user spent this month.
    case spending(ID<User>)
    /// A reminder of a user, and how far it has come.
    // Stored in place, two names would make each subject twice as large.
    indirect case reminder(ID<Reminder>, of: ID<User>)
}
