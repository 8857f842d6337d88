/// What is to be done because of an event.
///
/// The shell does it; the engine never looks back. Most effects are the short ones at the end,
/// perhaps thousands at once, so the large ones are stored indirectly.
public enum Effect: Hashable, Sendable {
    /// A fix for the history, new or late, believed or not.
    indirect case record(Fix, of: DeviceKey)
    /// Somebody or something entered or left: for the history and for the subscribers.
    indirect case announce(Transition)
    /// Somebody is to be told.
    indirect case alert(Alert)
    /// Why a belief changed, for `why`.
    indirect case explain(Decision)
    /// A change of the household, to be kept.
    indirect case keep(HouseholdChange)
    /// What somebody spent, to be kept.
    indirect case spend(ExpenseChange)
    /// A reminder is due: its text is to be found and pushed.
    indirect case remind(Reminder.Due)
    /// A phone contradicts what the nodes hear: it is to be asked where it is.
    case ask(DeviceKey)
    /// A phone sent something that is not kept.
    case turnAway(ID<User>, because: Objection)
    /// What is believed of the subject changed: it is to be kept and shown anew.
    case changed(Subject, Urgency)

    /// Why a phone is not listened to.
    public enum Objection: Hashable, Sendable {
        /// The user does not exist, and phones may not create users.
        case unknownUser
        /// The user already has as many devices as are told apart.
        case tooManyDevices
        /// There are as many users as phones may bring.
        case tooManyUsers
    }

    public enum Urgency: Hashable, Sendable {
        /// The meaning changed: a place, a room, an answer.
        case now
        /// A detail changed; it may wait to be kept and told together with the next change.
        case soon
        /// Nothing that is kept changed, only something that is shown, such as a distance.
        case shown
        /// The same for somebody who is moving: where they are is soon out of date.
        case passing
    }
}
