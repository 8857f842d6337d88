import OrderedCollections

extension Engine {
    /// Looks whether an item stayed as its owner left, and tells them if it did.
    mutating func resolveDeparture(
        _ track: inout ItemTrack, of item: Item, rooms: RoomEstimator?
    ) {
        guard var departure = track.departure else { return }
        let isBack = isIn(departure.place, item.owner)
        if isBack || !isIn(departure.place, track, of: item.owner) {
            track.departure = nil
            return
        }
        // Whose phone may be coming back, by its last word, is not told until it is known.
        if isReadingQueue || isApproaching(departure.place, item.owner) { return }
        // What was heard in time may be understood only later, when its owner is seen elsewhere.
        let isInTime = now <= departure.until || track.isHeardSince(before: departure.until)
        var toldAt: Timestamp?
        if isInTime, !departure.hasStayed, stayed(track, departure, of: item, rooms: rooms) {
            departure.hasStayed = true
            toldAt = wasKnown(track, departure, owner: item.owner)
        }
        track.departure = departure
        if let toldAt, item.watch.includes(departure.place) {
            tellLeftBehind(track, of: item, departure: departure, at: toldAt)
        }
        if !isInTime, !departure.hasStayed { track.departure = nil }
    }

    /// Whether the phone that tells where somebody is may have come to a place, by its last fix.
    private func isApproaching(_ place: ID<Place>, _ owner: ID<User>) -> Bool {
        guard let phone = users[owner]?.decidingDevice?.track, let approach = phone.approach,
            phone.elsewhere(than: place) != nil,
            phone.standing.place.map({ household.isWithin(place, $0, for: owner) }) ?? true
        else { return false }
        return household.isWithin(approach.place, place, for: owner)
    }

    /// Whether an item is, or was last heard, in a place or in one that lies in it.
    func isIn(_ place: ID<Place>, _ track: ItemTrack, of owner: ID<User>) -> Bool {
        track.spot.map { household.isWithin($0.place, place, for: owner) } ?? false
    }

    /// Whether the item was heard in the place when its owner was already out of hearing.
    ///
    /// An item that fell silent and is heard again may be coming home slightly ahead of its owner:
    /// that tells nothing until there was time to see the owner.
    private func stayed(
        _ track: ItemTrack, _ departure: ItemTrack.Departure, of item: Item,
        rooms: RoomEstimator?
    ) -> Bool {
        guard track.isHeard, let lastHeard = track.lastHeard, lastHeard > departure.outOfHearing
        else { return false }
        // What may be out of the door itself went along.
        if let exit = rooms?.exit, exit.probability > Self.doubt { return false }
        let heardUntil = min(now, lastHeard.advanced(bySeconds: Self.slowest))
        if let before = departure.before, let rooms,
            heardUntil.seconds(since: departure.time) < Self.walkingOff,
            hasFaded(rooms, from: before, departure)
        {
            return false
        }
        return !isReturning(track, of: item, since: departure.outOfHearing)
    }

    /// An item more likely out than this is not said to have stayed, in 0...1.
    private static let doubt = 0.3
    /// What was put down on the way out has by then been still for longer than this, in seconds.
    private static let putDown = 12.0
    /// How many mean intervals a node that hears an item well may miss while the item is there.
    private static let misses = 4.0
    /// After this long a walker is out of hearing, and what is heard lies there, in seconds.
    static let walkingOff = 300.0
    /// How long before that it may have been heard last, in seconds: what a slow tag said from the
    /// pavement does not count.
    private static let slowest = 60.0

    /// What is carried out after its owner fades; what lies still sounds as before.
    private func hasFaded(
        _ rooms: RoomEstimator, from loudness: Loudness, _ departure: ItemTrack.Departure
    ) -> Bool {
        var since = departure.outOfHearing
        let hasLain = hasLain(rooms, before: departure.time)
        func isUnfaded() -> Bool {
            rooms.isUnfaded(since: since, isDoubtful: !hasLain) { _ in loudness.best }
        }
        if departure.door != nil {
            // Heard through a shut door, an item is not as loud as it was inside.
            let loud = RoomSnapshot.sensitivity + Self.muffling
            let isAsLoud = rooms.isUnfaded(since: since, isDoubtful: loudness.isAtExit) {
                loudness.level(at: $0.node, over: RoomEstimator.loudInside)
            }
            if isAsLoud || rooms.isUnchanged(since: since, from: loudness) { return false }
            let mayBeTaken = loudness.isAtExit || loudness.lying.isEmpty
            if mayBeTaken, loudness.best >= loud, isUnfaded() { return false }
            if isUnheard(rooms, where: loudness.plainest) { return true }
            since = max(since, departure.time.advanced(bySeconds: Self.doorway))
        }
        return !hasLain && rooms.rest(at: now) <= Self.putDown || !isUnfaded()
    }

