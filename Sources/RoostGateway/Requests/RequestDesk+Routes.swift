import RoostCore
import RoostFormats

/// Which request is answered where.
extension RequestDesk {
    /// Does what is asked, or nothing of it.
    ///
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
        case ("calibration", "delete"): try deleteCalibration(payload, of: user)
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
}
