import OrderedCollections

/// Tells who went out by an exit as they and what they carry fall silent.
extension Engine {
    /// Beacons that fall silent within this time of each other do so together, in seconds.
    private static let together = 12.0
    /// An item's silence counts only once more readings than this are missed.
    private static let fewest = 3.0
    /// After this long a way out is known already, or by other means, in seconds.
    private static let patience = 60.0
    /// Seconds between two checks for continued silence.
    private static let pace = 1.0
    /// Something heard this long after its bearer is not silent with them, in seconds.
    private static let afterwards = 3.0
    /// How much likelier somebody went out if things of theirs fell silent too; so much less likely
    /// if one of these is still heard.
    private static let company = 4.5
    /// How much likelier somebody who was at rest went out: less likely, as beacons pause.
    private static let resting = 0.1
    /// A silence longer than this is no such pause, in seconds.
    private static let pause = 16.0

    /// Somebody's beacons and the things they carry may have fallen silent together on the way out.
    mutating func noteWayOut(of user: User) {
        let settled = users[user.id]?.settled.place
        if let settled, nodeViews.readUntil(in: settled) < now {
            // A node that was cut off may tell that they are there.
            let rooms = latest(of: user.beacons)
            guard let rooms, !rooms.isGone, rooms.isSilent(at: now) else { return }
            return schedule(.user(user.id), at: now.advanced(bySeconds: Self.pace))
        }
        lookBack(atDoorsOf: user)
        guard let place = settled else { return }
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
            isOut(
                own, rooms, of: place, since: last, silences: silences, things: things)
        else { return schedule(.user(user.id), at: now.advanced(bySeconds: Self.pace)) }
        guard !noteMisses(in: place, insteadOf: user, since: last) else { return }
        // That a door moved is no node's failure.
        if word(ofDoorsOf: place, silent: rooms) == .moved { return leave(own) }
        for beacon in own {
            beacons[beacon]?.rooms.fallSilentAtExit()
            effects.append(.changed(.beacon(beacon), .now))
        }
    }

    /// Notes that these beacons went out by an exit together.
    ///
    /// - Parameter levels: How loud each may be heard from outside, in dBm, as far as known.
    mutating func leave(_ own: [BeaconID], heardUpTo levels: [BeaconID: Double] = [:]) {
        for beacon in own {
            beacons[beacon]?.rooms.leave(byExit: true, heardUpTo: levels[beacon])
            effects.append(.changed(.beacon(beacon), .now))
        }
    }

    /// Whether such a silence means that somebody is gone, by the outcome of similar silences.
    ///
    /// - Parameters:
    ///   - own: Their beacons.
    ///   - rooms: What is known of the one that was heard last.
    private func isOut(
        _ own: [BeaconID], _ rooms: RoomEstimator, of place: ID<Place>, since last: Timestamp,
        silences: [(exit: ExitBelief, misses: Double)], things: [BeaconID]
    ) -> Bool {
        let doors = word(ofDoorsOf: place, silent: rooms).weight
        let rest = weight(ofRestOf: rooms, since: last)
        // The fainter one of two may be heard last.
        let wasAtExit = own.contains { beacon in
            beacons[beacon].map { wasPlainAtExit($0.rooms, of: place) } ?? false
        }
        // If the nodes bring nothing at all, several silences tell no more than one.
        guard isHeardOf(place, since: last) else {
            return wasAtExit
                && silences.allSatisfy {
                    ExitBelief.isCertain(
                        ExitBelief.probability(of: [$0], weight: rest), weight: doors)
                }
        }
        let expected =
            wasAtExit
            ? ExitBelief.probability(
                of: silences + things.compactMap(silence(of:)), weight: rest) : 0
        guard let (memory, onset) = learnedSilence(of: rooms, in: place) else {
            return ExitBelief.isCertain(expected, weight: doors)
        }
        let odds = memory.odds(
            of: onset, after: now.seconds(since: last), expected: expected)
        return ExitBelief.isCertain(odds: odds * doors * weight(of: things, since: last))
    }

