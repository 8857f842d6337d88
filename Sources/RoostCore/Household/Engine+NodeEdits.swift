import OrderedCollections

extension Engine {
    mutating func save(_ node: Node, _ change: HouseholdChange) {
        let known = household.nodes[node.id]
        let hasOtherPlace = known?.place != node.place
        let nearby = hasOtherPlace && known?.place != nil ? beaconsNearest(to: node.id) : []
        enact(change)
        if hasOtherPlace { forgetSilences(in: node.place) }
        scheduleReview(of: node.id)
        effects.append(.changed(.node(node.id), .now))
        guard let known else { return }
        if known.isElsewhere(than: node) {
            forgetSpot(of: known)
        } else if known.isExit != node.isExit {
            forgetSilences(in: known.place)
        }
        if let place = node.place, household.places[place] != nil {
            move(nearby, to: .init(place: place, room: node.room))
        } else {
            reconsider(bearersOf: nearby)
        }
    }

    mutating func delete(_ node: ID<Node>, _ change: HouseholdChange) {
        let known = household.nodes[node]
        let nearby = beaconsNearest(to: node)
        enact(change)
        enact(.noteDeletion(Deletion(of: node, at: now)))
        nodes[node] = nil
        if let known { forgetSpot(of: known) }
        reconsider(bearersOf: nearby)
        effects.append(.changed(.node(node), .now))
    }

    /// The beacons that are beside a node now: what it heard earlier may have stayed behind.
    private func beaconsNearest(to node: ID<Node>) -> [BeaconID] {
        let views = nodeViews
        return beacons.filter { beacon, track in
            !track.rooms.isGone && track.rooms.nearest(nodes: views)?.node == node
                && audibility(of: beacon) == .heard
        }.map(\.key)
    }

    /// Their node stands in another place than was thought, and so do these: nobody moved.
    private mutating func move(_ nearby: [BeaconID], to spot: Spot) {
        for beacon in nearby {
            beacons[beacon]?.rooms.move(to: spot)
            effects.append(.changed(.beacon(beacon), .now))
            guard case .item(let item) = household.bearers[beacon] else { continue }
            for place in [items[item]?.spot?.place, spot.place].compactMap({ $0 }) {
                noteOccupancy(of: place)
            }
            items[item]?.spot = spot
            effects.append(.changed(.item(item), .now))
        }
        // Only now is everything where it is: neither a thing nor its owner is elsewhere meanwhile.
        reconsider(bearersOf: nearby)
    }

    /// Judges quietly where those are who bear some beacons, and then where the things are.
    private mutating func reconsider(bearersOf beacons: [BeaconID]) {
        let bearers = Set(beacons.compactMap { household.bearers[$0] }).sorted()
        for case .user(let user) in bearers { reconsider(user, isQuiet: true) }
        for case .item(let item) in bearers { reconsider(item: item, isQuiet: true) }
    }

    /// What a node heard in its old position no longer holds.
    private mutating func forgetSpot(of node: Node) {
        forgetCalibration(by: node)
        forgetSilences(in: node.place)
    }

    private mutating func forgetSilences(in place: ID<Place>?) {
        guard let place else { return }
        for user in users.keys { users[user]?.forgetSilences(in: place) }
        guard silences.removeValue(forKey: place) != nil else { return }
        effects.append(.changed(.silences(of: place), .soon))
    }
}
