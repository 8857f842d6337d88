import OrderedCollections

/// Who went out by an exit, as they and what they carry fall silent.
extension Engine {
    /// What fell silent within this of each other did so together, in seconds.
    private static let together = 12.0
    /// What has lain still for longer passes no door, in seconds.
    static let rest = 60.0
    /// So many readings of a thing are missed at least.
    private static let fewest = 3.0
    /// Who went out is known by now, or by other means, in seconds.
    private static let patience = 60.0
    /// How often it is looked whether they are still silent, in seconds.
    private static let pace = 1.0
    /// What is heard so long after its bearer is not silent with them, in seconds.
    private static let afterwards = 3.0
    /// How much more it tells that things fell silent too, or did not.
    private static let company = 4.5

    /// Somebody's beacons and the things that they carry may have fallen silent together on the way out.
    mutating func noteWayOut(of user: User) {
        lookBack(atDoorsOf: user)
        guard let track = users[user.id], case .at(let spot) = track.settled else { return }
        let place = spot.place
        let own = user.beacons.filter { beacon in
            beacons[beacon]?.rooms.isGone == false && canBeHeard(beacon, in: place)
        }
        var levels = passage(of: user, with: own, in: place)
        if levels == nil { levels = fading(of: user, with: own, in: place) }
        if let levels { return leave(own, heardUpTo: levels) }
        guard let rooms = latest(of: own), let last = rooms.lastHeard,
            now.seconds(since: last) < Self.patience
        else { return }
        let due = last.advanced(bySeconds: rooms.shortestSilence)
        guard due <= now else { return schedule(.user(user.id), at: due) }
        let silences = own.compactMap { beacons[$0]?.rooms.silence(at: now, nodes: nodeViews) }
        let things = household.items(of: user.id).compactMap(\.beacon)
            .filter { wasCarried($0, in: place, until: last) }
        guard silences.count == own.count,
            isOut(rooms, of: place, since: last, silences: silences, things: things)
        else { return schedule(.user(user.id), at: now.advanced(bySeconds: Self.pace)) }
        leave(own)
    }

    /// These went out by an exit, together.
    ///
    /// - Parameter levels: How loud they may be heard from there, in dBm, as far as that is known.
    mutating func leave(_ own: [BeaconID], heardUpTo levels: [BeaconID: Double] = [:]) {
        for beacon in own {
            beacons[beacon]?.rooms.leave(byExit: true, heardUpTo: levels[beacon])
            effects.append(.changed(.beacon(beacon), .now))
        }
    }

    /// Whether such a silence means that somebody is gone, by what became of those that began alike.
    private func isOut(
        _ rooms: RoomEstimator, of place: ID<Place>, since last: Timestamp,
        silences: [(exit: ExitBelief, misses: Double)], things: [BeaconID]
    ) -> Bool {
        let doors = weight(ofDoorsOf: place, silent: rooms)
        // Where nodes bring nothing at all, several silences are no more than one.
        guard isHeardOf(place, since: last) else {
            return silences.allSatisfy {
                ExitBelief.isCertain(ExitBelief.probability([$0], with: []), weight: doors)
            }
        }
        let expected = ExitBelief.probability(silences, with: things.compactMap(silence(of:)))
        guard let (memory, onset) = learnedSilence(of: rooms, in: place) else {
            return ExitBelief.isCertain(expected, weight: doors)
        }
        let odds = memory.odds(
            of: onset, after: now.seconds(since: last), expected: expected)
        return ExitBelief.isCertain(odds: odds * doors * weight(of: things, since: last))
    }

    /// How much likelier it is that somebody is out with what they carried than without: a thing that is
    /// still heard is with them.
    private func weight(of things: [BeaconID], since last: Timestamp) -> Double {
        let isHeard = things.contains { thing in
            beacons[thing]?.rooms.lastHeard.map { $0.seconds(since: last) > Self.afterwards }
                ?? false
        }
        if isHeard { return 1 / Self.company }
        return things.contains { silence(of: $0) != nil } ? Self.company : 1
    }

    /// Whether the beacon did not lie still when it was heard last, or had just changed rooms.
    private func isOnTheWay(_ beacon: BeaconID) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, let lastHeard = rooms.lastHeard else {
            return false
        }
        let stay = rooms.roomSince.map { lastHeard.seconds(since: $0) } ?? .infinity
        return min(stay, rooms.rest(at: lastHeard)) < Self.rest
    }

    /// The silence of a beacon of which enough readings are missed to mean something.
    func silence(of beacon: BeaconID) -> (exit: ExitBelief, misses: Double)? {
        beacons[beacon]?.rooms.silence(at: now, nodes: nodeViews)
            .flatMap { $0.misses > Self.fewest ? $0 : nil }
    }

    /// Whether the beacon is in the place as far as nodes can tell.
    private func canBeHeard(_ beacon: BeaconID, in place: ID<Place>) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, rooms.current?.place == place,
            let state = rooms.audibility(
                at: now, nodes: nodeViews, settings: settings)?.state
        else { return false }
        if case .frozen = state { return false }
        return true
    }

    /// Whether the beacon was on its way there when it was heard last, about when others were.
    private func wasCarried(
        _ beacon: BeaconID, in place: ID<Place>, until moment: Timestamp
    ) -> Bool {
        guard canBeHeard(beacon, in: place), isOnTheWay(beacon),
            let lastHeard = beacons[beacon]?.rooms.lastHeard
        else { return false }
        return abs(lastHeard.seconds(since: moment)) < Self.together
    }

    /// Whether the beacon fell silent there about when others did, on its way or as a door was opened; from the street
    /// it may have been heard weakly for longer.
    func mayBeOut(_ beacon: BeaconID, of place: ID<Place>, since moment: Timestamp) -> Bool {
        guard canBeHeard(beacon, in: place), let rooms = beacons[beacon]?.rooms
        else { return false }
        let isTogether = [rooms.lastHeard, rooms.heardPlainlyLast].compactMap { $0 }
            .contains { abs($0.seconds(since: moment)) < Self.together }
        return isTogether && (isOnTheWay(beacon) || wasOpened(place, silent: rooms))
    }

    /// Whether a node of the place heard anything since: else it may be the nodes that are silent.
    func isHeardOf(_ place: ID<Place>, since moment: Timestamp) -> Bool {
        nodes.seats(in: place).contains { seat in
            nodes[seat.node]?.heardLast.map {
                $0.seconds(since: moment) > RoomEstimator.doorSilence / 2
            } ?? false
        }
    }
}