    /// Whether a beacon was heard plainly at an exit, or a door moved, just before it was last heard,
    /// as far as that is known.
    ///
    /// Where few rooms have a node, whoever is heard badly from another room seems to be in one of
    /// these few.
    func wasPlainAtExit(_ rooms: RoomEstimator, of place: ID<Place>) -> Bool {
        guard let recent = rooms.recent, let last = rooms.lastHeard else { return true }
        let views = nodeViews
        let exits = nodes.exits(of: place).map(\.node)
        let begin = last.advanced(bySeconds: -RecentReadings.span)
        let wasListened = exits.allSatisfy { exit in
            views[exit].map { $0.isHealthy && $0.listeningSince <= begin } ?? false
        }
        // Of a tag that seldom sends, too few readings are recent.
        let wasPlain = rooms.hearings.contains { hearing in
            let reach = 3 * hearing.interval
            return reach > RecentReadings.span && exits.contains(hearing.node)
                && hearing.level >= RoomSnapshot.plain
                && last.seconds(since: hearing.lastHeard) <= reach
        }
        return !wasListened || wasPlain || word(ofDoorsOf: place, silent: rooms) == .moved
            || recent.peak(
                besideAnyOf: doors(of: place, hearing: rooms), atLeast: RoomSnapshot.plain) != nil
    }

    /// How much a silence tells that begins at rest: who goes out has moved a moment before.
    private func weight(ofRestOf rooms: RoomEstimator, since last: Timestamp) -> Double {
        let isAtRest = rooms.rest(at: last) > RoomEstimator.atRest
        return isAtRest && now.seconds(since: last) < Self.pause ? Self.resting : 1
    }

    /// How much likelier it is that somebody went out with what they carried than without it: a
    /// thing that is still heard is with them.
    private func weight(of things: [BeaconID], since last: Timestamp) -> Double {
        let isHeard = things.contains { thing in
            beacons[thing]?.rooms.lastHeard.map { $0.seconds(since: last) > Self.afterwards }
                ?? false
        }
        if isHeard { return 1 / Self.company }
        return things.contains { silence(of: $0) != nil } ? Self.company : 1
    }

    /// The nodes at a place's exits that heard the beacon, by their numbers in its readings.
    func doors(of place: ID<Place>, hearing rooms: RoomEstimator) -> [Int] {
        nodes.exits(of: place).compactMap { exit in
            rooms.hearings.firstIndex { $0.node == exit.node }
        }
    }

    /// Whether the beacon was not at rest when last heard, or had just changed rooms.
    func isOnTheWay(_ beacon: BeaconID) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, let lastHeard = rooms.lastHeard else {
            return false
        }
        let stay = rooms.roomSince.map { lastHeard.seconds(since: $0) } ?? .infinity
        return min(stay, rooms.rest(at: lastHeard)) < RoomEstimator.atRest
    }

    /// The silence of a beacon that has missed enough readings to mean something.
    func silence(of beacon: BeaconID) -> (exit: ExitBelief, misses: Double)? {
        beacons[beacon]?.rooms.silence(at: now, nodes: nodeViews)
            .flatMap { $0.misses > Self.fewest ? $0 : nil }
    }

    /// Whether the beacon is in the place, and the nodes can tell.
    private func canBeHeard(_ beacon: BeaconID, in place: ID<Place>) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, rooms.current?.place == place,
            let state = rooms.audibility(nodes: nodeViews)?.state
        else { return false }
        if case .frozen = state { return false }
        return true
    }

    /// Whether the beacon was on its way there when last heard, at about the time of the others.
    private func wasCarried(
        _ beacon: BeaconID, in place: ID<Place>, until moment: Timestamp
    ) -> Bool {
        guard canBeHeard(beacon, in: place), isOnTheWay(beacon),
            let lastHeard = beacons[beacon]?.rooms.lastHeard
        else { return false }
        return abs(lastHeard.seconds(since: moment)) < Self.together
    }

    /// Whether the beacon fell silent there at about the same time as others, on its way or as a
    /// door was opened; from the street it may have been heard weakly for longer.
    func mayBeOut(_ beacon: BeaconID, of place: ID<Place>, since moment: Timestamp) -> Bool {
        guard canBeHeard(beacon, in: place), let rooms = beacons[beacon]?.rooms
        else { return false }
        let isTogether = [rooms.lastHeard, rooms.heardPlainlyLast].compactMap { $0 }
            .contains { abs($0.seconds(since: moment)) < Self.together }
        return isTogether
            && (isOnTheWay(beacon) || word(ofDoorsOf: place, silent: rooms) == .moved)
    }

    /// Whether a node of the place heard anything since; if not, the nodes may be silent
    /// themselves.
    func isHeardOf(_ place: ID<Place>, since moment: Timestamp) -> Bool {
        nodes.seats(in: place).contains { seat in
            nodes[seat.node]?.heardLast.map {
                $0.seconds(since: moment) > RoomEstimator.doorSilence / 2
            } ?? false
        }
    }
}
