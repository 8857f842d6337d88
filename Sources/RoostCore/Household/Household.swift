/// Everything that people told Roost: the users, what they carry, where the nodes stand.
///
/// It changes only through `HouseholdChange`, so that the store's data and the engine's beliefs
/// come from the same steps.
public struct Household: Hashable, Sendable {
    public private(set) var users: [ID<User>: User] = [:]
    private var placeIndex = PlaceIndex()
    public private(set) var nodes: [ID<Node>: Node] = [:]
    public private(set) var items: [ID<Item>: Item] = [:]
    public private(set) var shares: [ID<User>: [Share.Viewer: Share]] = [:]
    public private(set) var friends: [ID<User>: [ID<User>: Friend]] = [:]
    public private(set) var groups: [ID<Group>: Group] = [:]
    /// The measurements of the rooms of places.
    public private(set) var calibrations: [ID<Place>: Calibration] = [:]
    /// When users and nodes were deleted, by the hashes of their names.
    private var deletions: [UInt64: Timestamp] = [:]

    /// The bearer of each beacon; if several claim the same one, the least of them.
    public private(set) var bearers: [BeaconID: Bearer] = [:]
    /// Who else claims a beacon.
    private var rivals: [BeaconID: Set<Bearer>] = [:]
    /// The beacons among them that are keys, `irk:…`: they resolve addresses that change.
    public private(set) var keys: Set<BeaconID> = []
    /// The users who share something with a viewer.
    private var owners: [Share.Viewer: Set<ID<User>>] = [:]
    private var itemsByOwner: [ID<User>: Set<ID<Item>>] = [:]
    private var groupsByMember: [ID<User>: Set<ID<Group>>] = [:]

    public init() {}

    public enum Bearer: Hashable, Sendable, Comparable {
        case item(ID<Item>)
        case user(ID<User>)
    }

    /// Also returns the household's own copy of the name, so that only one copy is kept.
    func bearer(of beacon: BeaconID) -> (beacon: BeaconID, bearer: Bearer)? {
        bearers.index(forKey: beacon).map { (bearers[$0].key, bearers[$0].value) }
    }

    /// The nodes at doors with a contact sensor, by the sensor's topic.
    public var doors: [String: [ID<Node>]] {
        Dictionary(grouping: nodes.values.filter { $0.door != nil }, by: { $0.door ?? "" })
            .mapValues { $0.map(\.id).sorted() }
    }

    /// The items of `owner`, sorted by id.
    public func items(of owner: ID<User>) -> [Item] {
        itemIDs(of: owner).sorted().compactMap { items[$0] }
    }

    /// The same by their ids alone, in no order.
    public func itemIDs(of owner: ID<User>) -> Set<ID<Item>> { itemsByOwner[owner] ?? [] }

    /// The nodes of a place, sorted by id.
    public func nodes(in place: ID<Place>) -> [Node] {
        nodes.values.filter { $0.place == place }.sorted { $0.id < $1.id }
    }

    /// The groups that `user` is in.
    public func groups(of user: ID<User>) -> Set<ID<Group>> { groupsByMember[user] ?? [] }

    /// The users who share something with `viewer`, in order; some of it may not hold now.
    public func owners(sharingWith viewer: ID<User>) -> [ID<User>] {
        (owners[.user(viewer)] ?? []).union(owners[.everyone] ?? []).subtracting([viewer]).sorted()
    }

    /// When the last user of that id was deleted, whether or not there is one again.
    func deletion(of user: ID<User>) -> Timestamp? { deletions[Deletion.name(of: user)] }

    /// When the last node of that id was deleted, whether or not there is one again.
    func deletion(of node: ID<Node>) -> Timestamp? { deletions[Deletion.name(of: node)] }

    /// The changes that take `user` out of all groups.
    func changes(takingOutOfGroups user: ID<User>) -> [HouseholdChange] {
        groups(of: user).sorted().compactMap { groups[$0] }.map { group in
            group.without(user).map(HouseholdChange.saveGroup) ?? .deleteGroup(group.id)
        }
    }

    /// Whether a change would save what is saved already.
    func contains(_ change: HouseholdChange) -> Bool {
        switch change {
        case .saveUser(let user): users[user.id] == user
        case .savePlace(let place): places[place.id] == place
        case .saveNode(let node): nodes[node.id] == node
        case .saveItem(let item): items[item.id] == item
        case .saveShare(let share): shares[share.owner]?[share.viewer] == share
        case .saveFriend(let friend): friends[friend.user]?[friend.friend] == friend
        case .saveGroup(let group): groups[group.id] == group
        case .saveCalibration(let calibration, let place): calibrations[place] == calibration
        case .noteDeletion(let deletion): deletions[deletion.name] == deletion.time
        case .deleteUser, .deletePlace, .deleteNode, .deleteItem, .deleteShare, .deleteFriend,
            .deleteGroup, .deleteCalibration:
            false
        }
    }