    /// Whether a node that heard the item well where it lay still works, but no longer hears it.
    ///
    /// Other beacons or the node's connection show that it works: an owner who takes everything
    /// along leaves no other beacons, and late readings correct this when they come.
    private func isUnheard(_ rooms: RoomEstimator, where levels: [Loudness.Level]) -> Bool {
        rooms.hearings.contains { hearing in
            guard hearing.interval > 0, levels.contains(where: { $0.node == hearing.node }),
                let node = nodeViews[hearing.node], node.isHealthy,
                let track = nodes[hearing.node],
                let heard = track.status == .online ? now : track.heardLast
            else { return false }
            let pause = max(RoomEstimator.doorSilence, Self.misses * hearing.interval)
            return hearing.silence(at: heard, listeningSince: node.listeningSince) > pause
        }
    }

    /// Whether the item is heard again only since `moment`, and its owner, not seen since, can be
    /// back with it by now.
    func isReturning(_ track: ItemTrack, of item: Item, since moment: Timestamp) -> Bool {
        guard let heardSince = track.heardSince, heardSince > moment else { return false }
        let isNew = now.seconds(since: heardSince) < settings.returnPatience
        guard isNew || !wasMerelyUnheard(item, until: heardSince) && !isHeardApart(track, of: item)
        else { return false }
        guard let fix = phoneFix(of: item.owner)?.fix,
            let place = track.spot.flatMap({ household.places[$0.place] })
        else { return isNew }
        // A later fix, after a while, would show the return if there were one.
        guard isNew || fix.time.seconds(since: heardSince) < settings.returnPatience else {
            return false
        }
        let driven = Self.fastestReturn * max(0, now.seconds(since: fix.time))
        return place.area.signedDistance(to: fix.coordinate) - fix.reach - driven
            <= Self.beyondHearing
    }

    /// Whether nodes hear its owner in another place.
    private func isHeardApart(_ track: ItemTrack, of item: Item) -> Bool {
        guard let belief = users[item.owner]?.belief, belief.rule == .heard,
            let place = belief.whereabouts.spot?.place
        else { return false }
        return !isIn(place, track, of: item.owner)
    }

    /// Whether the item was heard again as soon as all the nodes that hear it listened again: it
    /// need not have been away.
    private func wasMerelyUnheard(_ item: Item, until heardSince: Timestamp) -> Bool {
        guard let rooms = rooms(of: item), !rooms.hearings.isEmpty else { return false }
        let pauses = 0...pause(ofRhythmOf: rooms)
        return rooms.hearings.allSatisfy { hearing in
            guard let node = nodeViews[hearing.node] else { return true }
            return pauses.contains(heardSince.seconds(since: node.listeningSince))
        }
    }

    /// How fast an owner may come back, in metres per second.
    private static let fastestReturn = 30.0

    private mutating func tellLeftBehind(
        _ track: ItemTrack, of item: Item, departure: ItemTrack.Departure, at time: Timestamp
    ) {
        let place = household.name(of: departure.place)
        let whereabouts = whereabouts(track, of: item)
        let spot = toldSpot(track.spot, of: item)
        let owner = household.name(of: item.owner)
        let evidence =
            departure.evidence + [sighting(of: item, track: track, by: nearest(to: item))]
        let cause = "\(item.id) \(departure.place) \(departure.time.milliseconds)"
        give(
            Alert(
                user: item.owner, kind: .leftBehind, cause: cause,
                title: "\(item.name) left behind",
                text: "You left \(place); \(item.name) stayed \(whereabouts).",
                item: item.id, place: spot?.place ?? departure.place, room: spot?.room,
                time: time, evidence: evidence),
            // Going out by the door once more is no repetition.
            newSince: departure.door)
        explain(
            item, .leftBehind, at: departure.time,
            saying: "\(item.name) stayed \(whereabouts) when \(owner) left \(place).",
            because: evidence,
            unless: [silence(of: item, track, before: departure.outOfHearing)])
    }

    /// When it could be known that the item stayed: at once if it was heard all along, otherwise
    /// when its owner was seen elsewhere while it was heard again.
    private func wasKnown(
        _ track: ItemTrack, _ departure: ItemTrack.Departure, owner: ID<User>
    ) -> Timestamp {
        guard let heardSince = track.heardSince, heardSince > departure.outOfHearing else {
            return departure.time
        }
        return max(departure.time, heardSince, phoneFix(of: owner)?.fix.time ?? heardSince)
    }
}
