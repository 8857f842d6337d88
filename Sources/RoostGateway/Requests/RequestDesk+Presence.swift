import RoostCore
import RoostFormats
import RoostStore

extension RequestDesk {
    func presence(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        return try presence(of: user)
    }

    func presence(of user: ID<User>) throws(RequestError) -> any JSONWritable {
        guard let view = engine.presence(of: user) else { throw .notFound("user", "user") }
        return view
    }

    /// The state of a user or of one of their items, and the decisions behind it, newest first; or
    /// the one decision that held at a moment.
    func explain(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["item", "at", "from", "to", "limit"], of: user)
        let item: Item? = payload["item"] == nil ? nil : try ownItem(payload, of: user)
        if let at = try payload["at"]?.time() {
            guard engine.now.seconds(since: at) > -Self.clockError else {
                throw RequestError(.outOfRange, "nothing is known of the future", field: "at")
            }
            return try explain(user, item, at: at)
        }
        let query = try query(payload, of: user, limit: 20)
        let decisions = try stored { try $0.decisions(query, about: item?.id) }
        guard let item else {
            let view = try presence(of: user)
            return Members { json in
                json.member("presence", view)
                json.member("decisions", decisions)
            }
        }
        let state = engine.ownersView(of: item.id)
        return Members { json in
            json.member("item", item.id)
            json.member("state", state)
            json.member("decisions", decisions)
        }
    }

    /// How wrong the asker's clock may be, in seconds.
    static let clockError = 60.0

    /// The belief at a moment, and its reason.
    private func explain(
        _ user: ID<User>, _ item: Item?, at time: Timestamp
    ) throws(RequestError) -> any JSONWritable {
        let decision = try stored { try $0.decision(about: user, item: item?.id, at: time) }
        return Members { json in
            json.member("item", item?.id)
            json.member("at", time)
            json.nullable("sentence", decision?.sentence)
            json.member("decisions", decision.map { [$0] } ?? [])
        }
    }
}
