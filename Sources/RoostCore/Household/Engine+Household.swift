import OrderedCollections

extension Engine {
    /// Changes the household and what is believed because of it.
    ///
    /// Somebody around whom a new place is drawn has not arrived there: no transition follows.
    mutating func keep(_ change: HouseholdChange) {
        // What is saved as it was costs nothing, however much would depend on it.
        guard !household.contains(change) else { return }
        switch change {
        case .saveUser(let user): save(user, change)
        case .deleteUser(let id): delete(id, change)
        case .savePlace(var place):
            let known = household.places[place.id]
            if let known { place.noteMove(from: known, at: now) }
            enact(.savePlace(place))
            adopt(household.nodes.keys.sorted())
            if let known {
                forgetWishes { lost, user in
                    lost == place.id && known.isKnown(to: user) && !place.isKnown(to: user)
                }
            }
            relocate(because: [known, place].compactMap { $0 })
            effects.append(.changed(.place(place.id), .now))
        case .deletePlace(let id):
            let (known, placeless) = (household.places[id], placelessNodes)
            enact(change)
            adopt(placeless)
            forget([id])
            relocate(because: [known].compactMap { $0 })
            effects.append(.changed(.place(id), .now))
        case .saveNode(let node): save(node, change)
        case .deleteNode(let id): delete(id, change)
        case .saveItem(let item): save(item, change)
        case .deleteItem(let id):
            let known = household.items[id]
            enact(change)
            forget(id, beacon: known?.beacon, of: known?.owner)
            disableReminders { $0.trigger.item == id }
            effects.append(.changed(.item(id), .now))
        case .saveShare(let share):
            enact(.saveShare(dated(share)))
            reviewShares(of: share.owner)
        case .deleteShare(let owner, _):
            enact(change)
            reviewShares(of: owner)
        case .saveFriend, .deleteFriend, .saveGroup, .deleteGroup, .saveCalibration,
            .deleteCalibration, .noteDeletion:
            enact(change)
        }
    }

    mutating func enact(_ change: HouseholdChange) {
        household.apply(change)
        nodes.place(household)
        effects.append(.keep(change))
    }

    private mutating func save(_ user: User, _ change: HouseholdChange) {
        let known = household.users[user.id]
        enact(change)
        let sold = (known?.devices ?? []).filter { !user.devices.contains($0) }
        for device in sold { users[user.id]?.devices[device.name] = nil }
        let hasOtherBeacons = known.map { $0.beacons != user.beacons } ?? false
        if let known, hasOtherBeacons {
            forgetUnclaimed(known.beacons)
            users[user.id]?.outing = nil
        }
        if hasOtherBeacons || !sold.isEmpty { reconsider(user.id, isQuiet: true) }
        effects.append(.changed(.user(user.id), .now))
        effects.append(.changed(.friends(of: user.id), .now))
        review(budgetsOf: user, before: known)
        review(remindersOf: user, before: known)
    }

    private mutating func delete(_ user: ID<User>, _ change: HouseholdChange) {
        let items = household.items(of: user)
        let places = household.places.values.filter { $0.owner == user }
        let beacons = household.users[user]?.beacons ?? []
        let placeless = placelessNodes
        noteWhereabouts(of: user)
        for change in household.changes(takingOutOfGroups: user) { enact(change) }
        enact(change)
        // A phone's clock may be ahead: what it said counts as said before.
        let said = devices(of: user).values.compactMap { $0.last?.sentTime }
        enact(.noteDeletion(Deletion(of: user, at: said.reduce(now, max))))
        if !places.isEmpty { adopt(placeless) }
        users[user] = nil
        walks[user] = nil
        purses[user] = nil
        for id in (reminders.removeValue(forKey: user) ?? [:]).keys.sorted() {
            effects.append(.changed(.reminder(id, of: user), .now))
        }
        forget(Set(places.map(\.id)))
        effects.append(.changed(.spending(user), .now))
        for item in items {
            forget(item.id, beacon: item.beacon, of: nil)
            effects.append(.changed(.item(item.id), .now))
        }
        forgetUnclaimed(beacons)
        relocate(because: places)
        for place in places.map(\.id).sorted() { effects.append(.changed(.place(place), .now)) }
        effects.append(.changed(.user(user), .now))
    }

