import RoostCore
import RoostFormats

extension RequestDesk {
    mutating func saveShare(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Share.members, of: user)
        let viewer = try viewer(payload)
        guard viewer != .user(user) else { throw .oneself("viewer") }
        if case .user(let id) = viewer, household.users[id] == nil {
            throw .notFound("user", "viewer")
        }
        let share = try Share.draft(
            payload, owner: user, viewer: viewer, before: share(of: user, with: viewer))
        if let until = share.until, until <= engine.now {
            throw RequestError(
                .outOfRange, "until must be later than now, or null for a share without an end",
                field: "until")
        }
        keep([.saveShare(share)])
        let afterwards = engine.widening(after: share)
        return Members { json in
            json.members(of: share)
            // What everyone may see, the viewer then sees too.
            json.member("afterwards", afterwards?.rawValue)
        }
    }

    mutating func deleteShare(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["viewer"], of: user)
        let viewer = try viewer(payload)
        guard share(of: user, with: viewer) != nil else { throw .notFound("share", "viewer") }
        keep([.deleteShare(owner: user, viewer: viewer)])
        guard case .user(let id) = viewer else {
            return Members { $0.member("viewer", "everyone") }
        }
        let level = engine.share(of: user, to: id, atAnyHour: true)?.level
        return Members { json in
            json.member("viewer", id)
            // What everyone may see, they may see too.
            json.member("share", level?.rawValue)
        }
    }

    /// What the user shares with that viewer; what has ended is nothing.
    func share(of user: ID<User>, with viewer: Share.Viewer) -> Share? {
        household.shares[user]?[viewer].flatMap { $0.hasEnded(at: engine.now) ? nil : $0 }
    }

    private func viewer(_ payload: RequestPayload) throws(RequestError) -> Share.Viewer {
        let field = try payload.required("viewer")
        return field.value.string == "everyone" ? .everyone : .user(try field.id())
    }

    /// What the user shares, and what is shared with them.
    func listShares(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        let given = (household.shares[user] ?? [:]).valuesInOrder
            .filter { !$0.hasEnded(at: engine.now) }
        let received = household.users.keys.sorted()
            .compactMap { owner in owner == user ? nil : engine.share(of: owner, to: user) }
        return Members { json in
            json.member("shares", given)
            json.member("received", received)
        }
    }
}
