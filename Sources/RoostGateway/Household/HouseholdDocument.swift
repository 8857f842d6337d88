public import RoostCore
public import RoostFormats

/// A household as a file, read by `roost import` and written by `roost export`.
public struct HouseholdDocument {
    private let household: Household
    private let now: Timestamp

    /// - Parameter now: Shares that have ended by then are left out.
    public init(_ household: Household, at now: Timestamp) {
        self.household = household
        self.now = now
    }

    /// The changes that make `household` match the document; what it omits stays.
    ///
    /// - Parameters:
    ///   - usual: The settings of new users.
    ///   - now: When new members join their groups.
    ///   - names: Those that scanners have for a beacon, which is in use under any of them.
    /// - Throws: A `RequestError` that names the entry and the field, such as `items[2].beacon`;
    ///   then no change may be kept.
    public static func changes(
        _ payload: RequestPayload, to household: Household, usual: Settings,
        at now: Timestamp, names: @escaping (BeaconID) -> [BeaconID]
    ) throws(RequestError) -> [HouseholdChange] {
        try payload.allow(
            only: ["users", "places", "nodes", "items", "shares", "friends", "groups"],
            besides: ["id"])
        var reader = HouseholdReader(
            household: household, usual: usual, now: now, names: names)
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
            let shares = household.shares.valuesInOrder.flatMap(\.valuesInOrder)
            json.member("shares", shares.filter { !$0.hasEnded(at: now) })
            json.member("friends", household.friends.valuesInOrder.flatMap(\.valuesInOrder))
            json.member("groups", household.groups.valuesInOrder)
        }
    }

    /// The item without places that are gone, which could not be read back.
    private func readable(_ item: Item) -> Item {
        guard case .places(let places) = item.watch else { return item }
        var item = item
        item.watch = .places(places.filter { household.places[$0] != nil })
        return item
    }
}
