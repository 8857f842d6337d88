import RoostCore
import RoostFormats

extension RequestDesk {
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
            share(of: user, with: .user(other)) == nil
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
}
