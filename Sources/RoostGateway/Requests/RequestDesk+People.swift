import RoostCore
import RoostFormats

extension RequestDesk {
    // MARK: Friends

    func listFriends(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        let friends = (household.friends[user] ?? [:]).values
            .sorted { ($0.order, $0.friend) < ($1.order, $1.friend) }
            .map { friend in
                Members { json in
                    json.member("friend", friend.friend)
                    json.member("name", household.users[friend.friend]?.name)
                    json.nullable("color", friend.color)
                    json.member("order", friend.order)
                    // What the friend shares with the user now, by the same rules as on the topic.
                    json.nullable("state", engine.friend(friend.friend, for: user))
                }
            }
        return listed("friends", friends)
    }

    mutating func saveFriend(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Friend.members, of: user)
        let other = try household.knownUser(try payload.required("friend"))
        guard other != user else { throw .oneself("friend") }
        let before = household.friends[user]?[other]
        let friend = try Friend.draft(payload, user: user, friend: other, before: before)
        var changes: [HouseholdChange] = [.saveFriend(friend)]
        // A new friend gets the user's default share.
        if before == nil, let level = household.users[user]?.settings.defaultShare,
            household.shares[user]?[.user(other)] == nil
        {
            changes.append(.saveShare(Share(owner: user, viewer: .user(other), level: level)))
        }
        keep(changes)
        return friend
    }

    mutating func removeFriend(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["friend"], of: user)
        let friend: ID<User> = try payload.required("friend").id()
        guard household.friends[user]?[friend] != nil else { throw .notFound("friend", "friend") }
        keep([.deleteFriend(user: user, friend: friend)])
        let level = engine.share(of: user, to: friend, atAnyHour: true)?.level
        return Members { json in
            json.member("friend", friend)
            // They go on to see this, until the share is deleted too.
            json.member("share", level?.rawValue)
        }
    }

    /// Everyone who can be made a friend.
    func directory(
        _ payload: RequestPayload, for user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        let others = household.users.valuesInOrder.filter { $0.id != user }
        return listed(
            "users",
            others.map { other in
                Members { json in
                    json.member("user", other.id)
                    json.member("name", other.name)
                }
            })
    }

    // MARK: Shares

    mutating func saveShare(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Share.members, of: user)
        let viewer = try viewer(payload)
        guard viewer != .user(user) else { throw .oneself("viewer") }
        if case .user(let id) = viewer, household.users[id] == nil {
            throw .notFound("user", "viewer")
        }
        // One that has ended is none.
        let before = household.shares[user]?[viewer].flatMap {
            $0.hasEnded(at: engine.now) ? nil : $0
        }
        let share = try Share.draft(payload, owner: user, viewer: viewer, before: before)
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
        guard household.shares[user]?[viewer] != nil else { throw .notFound("share", "viewer") }
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

    // MARK: Administrators

    mutating func saveUser(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: User.members)
        let id: ID<User> = try payload.required("user").id()
        let before = household.users[id]
        let user = try User.draft(payload, id: id, before: before)
        for beacon in user.beacons where before?.beacons.contains(beacon) != true {
            try checkFree(beacon, for: .user(id), field: "beacons")
        }
        keep([.saveUser(user)])
        return user
    }

    mutating func deleteUser(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["user"])
        let id = try household.knownUser(try payload.required("user"))
        keep([.deleteUser(id)])
        return Members { $0.member("user", id) }
    }

    func listUsers(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [])
        return listed("users", household.users.valuesInOrder)
    }

    /// Sets a user's password for the web page, or removes it.
    mutating func savePassword(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["user", "password"])
        let user = try household.knownUser(try payload.required("user"))
        if payload.isNull("password") {
            keep(.passwordHash(nil, of: user))
        } else {
            let password = try payload.required("password").string(length: Password.lengths)
            guard let hash = Password.hash(password) else {
                throw RequestError(.unavailable, "there is no memory for that now: try again")
            }
            keep(.passwordHash(hash, of: user))
        }
        return Members { $0.member("user", user) }
    }
}
