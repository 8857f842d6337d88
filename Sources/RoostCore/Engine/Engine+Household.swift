extension Engine {
    /// Changes the household and what is believed because of it.
    ///
    /// A person who is told of a new place around them has not arrived there, so no transition comes
    /// of it.
    mutating func keep(_ change: HouseholdChange) {
        let before = household
        household.apply(change)
        nodes.placed = household.nodes
        effects.append(.keep(change))
        switch change {
        case .saveUser(let user):
            if before.users[user.id]?.beacons != user.beacons {
                reconsider(user.id, isQuiet: true)
            }
            effects.append(.changed(.user(user.id), .now))
            effects.append(.changed(.friends(of: user.id), .now))
        case .deleteUser(let id):
            forget(id, from: before)
        case .savePlace(let place):
            adoptNodes()
            relocateAll(because: place.id)
            effects.append(.changed(.place(place.id), .now))
        case .deletePlace(let id):
            relocateAll(because: id)
            effects.append(.changed(.place(id), .now))
        case .saveNode(let node):
            effects.append(.changed(.node(node.id), .now))
        case .deleteNode(let id):
            nodes.tracks[id] = nil
            effects.append(.changed(.node(id), .now))
        case .saveItem(let item):
            if let known = before.items[item.id],
                known.beacon != item.beacon || known.owner != item.owner
            {
                forget(item.id)
            }
            reconsider(item: item.id)
            effects.append(.changed(.item(item.id), .now))
        case .deleteItem(let id):
            forget(id)
            effects.append(.changed(.item(id), .now))
        case .saveShare(let share):
            reviewShares(of: share.owner)
        case .deleteShare(let owner, _):
            reviewShares(of: owner)
        case .saveFriend, .deleteFriend:
            break
        }
        forgetUnclaimedBeacons(of: before)
    }

    /// Nodes that could not be placed before may stand in a place that is new.
    private mutating func adoptNodes() {
        for node in household.nodes.values.sorted(by: { $0.id < $1.id }) {
            let placed = adopted(node)
            if placed != node { keep(.saveNode(placed)) }
        }
    }

    /// Judges again where everybody is whom the change of a place can concern.
    private mutating func relocateAll(because place: ID<Place>) {
        for user in household.users.keys.sorted() where users[user] != nil {
            let places = household.places(knownTo: user)
            for device in (users[user]?.devices ?? [:]).keys {
                users[user]?.devices[device]?.rejudge(places: places, settings: settings)
            }
            reconsider(user, isQuiet: true)
        }
        for item in household.items.keys.sorted() where items[item]?.spot?.place == place {
            reconsider(item: item)
        }
    }

    private mutating func forget(_ user: ID<User>, from before: Household) {
        noteWhereabouts(of: user)
        users[user] = nil
        for item in before.items(of: user) {
            forget(item.id)
            effects.append(.changed(.item(item.id), .now))
        }
        for place in before.places.values where place.owner == user {
            effects.append(.changed(.place(place.id), .now))
        }
        effects.append(.changed(.user(user), .now))
        effects.append(.changed(.friends(of: user), .now))
        for owner in before.users.keys.sorted() {
            effects.append(.changed(.friends(of: owner), .now))
        }
    }

    /// Nothing is known of the item any more, and its place has one less.
    private mutating func forget(_ item: ID<Item>) {
        guard let track = items.removeValue(forKey: item) else { return }
        if let place = track.spot?.place { effects.append(.changed(.place(place), .now)) }
    }

    private mutating func forgetUnclaimedBeacons(of before: Household) {
        guard household.bearers.count < before.bearers.count else { return }
        for beacon in before.bearers.keys where household.bearers[beacon] == nil {
            beacons[beacon] = nil
            effects.append(.changed(.beacon(beacon), .now))
        }
    }

    // MARK: What phones say of the household

    mutating func introduce(_ id: ID<User>, as name: String) {
        // A name that somebody chose is kept.
        guard var user = household.users[id], user.name == id.rawValue else { return }
        user.name = name
        keep(.saveUser(user))
    }

    /// A region on a phone is a place of its user, unless the household has that place already.
    mutating func mark(_ waypoint: Waypoint, of user: ID<User>) {
        guard household.users[user] != nil else { return }
        let known = household.places(knownTo: user)
        let own = known.first { $0.owner == user && $0.origin == waypoint.origin }
        guard let area = waypoint.area else {
            if let own { keep(.deletePlace(own.id)) }
            return
        }
        if var place = own {
            place.name = waypoint.name
            place.area = area
            if place != own { keep(.savePlace(place)) }
            return
        }
        let name = waypoint.name.lowercased()
        guard !known.contains(where: { $0.name.lowercased() == name }),
            let id = freePlaceID(for: waypoint.name, of: user)
        else { return }
        keep(
            .savePlace(
                Place(
                    id: id, name: waypoint.name, kind: Place.Kind(rawValue: name) ?? .other,
                    area: area, owner: user, origin: waypoint.origin)))
    }

    /// An id made from `name` that no place has.
    public func freePlaceID(for name: String, of user: ID<User>) -> ID<Place>? {
        guard let plain = ID<Place>(from: name) ?? ID(from: user.rawValue) else { return nil }
        if household.places[plain] == nil { return plain }
        return (1...1000).lazy
            .compactMap { number in
                ID<Place>(from: "\(user)-\(plain)\(number == 1 ? "" : "-\(number)")")
            }
            .first { household.places[$0] == nil }
    }
}
