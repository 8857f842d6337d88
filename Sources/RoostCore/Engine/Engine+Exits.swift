import OrderedCollections

/// Who went out by an exit, where one beacon alone hardly tells.
extension Engine {
    /// What fell silent within this of each other did so together, in seconds.
    private static let together = 12.0
    /// What lay for longer before it fell silent went nowhere, in seconds.
    private static let rest = 60.0
    /// So many readings of each own beacon are missed at least.
    private static let fewest = 3.0
    /// Who went out is known by now, or by other means, in seconds.
    private static let patience = 60.0
    /// How often it is looked whether they are still silent, in seconds.
    private static let pace = 2.0

    /// Somebody's beacons and the things that they carry may have fallen silent together on the way out.
    mutating func noteWayOut(of user: User) {
        guard let place = users[user.id]?.settled.place else { return }
        let own = user.beacons.filter { beacon in
            beacons[beacon]?.rooms.isGone == false && canBeHeard(beacon, in: place)
        }
        guard let last = own.compactMap({ beacons[$0]?.rooms.lastHeard }).max(),
            now.seconds(since: last) < Self.patience
        else { return }
        let things = household.items(of: user.id).compactMap(\.beacon)
            .filter { wasCarried($0, in: place, until: last) }
        guard !things.isEmpty || own.count > 1 else { return }
        let due = last.advanced(bySeconds: RoomEstimator.doorSilence)
        guard due <= now else { return schedule(.user(user.id), at: due) }
        let silences = own.compactMap(silence(of:))
        let company = silences + things.compactMap(silence(of:))
        // A thing that is still heard is in other hands; a beacon of theirs that is, is with them.
        guard silences.count == own.count, company.count > 1, ExitBelief.areOut(company),
            isHeardOf(place, since: last)
        else { return schedule(.user(user.id), at: now.advanced(bySeconds: Self.pace)) }
        for beacon in own {
            beacons[beacon]?.rooms.leave(byExit: true)
            effects.append(.changed(.beacon(beacon), .now))
        }
    }

    /// The silence of a beacon of which enough readings are missed to mean something.
    private func silence(of beacon: BeaconID) -> (exit: ExitBelief, misses: Double)? {
        beacons[beacon]?.rooms.silence(at: now).flatMap { $0.misses > Self.fewest ? $0 : nil }
    }

    /// Whether the beacon is in the place as far as nodes can tell.
    private func canBeHeard(_ beacon: BeaconID, in place: ID<Place>) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, rooms.current?.place == place,
            let state = rooms.audibility(
                at: now, nodes: nodes.views(at: now), settings: settings)?.state
        else { return false }
        if case .frozen = state { return false }
        return true
    }

    /// Whether the beacon was on its way there when it was heard last, about when others were.
    private func wasCarried(
        _ beacon: BeaconID, in place: ID<Place>, until moment: Timestamp
    ) -> Bool {
        guard canBeHeard(beacon, in: place), let rooms = beacons[beacon]?.rooms,
            let lastHeard = rooms.lastHeard
        else { return false }
        return rooms.rest(at: lastHeard) < Self.rest
            && abs(lastHeard.seconds(since: moment)) < Self.together
    }

    /// Whether a node of the place brought anything since: else it may be the nodes that are silent.
    private func isHeardOf(_ place: ID<Place>, since moment: Timestamp) -> Bool {
        nodes.tracks.contains { id, track in
            household.nodes[id]?.place == place
                && track.lastSpoke.seconds(since: moment) > RoomEstimator.doorSilence / 2
        }
    }
}