    private mutating func save(_ item: Item, _ change: HouseholdChange) {
        let known = household.items[item.id]
        enact(change)
        if let known, known.beacon != item.beacon || known.owner != item.owner {
            forget(item.id, beacon: known.beacon, of: known.owner)
        }
        if let known, known.owner != item.owner {
            disableReminders { $0.user == known.owner && $0.trigger.item == item.id }
        }
        if let beacon = item.beacon { beacons[beacon]?.measuredPower = item.txPower }
        reconsider(item: item.id)
        effects.append(.changed(.item(item.id), .now))
    }

    /// Forgets all that is known of the item; its place has one item less.
    ///
    /// - Parameter owner: Whose it was until now; `nil` if they are gone too.
    private mutating func forget(_ item: ID<Item>, beacon: BeaconID?, of owner: ID<User>?) {
        if let beacon {
            switch household.bearers[beacon] {
            case .item: break
            // Now worn, it is followed more closely: from when it is next heard.
            case .user, nil: forget(beacon)
            }
        }
        if let owner { forgetThing(item, beacon, of: owner) }
        guard let track = items.removeValue(forKey: item) else { return }
        if let place = track.occupied { noteOccupancy(of: place) }
    }

    /// Forgets what happened in places that are gone, and what users want to be told of them.
    private mutating func forget(_ places: Set<ID<Place>>) {
        for place in places.sorted() {
            for user in purses.keys { purses[user]?.forget(place) }
            silences[place] = nil
            for user in users.keys.sorted() { forgetDoors(of: place, for: user) }
        }
        forgetCalibrations(of: places)
        forgetWishes { place, _ in places.contains(place) }
    }

    /// Forgets what the doors of a place taught about a user.
    private mutating func forgetDoors(of place: ID<Place>, for user: ID<User>) {
        let (habits, openings) = (users[user]?.habits, users[user]?.openings)
        guard habits?[place] != nil || openings?[place] != nil else { return }
        users[user]?.habits?[place] = nil
        users[user]?.openings?[place] = nil
        effects.append(.changed(.user(user), .soon))
    }

    /// Switches off the reminders of places that are lost to their users, whose things are no longer
    /// watched there.
    private mutating func forgetWishes(where isLost: (ID<Place>, ID<User>) -> Bool) {
        disableReminders { reminder in
            reminder.trigger.place.map { isLost($0, reminder.user) } ?? false
        }
        for var item in household.items.valuesInOrder {
            guard case .places(let watched) = item.watch else { continue }
            let kept = watched.filter { !isLost($0, item.owner) }
            guard kept.count < watched.count else { continue }
            item.watch = .places(kept)
            keep(.saveItem(item))
        }
    }

    /// A beacon that nobody carries any more is treated as a stranger's.
    private mutating func forgetUnclaimed(_ unclaimed: [BeaconID]) {
        for beacon in unclaimed where household.bearers[beacon] == nil { forget(beacon) }
    }

    private mutating func forget(_ beacon: BeaconID) {
        beacons[beacon] = nil
        tagNames.forget(beacon)
        effects.append(.changed(.beacon(beacon), .now))
    }

    private var placelessNodes: [ID<Node>] {
        household.nodes.valuesInOrder.filter { $0.place == nil }.map(\.id)
    }

    /// Nodes may stand in a new place, and those without one in the only home that is left; what stood
    /// in a place that is gone may have named it.
    private mutating func adopt(_ nodes: [ID<Node>]) {
        for node in nodes.compactMap({ household.nodes[$0] }) {
            let placed = adopted(node)
            if placed != node { keep(.saveNode(placed)) }
        }
    }

