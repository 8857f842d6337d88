extension Engine {
    /// Weighs all evidence about an item again and draws the consequences.
    mutating func reconsider(item id: ID<Item>) {
        guard let item = household.items[id] else { return }
        let views = nodes.views(at: now)
        let rooms = item.beacon.flatMap { beacons[$0]?.rooms }
        let heard = rooms?.audibility(at: now, nodes: views, settings: settings)
        if items[id] == nil, heard == nil { return }
        var track = items[id] ?? ItemTrack()
        let old = track

        track.isHeard = heard?.state == .heard
        if !track.isHeard { track.heardSince = nil }
        if track.isHeard, !old.isHeard { track.heardSince = heard?.lastHeard }
        if let lastHeard = heard?.lastHeard { track.lastHeard = lastHeard }
        if let spot = rooms?.current, heard?.state != .absent || track.spot == nil {
            track.spot = spot
        }
        if case .frozen = heard?.state {
            track.withOwner = .cannotTell
        } else {
            resolveDeparture(&track, of: item, rooms: rooms, isAbsent: heard?.state == .absent)
            track.withOwner = answer(track, of: item)
        }
        let wasLost = track.isLost
        track.isLost = isLost(track, of: item, isAbsent: heard?.state == .absent)
        if track.withOwner != old.withOwner || track.spot != old.spot { track.since = now }
        items[id] = track
        scheduleReview(of: item, track: track, rooms: rooms)

        tellMove(from: old, to: track, of: item)
        if track.isHeard != old.isHeard || track.spot?.place != old.spot?.place {
            for place in Set([old.spot?.place, track.spot?.place].compactMap { $0 }).sorted() {
                effects.append(.changed(.place(place), .soon))
            }
        }
        if track.isLost != wasLost { tellLoss(track, of: item) }
        let isNews =
            track.spot != old.spot || track.isHeard != old.isHeard
            || track.withOwner != old.withOwner || track.isLost != old.isLost
            || track.departure != old.departure
        effects.append(.changed(.item(id), isNews ? .now : .soon))
    }

    // MARK: Left behind

    /// The owner left a place: each item that was there last is looked for.
    mutating func beginDeparture(_ step: Step, of owner: ID<User>, belief: Belief) {
        for item in household.items(of: owner) {
            guard var track = items[item.id], track.spot?.place == step.place, !track.isLost
            else { continue }
            let rooms = item.beacon.flatMap { beacons[$0]?.rooms }
            let rhythm = rooms?.interval(nodes: nodes.views(at: now)) ?? 10
            let wait = min(300, max(20, 5 * rhythm))
            track.departure = ItemTrack.Departure(
                place: step.place, time: step.time,
                outOfHearing: outOfHearing(step, of: owner, belief: belief),
                until: now.advanced(bySeconds: settings.departureWatch),
                verdictDue: now.advanced(bySeconds: wait),
                wasHeard: wasHeard(track, rooms: rooms, besideOwner: owner, in: step.place),
                evidence: [departureEvidence(step, of: owner)])
            items[item.id] = track
        }
    }

    /// Whether the item was heard for as long as its owner is known to have been in the place.
    private func wasHeard(
        _ track: ItemTrack, rooms: RoomEstimator?, besideOwner owner: ID<User>, in place: ID<Place>
    ) -> Bool {
        guard let lastHeard = rooms?.lastHeard ?? track.lastHeard,
            let user = household.users[owner]
        else { return false }
        let radio = radioWitnesses(of: user).filter { $0.spot.place == place }.map(\.lastHeard)
        let fixes = (users[owner]?.devices.values ?? [:].values).compactMap(\.lastInside)
        guard let ownerSeen = (radio + fixes).max() else { return track.isHeard }
        let timeout = rooms?.absenceTimeout(nodes: nodes.views(at: now), settings: settings) ?? 60
        return ownerSeen.seconds(since: lastHeard) <= timeout
    }

    /// The last moment at which the owner can have been within hearing of the place.
    ///
    /// Halfway in time between the boundary and the fix that proved the leaving, at the speed that
    /// the fix shows, or at that of a car where it shows none: what is heard after that moment, the
    /// owner did not carry.
    private func outOfHearing(_ step: Step, of owner: ID<User>, belief: Belief) -> Timestamp {
        guard belief.sources == [.gps], let device = belief.device,
            let track = users[owner]?.devices[device.name], let verdict = track.verdict
        else { return step.time.advanced(bySeconds: 30) }
        let speed = max(3, verdict.speed, track.last?.speed ?? 15)
        let seconds = min(600, 0.5 * max(0, min(verdict.margin, 1e6)) / speed)
        return verdict.time.advanced(bySeconds: -seconds)
    }

    private func departureEvidence(_ step: Step, of owner: ID<User>) -> Evidence {
        let place = placeName(step.place, room: nil) ?? step.place.rawValue
        return Evidence(.fix, "you left \(place)", at: step.time, place: step.place)
    }

    private mutating func resolveDeparture(
        _ track: inout ItemTrack, of item: Item, rooms: RoomEstimator?, isAbsent: Bool
    ) {
        guard var departure = track.departure else { return }
        let isBack = users[item.owner]?.settled.place == departure.place
        if isBack || track.spot?.place != departure.place {
            track.departure = nil
            return
        }
        let hearing = rooms?.nearest(nodes: nodes.views(at: now))
        if stayed(track, departure, owner: item.owner), !departure.isAlerted, now <= departure.until
        {
            departure.isAlerted = true
            track.departure = departure
            if item.watch.includes(departure.place) {
                tellLeftBehind(track, of: item, departure: departure, hearing: hearing)
            }
        }
        if now > departure.until, !departure.isAlerted { track.departure = nil }
    }

    /// Whether the item was heard in the place when its owner was out of hearing already.
    ///
    /// One that had fallen silent and is heard again may be coming home, a little ahead of what is
    /// known of its owner: that says nothing until its owner had time to be seen.
    private func stayed(
        _ track: ItemTrack, _ departure: ItemTrack.Departure, owner: ID<User>
    ) -> Bool {
        guard track.isHeard, let lastHeard = track.lastHeard, lastHeard > departure.outOfHearing
        else { return false }
        return !isReturning(track, with: owner, since: departure.outOfHearing)
    }

    /// Whether the item is heard again only since after `moment`, not for long, and its owner can
    /// have come back so far by now.
    private func isReturning(
        _ track: ItemTrack, with owner: ID<User>, since moment: Timestamp
    ) -> Bool {
        guard let heardSince = track.heardSince, heardSince > moment,
            now.seconds(since: heardSince) < settings.returnPatience
        else { return false }
        guard let fix = location(of: owner)?.fix,
            let place = track.spot.flatMap({ household.places[$0.place] })
        else { return true }
        let driven = 30 * max(0, now.seconds(since: fix.time))
        return place.area.signedDistance(to: fix.coordinate) - fix.reach - driven <= 100
    }

    private mutating func tellLeftBehind(
        _ track: ItemTrack, of item: Item, departure: ItemTrack.Departure, hearing: Hearing?
    ) {
        let place = placeName(departure.place, room: nil) ?? departure.place.rawValue
        let whereabouts = placeName(departure.place, room: track.spot?.room) ?? place
        let evidence = departure.evidence + [sighting(of: item, track: track, hearing: hearing)]
        let cause = "\(item.id) \(departure.place) \(departure.time.milliseconds)"
        give(
            Alert(
                user: item.owner, kind: .leftBehind, cause: cause,
                title: "\(item.name) left behind",
                text: "You left \(place); \(item.name) stayed in \(whereabouts).",
                item: item.id, place: departure.place, room: track.spot?.room,
                time: departure.time, evidence: evidence))
        effects.append(
            .explain(
                Decision(
                    user: item.owner, item: item.id, time: departure.time, rule: "left_behind",
                    text: "\(item.name) stayed in \(whereabouts) when its owner left.",
                    evidence: evidence,
                    wouldChange: "\(item.name) falling silent before its owner was out of hearing."
                )))
    }

    private func sighting(of item: Item, track: ItemTrack, hearing: Hearing?) -> Evidence {
        let whereabouts = placeName(track.spot?.place, room: track.spot?.room) ?? "a place"
        let strength = hearing.map { " by \($0.node) at \(Int($0.lastReading.rounded())) dBm" }
        return Evidence(
            .sighting, "\(item.name) was heard in \(whereabouts)\(strength ?? "")",
            at: track.lastHeard ?? now, place: track.spot?.place, room: track.spot?.room,
            node: hearing?.node)
    }

    /// Warns of the watched items that are heard in `place`, elsewhere than in `room`, as their owner
    /// is about to leave.
    mutating func warn(
        _ owner: ID<User>, leaving place: ID<Place>, exceptIn room: ID<Room>?, because: Evidence
    ) {
        for item in household.items(of: owner) {
            guard item.watch.includes(place), let track = items[item.id], track.isHeard,
                lastHeard(item).map({ $0 >= because.time }) ?? false,
                track.spot?.place == place, room == nil || track.spot?.room != room
            else { continue }
            let hearing = item.beacon.flatMap { beacons[$0]?.rooms }?
                .nearest(nodes: nodes.views(at: now))
            let whereabouts = placeName(place, room: track.spot?.room) ?? place.rawValue
            give(
                Alert(
                    user: owner, kind: .leavingWithout,
                    cause: "\(item.id) \(place) \(because.time.milliseconds)",
                    title: "Leaving without \(item.name)?",
                    text: "\(item.name): still in \(whereabouts).", item: item.id, place: place,
                    room: track.spot?.room, time: because.time,
                    evidence: [because, sighting(of: item, track: track, hearing: hearing)]))
        }
    }

    /// When any node last heard the item; its track is weighed again only when something changes.
    private func lastHeard(_ item: Item) -> Timestamp? {
        item.beacon.flatMap { beacons[$0]?.rooms.lastHeard }
    }

    // MARK: With the owner

    /// Whether the item is with its owner: yes, no, or nobody can tell.
    private func answer(_ track: ItemTrack, of item: Item) -> ItemTrack.Answer {
        guard let belief = users[item.owner]?.belief, let spot = track.spot else {
            return .cannotTell
        }
        if let departure = track.departure, departure.place == spot.place {
            if departure.isAlerted { return .no }
            if isReturning(track, with: item.owner, since: departure.outOfHearing) {
                return track.withOwner
            }
            // It fell silent as its owner left, near nodes that would have heard it.
            return departure.wasHeard && now >= departure.verdictDue ? .yes : .cannotTell
        }
        if track.isHeard {
            switch belief.whereabouts {
            case .at(let owner) where owner.place == spot.place:
                return isInRange(item, of: owner, itemSpot: spot) ? .yes : .no
            case .at, .outside:
                let isBack = isReturning(
                    track, with: item.owner, since: Timestamp(milliseconds: 0))
                return isBack && track.withOwner != .no ? track.withOwner : .no
            case .unknown, .offline: return .cannotTell
            }
        }
        // Not heard where its owner is: what was believed holds only while the owner is away.
        if case .at(let owner) = belief.whereabouts, isCovered(owner.place) { return .cannotTell }
        return track.withOwner
    }

    /// Whether the item counts as carried by an owner in the same place.
    private func isInRange(
        _ item: Item, of owner: RoomEstimator.Spot, itemSpot: RoomEstimator.Spot
    ) -> Bool {
        guard let range = item.range, let room = owner.room, let itemRoom = itemSpot.room else {
            return true
        }
        guard room == itemRoom else { return false }
        let views = nodes.views(at: now)
        guard let track = item.beacon.flatMap({ beacons[$0] }),
            let mine = track.rooms.nearest(nodes: views),
            let other = household.users[item.owner]?.beacons.compactMap({ beacons[$0] }).first,
            let theirs = other.rooms.hearings.first(where: { $0.node == mine.node })
        else { return true }
        let apart = track.distance(level: mine.level) - other.distance(level: theirs.level)
        return abs(apart) <= range
    }

    /// Whether a healthy node stands in `place`, so that silence there means something.
    private func isCovered(_ place: ID<Place>) -> Bool {
        household.nodes.values.contains { $0.place == place && nodes.isHealthy($0.id, at: now) }
    }

    // MARK: Lost and found

    private func isLost(_ track: ItemTrack, of item: Item, isAbsent: Bool) -> Bool {
        guard isAbsent, let lastHeard = track.lastHeard, let spot = track.spot else {
            return track.isHeard ? false : track.isLost
        }
        if track.isLost { return true }
        guard now.seconds(since: lastHeard) > settings.itemLostAfter else { return false }
        let isOwnerHere = users[item.owner]?.settled.place == spot.place
        return isOwnerHere || track.withOwner == .no
    }

    private mutating func tellLoss(_ track: ItemTrack, of item: Item) {
        let whereabouts = placeName(track.spot?.place, room: track.spot?.room) ?? "a place"
        let evidence = sighting(of: item, track: track, hearing: nil)
        let cause = "\(item.id) \((track.lastHeard ?? now).milliseconds)"
        give(
            track.isLost
                ? Alert(
                    user: item.owner, kind: .itemLost, cause: cause, title: "Lost: \(item.name)",
                    text: "\(item.name): not heard any more, last in \(whereabouts).",
                    item: item.id, place: track.spot?.place, room: track.spot?.room, time: now,
                    evidence: [evidence])
                : Alert(
                    user: item.owner, kind: .itemFound, cause: cause,
                    title: "Found: \(item.name)",
                    text: "\(item.name): heard again in \(whereabouts).",
                    item: item.id, place: track.spot?.place, room: track.spot?.room, time: now,
                    evidence: [evidence]))
    }

    // MARK: Moves

    private mutating func tellMove(from old: ItemTrack, to new: ItemTrack, of item: Item) {
        guard let from = old.spot, let to = new.spot, from != to else { return }
        func announce(_ isEntering: Bool, _ place: ID<Place>, _ room: ID<Room>?) {
            effects.append(
                .announce(
                    Transition(
                        subject: .item(item.id), user: item.owner, isEntering: isEntering,
                        place: place, room: room, time: new.lastHeard ?? now)))
        }
        if let room = from.room { announce(false, from.place, room) }
        if from.place != to.place {
            announce(false, from.place, nil)
            announce(true, to.place, nil)
        }
        if let room = to.room { announce(true, to.place, room) }
    }

    private mutating func scheduleReview(
        of item: Item, track: ItemTrack, rooms: RoomEstimator?
    ) {
        let timeout =
            rooms?.absenceTimeout(nodes: nodes.views(at: now), settings: settings) ?? 60
        var moments: [Timestamp] = []
        if let lastHeard = track.lastHeard {
            moments.append(lastHeard.advanced(bySeconds: timeout + 1))
            moments.append(lastHeard.advanced(bySeconds: settings.itemLostAfter + 1))
        }
        if track.isHeard { moments.append(now.advanced(bySeconds: timeout + 1)) }
        if let departure = track.departure {
            moments += [departure.verdictDue, departure.until.advanced(bySeconds: 1)]
        }
        if let heardSince = track.heardSince {
            moments.append(heardSince.advanced(bySeconds: settings.returnPatience))
        }
        if let next = moments.filter({ $0 > now }).min() { schedule(.item(item.id), at: next) }
    }
}
