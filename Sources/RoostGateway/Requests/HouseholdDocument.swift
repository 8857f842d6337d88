public import RoostCore
public import RoostFormats

/// A household as a file, read by `roost import` and written by `roost export`.
public struct HouseholdDocument {
    private let household: Household

    public init(_ household: Household) {
        self.household = household
    }

    /// The changes that make `household` match the document; what it omits stays.
    ///
    /// - Parameters:
    ///   - now: When new members join their groups.
    ///   - names: Those that scanners have for a beacon, which is in use under any of them.
    /// - Throws: A `RequestError` that names the entry and the field, such as `items[2].beacon`;
    ///   then no change may be kept.
    public static func changes(
        _ payload: RequestPayload, to household: Household, at now: Timestamp,
        names: @escaping (BeaconID) -> [BeaconID]
    ) throws(RequestError) -> [HouseholdChange] {
        try payload.allow(
            only: ["users", "places", "nodes", "items", "shares", "friends", "groups", "id"])
        var reader = Reader(household: household, now: now, names: names)
        for entry in try entries(payload, "users", User.members) { try reader.readUser(entry) }
        for entry in try entries(payload, "places", Place.members) { try reader.readPlace(entry) }
        for entry in try entries(payload, "nodes", Node.members) { try reader.readNode(entry) }
        for entry in try entries(payload, "items", Item.members) { try reader.readItem(entry) }
        for entry in try entries(payload, "shares", Share.members) { try reader.readShare(entry) }
        for entry in try entries(payload, "friends", Friend.members) {
            try reader.readFriend(entry)
        }
        for entry in try entries(payload, "groups", Group.savedMembers) {
            try reader.readGroup(entry)
        }
        try reader.checkBeacons()
        return reader.changes
    }

    private static func entries(
        _ payload: RequestPayload, _ name: String, _ members: [String]
    ) throws(RequestError) -> [RequestPayload] {
        guard let field = payload[name] else { return [] }
        return try field.array(count: 0...100_000).map { (field) throws(RequestError) in
            let entry = try field.object()
            try entry.allow(only: members)
            return entry
        }
    }
}

extension HouseholdDocument: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("users", household.users.valuesInOrder)
            json.member("places", household.places.valuesInOrder)
            json.member("nodes", household.nodes.valuesInOrder)
            json.member("items", household.items.valuesInOrder.map(readable))
            json.member("shares", household.shares.valuesInOrder.flatMap(\.valuesInOrder))
            json.member("friends", household.friends.valuesInOrder.flatMap(\.valuesInOrder))
            json.member("groups", household.groups.valuesInOrder)
        }
    }

    /// The item without places that its owner does not know any more, which could not be read back.
    private func readable(_ item: Item) -> Item {
        guard case .places(let places) = item.watch else { return item }
        var item = item
        item.watch = .places(
            places.filter { household.place($0, knownTo: item.owner) != nil })
        return item
    }
}

/// Applies the entries as they are read, so that a later one can refer to an earlier one.
private struct Reader {
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
        if let owner = entry["owner"] { place.owner = try user(owner) }
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
        let owner = try user(try entry.required("owner"))
        let field = try entry.required("viewer")
        let viewer: Share.Viewer =
            field.value.string == "everyone" ? .everyone : .user(try user(field))
        guard viewer != .user(owner) else { throw .oneself(field.name) }
        keep(
            .saveShare(
                try Share.draft(
                    entry, owner: owner, viewer: viewer, before: household.shares[owner]?[viewer])))
    }

    mutating func readFriend(_ entry: RequestPayload) throws(RequestError) {
        let owner = try user(try entry.required("user"))
        let field = try entry.required("friend")
        let friend = try user(field)
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
        return try user(try entry.required("owner"))
    }

    private func user(_ field: RequestField) throws(RequestError) -> ID<User> {
        let id: ID<User> = try field.id()
        guard household.users[id] != nil else { throw .notFound("user", field.name) }
        return id
    }
}

extension RequestDesk {
    mutating func importHousehold(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        let changes = try HouseholdDocument.changes(
            payload, to: household, at: engine.now, names: engine.names(of:))
        keep(changes)
        return Members { $0.member("changes", changes.count) }
    }
}
