import OrderedCollections

extension Engine {
    mutating func save(_ node: Node, _ change: HouseholdChange) {
        let known = household.nodes[node.id]
        let hasOtherPlace = node.place != nil && known?.place != nil && node.place != known?.place
        let nearby = hasOtherPlace ? beaconsNearest(to: node.id) : []
        enact(change)
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
        }
    }

    mutating func delete(_ node: ID<Node>, _ change: HouseholdChange) {
        let known = household.nodes[node]
        enact(change)
        enact(.noteDeletion(Deletion(of: node, at: now)))
        nodes[node] = nil
        if let known { forgetSpot(of: known) }
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
        var items: [ID<Item>] = []
        var users: [ID<User>] = []
        for beacon in nearby {
            beacons[beacon]?.rooms.move(to: spot)
            effects.append(.changed(.beacon(beacon), .now))
            switch household.bearers[beacon] {
            case .user(let user): users.append(user)
            case .item(let item): items.append(item)
            case nil: break
            }
        }
        for item in items {
            for place in [self.items[item]?.spot?.place, spot.place].compactMap({ $0 }) {
                noteOccupancy(of: place)
            }
            self.items[item]?.spot = spot
            effects.append(.changed(.item(item), .now))
        }
        // Only now is everything where it is: neither a thing nor its owner is elsewhere meanwhile.
        for user in users { reconsider(user, isQuiet: true) }
        for item in items { reconsider(item: item) }
    }

    /// What a node heard in its old position no longer holds.
    private mutating func forgetSpot(of node: Node) {
        forgetCalibration(by: node)
        forgetSilences(in: node.place)
    }

    private mutating func forgetSilences(in place: ID<Place>?) {
        guard let place, silences[place] != nil else { return }
        silences[place] = nil
        effects.append(.changed(.silences(of: place), .soon))
    }
}
