import OrderedCollections

extension Engine {
    /// The nodes that hear a beacon best, and the probabilities of its room and the next one.
    func evidence(ofRoomOf beacon: BeaconID) -> [Evidence] {
        guard let rooms = beacons[beacon]?.rooms, let spot = rooms.current, spot.room != nil,
            let place = household.places[spot.place], let newest = rooms.lastHeard
        else { return [] }
        func name(_ room: ID<Room>?) -> String { room.map(place.roomName) ?? "elsewhere" }
        // What was heard a while ago did not decide the room.
        let lately = rooms.hearings.filter {
            $0.isAudible && newest.seconds(since: $0.lastHeard) <= 60
                && household.nodes[$0.node]?.place == spot.place
        }
        let best = lately.sorted { ($0.current, $1.node) > ($1.current, $0.node) }.prefix(3)
        let levels = best.map { hearing in
            let room = household.nodes[hearing.node]?.room
            let level = hearing.current.rounded()
            return Evidence(
                .sighting, "\(hearing.node) (\(name(room))) hears it at \(Int(level)) dBm",
                at: hearing.lastHeard, place: spot.place, room: room, node: hearing.node,
                level: level)
        }
        let ranked = rooms.belief?.ranked ?? []
        guard ranked.count > 1 else { return levels }
        let likely =
            ([ranked.first { $0.room == spot.room }] + [ranked.first { $0.room != spot.room }])
            .compactMap { $0 }
            .map { room, probability in
                Evidence(
                    .sighting, "\(name(room)) is \(Self.percent(probability)) likely", at: newest,
                    place: spot.place, room: room,
                    probability: (probability * 1000).rounded() / 1000)
            }
        return levels + likely
    }

    /// No room is certain, and none impossible.
    private static func percent(_ probability: Double) -> String {
        switch probability {
        case ..<0.01: "less than 1 %"
        case 0.99...: "more than 99 %"
        default: "\(Int((probability * 100).rounded())) %"
        }
    }

    /// What the next likeliest room, or another place, would have needed to be believed instead.
    func rivals(
        of beacon: BeaconID, called name: String, for user: ID<User>
    ) -> [Counterfactual] {
        guard let rooms = beacons[beacon]?.rooms, let spot = rooms.current else { return [] }
        let next = spot.room.flatMap { room in
            rooms.belief?.ranked.first { $0.room != room }?.room
        }
        var conditions = [
            likelier(beacon, called: name, in: .init(place: spot.place, room: next))
        ].compactMap { $0 }
        let here = rooms.loudness(of: spot.place, at: now, nodes: nodeViews)
        // What was heard long ago counts for nothing.
        let elsewhere = rooms.loudest(at: now, nodes: nodeViews) { $0.place != spot.place }
        if let rival = elsewhere, here.isFinite, rival.score > RoomSnapshot.sensitivity - 10,
            household.places[rival.spot.place]?.isKnown(to: user) ?? false
        {
            conditions.append(
                Counterfactual(
                    .sighting, of: beacon.rawValue, place: rival.spot.place,
                    limit: .above(here + RoomEstimator.placeMargin, .dBm, was: rival.score),
                    names: .init(name, in: placeName(rival.spot.place, room: nil))))
        }
        return conditions
    }

    /// A beacon is likely enough to be in a room to be believed there; `nil` without a room.
    func likelier(
        _ beacon: BeaconID, called name: String, in spot: Spot,
        saying phrase: Counterfactual.Phrase? = nil
    ) -> Counterfactual? {
        guard let room = spot.room else { return nil }
        return Counterfactual(
            .sighting, of: beacon.rawValue, place: spot.place, room: room,
            limit: .above(
                settings.roomCertainty, .probability,
                was: beacons[beacon]?.rooms.belief?.probability(of: room)),
            names: .init(name, in: placeName(spot.place, room: room)), saying: phrase)
    }

    /// What the beacon that shows where a user is would have needed.
    func rivals(
        of user: User, _ belief: Belief, radio: [Fusion.RadioWitness]
    ) -> [Counterfactual] {
        guard
            let witness = radio.first(where: {
                $0.beacon == belief.beacon && $0.audibility == .heard
            })
        else { return [] }
        return rivals(of: witness.beacon, called: witness.name, for: user.id)
    }
}
