import RoostCore
import RoostFormats

/// Applies the entries as they are read, so that a later one can refer to an earlier one.
struct HouseholdReader {
    var household: Household
    /// The settings of new users.
    let usual: Settings
    let now: Timestamp
    let names: (BeaconID) -> [BeaconID]
    var changes: [HouseholdChange] = []
    /// The beacons that the entries name, with their bearers and fields.
    var claims: [(beacon: BeaconID, bearer: Household.Bearer, field: String)] = []
    /// The fields that say what each entry so far is about.
    var fields: [Entry: String] = [:]

    /// What an entry is about.
    enum Entry: Hashable {
        case user(ID<User>)
        case place(ID<Place>)
        case node(ID<Node>)
        case item(ID<Item>)
        case share(of: ID<User>, with: Share.Viewer)
        case friend(ID<User>, of: ID<User>)
        case group(ID<Group>)
    }

    /// Each beacon has one bearer in the end; until then two may be swapped.
    func checkBeacons() throws(RequestError) {
        var bearers: [BeaconID: Set<Household.Bearer>] = [:]
        for user in household.users.values {
            for beacon in user.beacons { bearers[beacon, default: []].insert(.user(user.id)) }
        }
        for item in household.items.values {
            if let beacon = item.beacon { bearers[beacon, default: []].insert(.item(item.id)) }
        }
        for (beacon, bearer, field) in claims
        where !names(beacon).allSatisfy({ bearers[$0]?.isSubset(of: [bearer]) ?? true }) {
            throw .inUse(beacon, field)
        }
    }

    /// Refuses a second entry about the same, since one of the two would be lost.
    private mutating func begin(_ entry: Entry, _ field: RequestField) throws(RequestError) {
        guard let first = fields.updateValue(field.name, forKey: entry) else { return }
        throw RequestError(
            .conflict,
            "\(field.name) is about the same as \(first): make one entry of the two, or leave one out",
            field: field.name)
    }

    private mutating func keep(_ change: HouseholdChange) {
        household.apply(change)
        changes.append(change)
    }

    mutating func readUser(_ entry: RequestPayload) throws(RequestError) {
        let field = try entry.required("user")
        let id: ID<User> = try field.id()
        try begin(.user(id), field)
        let user = try User.draft(entry, id: id, before: household.users[id], usual: usual)
        if let field = entry["beacons"] {
            claims += user.beacons.map { ($0, .user(id), field.name) }
        }
        keep(.saveUser(user))
    }

    mutating func readPlace(_ entry: RequestPayload) throws(RequestError) {
        let field = try entry.required("place")
        let id: ID<Place> = try field.id()
        try begin(.place(id), field)
        let before = household.places[id]
        var place = try Place.draft(entry, id: id, owner: before?.owner, before: before)
        if entry.isNull("owner") { place.owner = nil }
        if let owner = entry["owner"] { place.owner = try household.knownUser(owner) }
        try entry.checkKnown(place)
        keep(.savePlace(place))
    }

    mutating func readNode(_ entry: RequestPayload) throws(RequestError) {
        let field = try entry.required("node")
        let id: ID<Node> = try field.id()
        try begin(.node(id), field)
        let before = household.nodes[id]
        var node = try Node.draft(entry, id: id, before: before, places: household.places)
        // The place that a node named itself is no other for having been exported.
        if let before, before.place == node.place { node.ownPlace = before.ownPlace }
        keep(.saveNode(node))
    }

    mutating func readItem(_ entry: RequestPayload) throws(RequestError) {
        let field = try entry.required("item")
        let id: ID<Item> = try field.id()
        try begin(.item(id), field)
        let before = household.items[id]
        let owner = try owner(entry, before: before?.owner)
        let places = household.places
        // A place may be known to its owner no more, and again some day.
        let item = try Item.draft(entry, id: id, owner: owner, before: before) {
            places[$0] != nil
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
        try begin(.share(of: owner, with: viewer), field)
        // One that has ended lends the next nothing.
        let before = household.shares[owner]?[viewer].flatMap { $0.hasEnded(at: now) ? nil : $0 }
        keep(
            .saveShare(try Share.draft(entry, owner: owner, viewer: viewer, before: before)))
    }

    mutating func readFriend(_ entry: RequestPayload) throws(RequestError) {
        let owner = try household.knownUser(try entry.required("user"))
        let field = try entry.required("friend")
        let friend = try household.knownUser(field)
        guard friend != owner else { throw .oneself(field.name) }
        try begin(.friend(friend, of: owner), field)
        keep(
            .saveFriend(
                try Friend.draft(
                    entry, user: owner, friend: friend, before: household.friends[owner]?[friend])))
    }

    mutating func readGroup(_ entry: RequestPayload) throws(RequestError) {
        let field = try entry.required("group")
        let id: ID<Group> = try field.id()
        try begin(.group(id), field)
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
