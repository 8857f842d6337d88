/// What is to be done because of an event.
///
/// The shell does it; the engine never looks back. Most of them are the short ones at the end, and there
/// may be thousands at once, so the large ones stand apart.
public enum Effect: Hashable, Sendable {
    /// A fix for the history, new or late, believed or not.
    indirect case record(Fix, of: DeviceKey)
    /// Somebody or something entered or left: for the history and for the subscribers.
    indirect case announce(Transition)
    /// Somebody must know.
    indirect case alert(Alert)
    /// Why a belief changed, for `why`.
    indirect case explain(Decision)
    /// A change of the household, to be kept.
    indirect case keep(HouseholdChange)
    /// What somebody spent, to be kept.
    indirect case spend(ExpenseChange)
    /// A reminder is due: what it says is to be found and pushed.
    indirect case remind(Reminder.Due)
    /// A phone said something that is kept nowhere.
    case turnAway(ID<User>, because: Objection)
    /// What is believed of the subject changed: it is to be kept, and said again where it is shown.
    case changed(Subject, Urgency)

    /// Why a phone is not listened to.
    public enum Objection: Hashable, Sendable {
        /// Nobody made the user, and phones may not.
        case unknownUser
        /// The user has as many devices as are told apart.
        case tooManyDevices
    }

    public enum Urgency: Hashable, Sendable {
        /// The meaning changed: a place, a room, an answer.
        case now
        /// A detail changed; it may wait to be kept and said together with the next.
        case soon
        /// Nothing that is kept, but something that is shown, such as a distance.
        case shown
        /// The same of somebody who moves: where they are is soon elsewhere.
        case passing
    }
}

/// Whose state something is.
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
    /// What a user wants to be reminded of, and how far that has come.
    // Two names in place would make each subject twice as large.
    indirect case reminder(ID<Reminder>, of: ID<User>)
}