    /// Applies one change.
    ///
    /// Saving twice is the same as saving once; deleting what is not there changes nothing.
    public mutating func apply(_ change: HouseholdChange) {
        switch change {
        case .saveUser(let user):
            let before = users.updateValue(user, forKey: user.id)
            assign(user.beacons, to: .user(user.id), before: before?.beacons ?? [])
        case .deleteUser(let id):
            deleteUser(id)
        case .savePlace(let place):
            placeIndex.save(place)
        case .deletePlace(let id):
            placeIndex.delete(id)
            calibrations[id] = nil
            for node in nodes.values where node.place == id {
                nodes[node.id]?.place = nil
                nodes[node.id]?.ownPlace = nil
                nodes[node.id]?.room = nil
            }
        case .saveNode(let node):
            nodes[node.id] = node
        case .deleteNode(let id):
            nodes[id] = nil
        case .saveItem(let item):
            let before = items.updateValue(item, forKey: item.id)
            if let before { itemsByOwner.take(item.id, outOf: before.owner) }
            itemsByOwner[item.owner, default: []].insert(item.id)
            assign(item.beacons, to: .item(item.id), before: before?.beacons ?? [])
        case .deleteItem(let id):
            deleteItem(id)
        case .saveShare(let share):
            shares[share.owner, default: [:]][share.viewer] = share
            owners[share.viewer, default: []].insert(share.owner)
        case .deleteShare(let owner, let viewer):
            shares[owner]?[viewer] = nil
            owners[viewer]?.remove(owner)
            forgetEmpty()
        case .saveFriend(let friend):
            friends[friend.user, default: [:]][friend.friend] = friend
        case .deleteFriend(let user, let friend):
            friends[user]?[friend] = nil
            forgetEmpty()
        case .saveGroup(let group):
            deleteGroup(group.id)
            groups[group.id] = group
            for member in group.members {
                groupsByMember[member.user, default: []].insert(group.id)
            }
        case .deleteGroup(let id): deleteGroup(id)
        case .saveCalibration(let calibration, let place):
            if places[place] != nil { calibrations[place] = calibration }
        case .deleteCalibration(let place): calibrations[place] = nil
        case .noteDeletion(let deletion): deletions[deletion.name] = deletion.time
        }
    }

    private mutating func deleteGroup(_ id: ID<Group>) {
        for member in groups.removeValue(forKey: id)?.members ?? [] {
            groupsByMember.take(id, outOf: member.user)
        }
    }

    private mutating func deleteUser(_ id: ID<User>) {
        for change in changes(takingOutOfGroups: id) { apply(change) }
        for item in items(of: id) { deleteItem(item.id) }
        for place in places.values where place.owner == id {
            apply(.deletePlace(place.id))
        }
        release(users[id]?.beacons ?? [], of: .user(id))
        users[id] = nil
        shares[id] = nil
        friends[id] = nil
        for owner in shares.keys { shares[owner]?[.user(id)] = nil }
        owners[.user(id)] = nil
        for viewer in owners.keys { owners[viewer]?.remove(id) }
        for user in friends.keys { friends[user]?[id] = nil }
        forgetEmpty()
    }

    /// What is empty counts as missing, so that households of the same content are equal.
    private mutating func forgetEmpty() {
        shares = shares.filter { !$0.value.isEmpty }
        owners = owners.filter { !$0.value.isEmpty }
        friends = friends.filter { !$0.value.isEmpty }
    }

    private mutating func deleteItem(_ id: ID<Item>) {
        guard let item = items.removeValue(forKey: id) else { return }
        itemsByOwner.take(id, outOf: item.owner)
        release(item.beacons, of: .item(id))
    }

    private mutating func assign(
        _ beacons: [BeaconID], to bearer: Bearer, before: [BeaconID]
    ) {
        release(before, of: bearer)
        for beacon in beacons {
            let known = bearers[beacon]
            bearers[beacon] = min(known ?? bearer, bearer)
            if let known, known != bearer {
                rivals[beacon, default: []].insert(max(known, bearer))
            }
            if beacon.isKey { keys.insert(beacon) }
        }
    }

    /// Releases beacons, each to any other bearer that names it.
    private mutating func release(_ beacons: [BeaconID], of bearer: Bearer) {
        for beacon in beacons {
            if bearers[beacon] == bearer { bearers[beacon] = rivals[beacon]?.min() }
            if let heir = bearers[beacon] { rivals.take(heir, outOf: beacon) }
            rivals.take(bearer, outOf: beacon)
            if bearers[beacon] == nil { keys.remove(beacon) }
        }
    }
}

extension Item {
    fileprivate var beacons: [BeaconID] { beacon.map { [$0] } ?? [] }
}

extension Dictionary {
    /// Takes a member out of a key's set, and the key away with its last member.
    fileprivate mutating func take<Member: Hashable>(_ member: Member, outOf key: Key)
    where Value == Set<Member> {
        self[key]?.remove(member)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}

// MARK: Places

extension Household {
    public var places: [ID<Place>: Place] { placeIndex.all }

    /// The places that everybody knows, sorted by id.
    public var sharedPlaces: [Place] { placeIndex.shared }

    /// The places of a user that are not shared, sorted by id.
    public func ownPlaces(of user: ID<User>) -> [Place] { placeIndex.own(of: user) }

    /// The places that `user` may be told they are in, sorted by id.
    public func places(knownTo user: ID<User>) -> [Place] { placeIndex.known(to: user) }

    /// The places in which a place lies as a whole, the smallest first: whoever is in it is in them
    /// too.
    func around(_ place: ID<Place>) -> [Place] { placeIndex.around(place) }

    /// The same, as far as `user` knows them; none around a place that they do not know.
    func around(_ place: ID<Place>, for user: ID<User>) -> [Place] {
        guard knows(place, user) else { return [] }
        return around(place).filter { $0.isKnown(to: user) }
    }

    /// Whether a place lies as a whole in another.
    func lies(_ inner: ID<Place>, in outer: ID<Place>) -> Bool {
        placeIndex.lies(inner, in: outer)
    }

    /// Whether a place is another, or lies in it as a whole, as far as `user` knows these places.
    func isWithin(_ inner: ID<Place>, _ outer: ID<Place>, for user: ID<User>) -> Bool {
        inner == outer || lies(inner, in: outer) && knows(inner, user) && knows(outer, user)
    }

    private func knows(_ place: ID<Place>, _ user: ID<User>) -> Bool {
        places[place]?.isKnown(to: user) ?? false
    }
}
