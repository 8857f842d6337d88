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

    /// Within this time the same content without an id of its own counts as delivered twice, in
    /// seconds.
    static let repetition = 600.0

    init(engine: Engine, store: Store?) {
        self.engine = engine
        self.store = store
    }

    var household: Household { engine.household }

    /// - Returns: The `data` of the response.
    mutating func answer(_ request: Request) throws(RequestError) -> any JSONWritable {
        let payload = request.payload
        switch request.actor {
        case .user(let user):
            guard household.users[user] != nil else { throw .notFound("user", "user") }
            return try answer(request.noun, request.verb, payload, for: user)
        case .admin:
            return try administer(request.noun, request.verb, payload)
        }
    }

    private mutating func answer(
        _ noun: String, _ verb: String, _ payload: RequestPayload, for user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        switch (noun, verb) {
        case ("item", "save"): try saveItem(payload, of: user)
        case ("item", "delete"): try deleteItem(payload, of: user)
        case ("item", "list"): try listItems(payload, of: user)
        case ("item", "get"): try item(payload, of: user)
        case ("item", "enrol"), ("item", "calibrate"): throw .onlyRunning
        case ("place", "save"): try savePlace(payload, of: user)
        case ("place", "delete"): try deletePlace(payload, of: user)
        case ("place", "list"): try listPlaces(payload, of: user)
        case ("friend", "list"): try listFriends(payload, of: user)
        case ("friend", "save"): try saveFriend(payload, of: user)
        case ("friend", "remove"): try removeFriend(payload, of: user)
        case ("friend", "directory"): try directory(payload, for: user)
        case ("share", "save"): try saveShare(payload, of: user)
        case ("share", "delete"): try deleteShare(payload, of: user)
        case ("share", "list"): try listShares(payload, of: user)
        case ("settings", "get"): try settings(payload, of: user)
        case ("settings", "save"): try saveSettings(payload, of: user)
        case ("presence", "get"): try presence(payload, of: user)
        case ("presence", "why"): try explain(payload, of: user)
        case ("calibration", "start"): try startCalibration(payload, of: user)
        case ("calibration", "mark"): try markCalibration(payload, of: user)
        case ("calibration", "stop"): try stopCalibration(payload, of: user)
        case ("calibration", "get"): try calibration(payload, of: user)
        case ("history", "query"): try history(payload, of: user)
        case ("fact", "get"): try fact(payload, of: user)
        case ("note", "save"): try saveNote(payload, of: user)
        case ("note", "delete"): try deleteNote(payload, of: user)
        case ("note", "get"): try note(payload, of: user)
        case ("note", "list"): try listNotes(payload, of: user)
        case ("note", "search"): try searchNotes(payload, of: user)
        case ("expense", "save"): try saveExpense(payload, of: user)
        case ("expense", "delete"): try deleteExpense(payload, of: user)
        case ("expense", "clear"): try clearExpenses(payload, of: user)
        case ("expense", "list"): try listExpenses(payload, of: user)
        case ("expense", "totals"): try totals(payload, of: user)
        case ("expense", "budget"): try budget(payload, of: user)
        case ("expense", "suggest"): try suggestions(payload, of: user)
        case ("expense", "import"): try importExpenses(payload, of: user)
        case ("group", "save"): try saveGroup(payload, of: user)
        case ("group", "delete"): try deleteGroup(payload, of: user)
        case ("group", "leave"): try leaveGroup(payload, of: user)
        case ("group", "list"): try listGroups(payload, of: user)
        case ("group", "chat"): try say(payload, of: user)
        case ("group", "messages"): try messages(payload, of: user)
        case ("reminder", "save"): try saveReminder(payload, of: user)
        case ("reminder", "delete"): try deleteReminder(payload, of: user)
        case ("reminder", "list"): try listReminders(payload, of: user)
        case ("reminder", "snooze"): try snooze(payload, of: user)
        case ("reminder", "feedback"): try answerCard(payload, of: user)
        default: throw .unknown(noun, verb)
        }
    }

    private mutating func administer(
        _ noun: String, _ verb: String, _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        switch (noun, verb) {
        case ("user", "save"): try saveUser(payload)
        case ("user", "delete"): try deleteUser(payload)
        case ("user", "password"): try savePassword(payload)
        case ("user", "list"): try listUsers(payload)
        case ("node", "save"): try saveNode(payload)
        case ("node", "delete"): try deleteNode(payload)
        case ("node", "list"): try listNodes(payload)
        case ("place", "save"): try saveHouseholdPlace(payload)
        case ("place", "delete"): try deleteHouseholdPlace(payload)
        case ("place", "list"): try listHouseholdPlaces(payload)
        case ("household", "import"): try importHousehold(payload)
        case ("household", "export"): try exportHousehold(payload)
        case ("gateway", "backup"), ("gateway", "check"), ("gateway", "reload"):
            try refuseOfGateway(payload)
        default: throw .unknown(noun, verb)
        }
    }

    /// Refuses what is asked of the gateway itself, which answers before a desk is asked.
    private func refuseOfGateway(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [])
        throw .onlyRunning
    }

    /// Keeps what the engine has just changed by itself, not by an event.
    mutating func keepEffects() {
        effects += engine.takeEffects()
    }

    /// Changes the household and the beliefs that depend on it.
    mutating func keep(_ changes: [HouseholdChange]) {
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
