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
            for beacon in nearby { move(beacon, to: .init(place: place, room: node.room)) }
        }
    }

    mutating func delete(_ node: ID<Node>, _ change: HouseholdChange) {
        let known = household.nodes[node]
        enact(change)
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

    /// Its node stands in another place than was thought, and so is the beacon: nobody moved.
    private mutating func move(_ beacon: BeaconID, to spot: RoomEstimator.Spot) {
        beacons[beacon]?.rooms.move(to: spot)
        effects.append(.changed(.beacon(beacon), .now))
        switch household.bearers[beacon] {
        case .user(let user): reconsider(user, isQuiet: true)
        case .item(let item):
            for place in [items[item]?.spot?.place, spot.place].compactMap({ $0 }) {
                effects.append(.changed(.place(place), .now))
            }
            items[item]?.spot = spot
            reconsider(item: item)
        case nil: break
        }
    }

    /// What a node heard in its old position no longer holds.
    private mutating func forgetSpot(of node: Node) {
        if let place = node.place, var calibration = household.calibrations[place],
            calibration.forget(node.id)
        {
            enact(.saveCalibration(calibration, of: place))
        }
        forgetSilences(in: node.place)
    }

    private mutating func forgetSilences(in place: ID<Place>?) {
        guard let place, silences[place] != nil else { return }
        silences[place] = nil
        effects.append(.changed(.silences(of: place), .soon))
    }
}