    /// Judges again the whereabouts of everybody whom the changed places can concern.
    private mutating func relocate(because changed: [Place]) {
        let isForAll = changed.contains(where: \.isShared)
        let moved = Set(changed.filter(isMoved).map(\.id))
        let concerned = isForAll ? Set(household.users.keys) : Set(changed.compactMap(\.owner))
        for user in concerned.sorted() where users[user] != nil {
            let places = household.places(knownTo: user)
            for device in devices(of: user).keys {
                users[user]?.devices[device]?.rejudge(places: places, moved: moved)
            }
            reconsider(user, isQuiet: true)
            // Where it is not known any more whether they are in it, they cannot leave it.
            if let settled = users[user]?.settled.place, moved.contains(settled),
                users[user]?.belief?.whereabouts.spot?.place != settled
            {
                users[user]?.settled = .outside
                users[user]?.arrived = nil
                effects.append(.changed(.user(user), .now))
            }
        }
        let places = Set(changed.map(\.id))
        for item in household.items.keys.sorted() {
            guard let track = items[item],
                [track.spot?.place, track.along?.place].contains(where: { place in
                    place.map(places.contains) ?? false
                })
            else { continue }
            reconsider(item: item, isQuiet: true)
        }
    }

    /// Whether a known place is gone, or has moved so far that its old middle is outside it.
    private func isMoved(_ known: Place) -> Bool {
        guard let place = household.places[known.id], let middle = known.area.center else {
            return true
        }
        return place.area.signedDistance(to: middle) > 0
    }

    // MARK: What phones say of the household

    /// How many users there may be before a phone brings one more: each is kept for ever.
    private static let mostUsersMet = 10_000

    /// Notes that a phone speaks for a user; returns whether that user exists.
    mutating func meet(_ user: ID<User>) -> Bool {
        if household.users[user] != nil { return true }
        guard createsUsers, !User.isReserved(user) else {
            effects.append(.turnAway(user, because: .unknownUser))
            return false
        }
        guard household.users.count < Self.mostUsersMet else {
            effects.append(.turnAway(user, because: .tooManyUsers))
            return false
        }
        keep(.saveUser(User(id: user, name: user.rawValue, settings: usualSettings)))
        return true
    }

    mutating func introduce(_ id: ID<User>, as name: String, isRetained: Bool) {
        // A card that the broker kept does not tell whether it is that of a deleted user.
        guard !isRetained || household.deletion(of: id) == nil else { return }
        // A name that somebody has chosen is kept.
        guard meet(id), var user = household.users[id], user.name == id.rawValue else { return }
        user.name = name
        keep(.saveUser(user))
    }

    /// Makes a region on a phone its user's place, unless they already know one of that name there,
    /// or as many places as anybody may own.
    mutating func mark(_ waypoint: Waypoint, of user: ID<User>) {
        guard meet(user) else { return }
        // A region that the phone was given is a copy, perhaps of a place that is gone.
        if let time = Int64(waypoint.origin), Place.regionTimes.contains(time) { return }
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
        guard !known.contains(where: { $0.name.lowercased() == name && $0.isNear(area) }),
            known.count(where: { $0.owner == user }) < Place.mostOfOwner,
            let id = freePlaceID(for: waypoint.name, of: user)
        else { return }
        keep(
            .savePlace(
                Place(
                    id: id, name: waypoint.name, kind: Place.Kind(rawValue: name) ?? .other,
                    area: area, owner: user, origin: waypoint.origin)))
    }

    /// An id made from `name` that no place has.
    func freePlaceID(for name: String, of user: ID<User>) -> ID<Place>? {
        // Of some scripts no letter can be kept.
        let plain = ID<Place>(from: name) ?? ID(checked: "place")
        return plain.variants(of: user).first { household.places[$0] == nil }
    }
}

extension Place {
    /// Whether a region of the same name is this place: not everybody draws with care.
    fileprivate func isNear(_ region: Area) -> Bool {
        guard let center = region.center else { return true }
        return area.signedDistance(to: center) <= max(Self.leastApart, region.extent)
    }

    /// Two places of one name are at least this far from each other, in metres.
    private static let leastApart = 500.0
}
