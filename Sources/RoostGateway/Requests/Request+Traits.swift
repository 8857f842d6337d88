import RoostFormats

/// What the gateway must know of a request before it is answered, or around the answer.
extension Request {
    /// Whether the answer comes from the store, which must know of all earlier changes by then.
    var readsStore: Bool {
        ["history", "note", "expense", "reminder", "group"].contains(noun)
            || (noun, verb) == ("presence", "why")
            || (noun, verb) == ("item", "get")
    }

    /// Whether it may change something.
    ///
    /// No hash is kept of a password, which could be guessed by it.
    var isRemembered: Bool {
        let isReading = [
            "get", "list", "why", "query", "search", "directory", "totals", "suggest", "messages",
            "export", "check",
        ].contains(verb)
        let isBudgetRead = verb == "budget" && payload["amount"] == nil && !payload.isNull("amount")
        return !isReading && !isBudgetRead && verb != "password"
    }

    /// Whether doing it twice makes two things.
    var makesAnother: Bool {
        switch (noun, verb) {
        case ("note", "save"), ("expense", "save"), ("reminder", "save"): payload[noun] == nil
        case ("group", "chat"), ("expense", "import"): true
        default: false
        }
    }

    /// Whether what comes after it may be about another holder of the same id.
    var deletesUser: Bool { actor == .admin && (noun, verb) == ("user", "delete") }

    /// Whether it listens for a while, and is answered in parts.
    var listens: Bool { noun == "item" && ["enrol", "calibrate"].contains(verb) }

    /// The picture to repack before the request can be answered.
    var picture: RequestField? { pictureMember.flatMap { payload[$0] } }

    /// Whether it may concern the same item or note as another request with a picture.
    var changesPicture: Bool {
        ["item", "note"].contains(noun) && ["save", "delete"].contains(verb)
    }
}
