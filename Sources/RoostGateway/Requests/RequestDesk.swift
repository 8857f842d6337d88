import RoostCore
import RoostFormats
import RoostStore

/// Answers requests: each is either done completely or not at all.
///
/// It holds the engine while one request is answered. Something of another user is treated as if it
/// did not exist.
struct RequestDesk {
    var engine: Engine
    /// For the history; `nil` in a replay, which has none.
    let store: Store?
    /// The packed picture of the request, or why it cannot be used, if it has one.
    var packed: PackedPicture.Outcome?
    /// When and where it was asked, if that was before the picture was packed.
    var asking: WaitingRequest.Asking?
    /// What the request changed, to be stored like the effects of any other event.
    private(set) var effects: [Effect] = []
    /// What else it changed, which the engine knows nothing of.
    private(set) var changes: [DeskChange] = []

    init(engine: Engine, store: Store?) {
        self.engine = engine
        self.store = store
    }

    var household: Household { engine.household }

    /// Keeps what the engine has just changed by itself, not by an event.
    mutating func keepEffects() {
        effects += engine.takeEffects()
    }

    /// Changes the household and the beliefs that depend on it.
    mutating func keep(_ changes: [HouseholdChange]) {
        engine.learnZones(of: changes)
        effects += engine.apply(.household(changes), at: engine.now)
    }

    mutating func keep(_ change: DeskChange) {
        changes.append(change)
    }

    mutating func keep(_ change: NoteChange) {
        changes.append(.note(change))
    }

    mutating func keep(_ change: ExpenseChange) {
        effects += engine.apply(.spending([change]), at: engine.now)
    }

    mutating func keep(_ change: ReminderChange) {
        effects += engine.apply(.reminders([change]), at: engine.now)
    }

    /// Reads what only the store has.
    func stored<Value>(_ body: (Store) throws -> Value) throws(RequestError) -> Value {
        guard let value = try read(body) else {
            throw RequestError(
                .unavailable, "a replay has no history, notes, expenses, reminders and groups")
        }
        return value
    }

    /// Refuses what is about something that a replay does not have.
    func refuseInReplay() throws(RequestError) {
        try stored { _ in () }
    }

    /// Reads what only the store has; `nil` in a replay, which has none.
    func read<Value>(_ body: (Store) throws -> Value) throws(RequestError) -> Value? {
        do {
            return try store.map(body)
        } catch {
            throw .unavailable(error)
        }
    }

    /// An object with one list.
    func listed(_ name: String, _ values: [some JSONWritable]) -> any JSONWritable {
        Members { $0.member(name, values) }
    }
}
