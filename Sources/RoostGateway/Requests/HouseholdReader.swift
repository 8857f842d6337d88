import RoostCore
import RoostFormats

/// Applies the entries as they are read, so that a later one can refer to an earlier one.
struct HouseholdReader {
    var household: Household
    let now: Timestamp
    let names: (BeaconID) -> [BeaconID]
    var changes: [HouseholdChange] = []
    /// The beacons that the entries name, with their bearers and fields.
    var claims: [(beacon: BeaconID, bearer: Household.Bearer, field: String)] = []

    /// Each beacon has one bearer in the end; until then two may be swapped.
    func checkBeacons() throws(RequestError) {
        var bearers: [BeaconID: Set<Household.Bearer>] = [:]
        for user in household.users.values {
            for beacon in user.beacons { bearers[beacon, default: []].insert(.user(user.id)) }
        }
        for item in household.items.values {
            if let beacon = item.beacon { bearers[beacon, default: []].insert(.item(item.id)) }
        }
        // An entry may be followed by another about the same bearer.
        for (beacon, bearer, field) in claims
        where bearers[beacon]?.contains(bearer) == true
            && !names(beacon).allSatisfy({ bearers[$0]?.isSubset(of: [bearer]) ?? true })
        {
            throw .inUse(beacon, field)
        }
    }

    private mutating func keep(_ change: HouseholdChange) {
        household.apply(change)
        changes.append(change)
    }

    mutating func readUser(_ entry: RequestPayload) throws(RequestError) {
        let id: ID<User> = try entry.required("user").id()
        let user = try User.draft(entry, id: id, before: household.users[id])
        if let field = entry["beacons"] {
            claims += user.beacons.map { ($0, .user(id), field.name) }
        }
        keep(.saveUser(user))
    }

    mutating func readPlace(_ entry: RequestPayload) throws(RequestError) {
        let id: ID<Place> = try entry.required("place").id()
        let before = household.places[id]
        var place = try Place.draft(entry, id: id, owner: before?.owner, before: before)
        if entry.isNull("owner") { place.owner = nil }
        if let owner = entry["owner"] { place.owner = try household.knownUser(owner) }
        try entry.checkKnown(place)
        keep(.savePlace(place))
    }

    mutating func readNode(_ entry: RequestPayload) throws(RequestError) {
        let id: ID<Node> = try entry.required("node").id()
        keep(
            .saveNode(
                try Node.draft(
                    entry, id: id, before: household.nodes[id], places: household.places)))
    }

    mutating func readItem(_ entry: RequestPayload) throws(RequestError) {
        let id: ID<Item> = try entry.required("item").id()
        let before = household.items[id]
        let owner = try owner(entry, before: before?.owner)
        let places = household.places
        let item = try Item.draft(entry, id: id, owner: owner, before: before) {
            places[$0]?.isKnown(to: owner) ?? false
        }
        if let beacon = item.beacon, let field = entry["beacon"] {
            claims.append((beacon, .item(id), field.name))
        }
        keep(.saveItem(item))
    }

    mutating func readShare(_ entry: RequestPayload) throws(RequestError) {
        let owner = try household.knownUser(try entry.required("owner"))
        let field = try entry.required("viewer")
        let viewer: Share.Viewer =
            field.value.string == "everyone" ? .everyone : .user(try household.knownUser(field))
        guard viewer != .user(owner) else { throw .oneself(field.name) }
        keep(
            .saveShare(
                try Share.draft(
                    entry, owner: owner, viewer: viewer, before: household.shares[owner]?[viewer])))
    }

    mutating func readFriend(_ entry: RequestPayload) throws(RequestError) {
        let owner = try household.knownUser(try entry.required("user"))
        let field = try entry.required("friend")
        let friend = try household.knownUser(field)
        guard friend != owner else { throw .oneself(field.name) }
        keep(
            .saveFriend(
                try Friend.draft(
                    entry, user: owner, friend: friend, before: household.friends[owner]?[friend])))
    }

    mutating func readGroup(_ entry: RequestPayload) throws(RequestError) {
        let id: ID<Group> = try entry.required("group").id()
        let before = household.groups[id]
        let owner = try owner(entry, before: before?.owner)
        let users = household.users
        var group = try Group.draft(entry, id: id, owner: owner, before: before, at: now) {
            users[$0] != nil
        }
        if let before, group != before { group.revision += 1 }
        keep(.saveGroup(group))
    }

    private func owner(
        _ entry: RequestPayload, before: ID<User>?
    ) throws(RequestError) -> ID<User> {
        if let before, entry["owner"] == nil { return before }
        return try household.knownUser(try entry.required("owner"))
    }
}
