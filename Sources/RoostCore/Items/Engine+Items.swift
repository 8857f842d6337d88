import OrderedCollections

extension Engine {
    /// Weighs all evidence about an item again and draws the consequences.
    ///
    /// - Parameter isQuiet: Whether an edit of the household is the cause: no transition tells of it.
    mutating func reconsider(item id: ID<Item>, isQuiet: Bool = false) {
        guard let item = household.items[id] else { return }
        if let beacon = item.beacon { noteAbsence(of: beacon) }
        let rooms = rooms(of: item)
        if !isQuiet, let place = rooms?.current?.place, place != items[id]?.spot?.place,
            let due = openQueueDue(of: item.owner)
        {
            return schedule(.item(id), at: due)
        }
        let heard = rooms?.audibility(nodes: nodeViews)
        let known = items[id]
        if known == nil {
            guard heard != nil else { return }
            // Growth by doubling would leave half of it empty.
            items.reserveCapacity(household.items.count)
        }
        let old = known ?? ItemTrack()
        var track = updated(old, by: rooms, heard)
        // Of a place that its owner no longer knows, nothing is told.
        if let place = track.departure?.place,
            household.places[place]?.isKnown(to: item.owner) != true
        {
            track.departure = nil
        }
        let isFrozen = if case .frozen = heard?.state { true } else { false }
        if isFrozen {
            track.withOwner = .cannotTell
        } else if heard?.state != .heard || track.isHeard || track.along != nil {
            resolveDeparture(&track, of: item, rooms: rooms)
            track.withOwner = answer(track, of: item)
            // What went along is no longer where it was heard, however slow its tag is.
            if track.withOwner == .yes, let departure = track.departure,
                track.lastHeard.map({ $0 <= departure.outOfHearing }) ?? true
            {
                track.isHeard = false
            }
        }
        track.isLost = isLost(track, of: item, isAbsent: heard?.state == .absent)
        let isElsewhere = track.isAlong != old.isAlong && (track.isAlong || track.isHeard)
        if track.spot != old.spot || isElsewhere {
            let moved = track.isHeard ? rooms?.roomSince : track.departure?.time
            track.since = min(now, moved ?? now)
        }
        let steps = follow(&track, of: item, from: old, rooms: rooms)
        let told = told(track, of: item)
        let rule = track.ruleToExplain(
            since: old, told, of: item, isFrozen: isFrozen, at: now)
        let explanationDue = track.explanationDue(told, isFrozen: isFrozen)
        items[id] = track
        learnAlong(item, from: old, to: track)
        scheduleReview(of: item, track: track, explanationDue, rooms: rooms)

        if let rule { explain(rule, track, of: item) }
        tellOwner(of: item, from: old, to: track)
        for step in steps where !isQuiet {
            effects.append(.announce(Transition(step, of: item.owner, by: .item(id))))
        }
        tellMissing(item, track)
        noteOccupancy(from: old.occupied, to: track.occupied, .soon)
        if track.isLost != old.isLost { tellLoss(track, of: item) }
        if track.withOwner != old.withOwner { noteMove(of: item.owner) }
        effects.append(.changed(.item(id), track.isNews(since: old) ? .now : .soon))
    }

    /// The track with what the nodes hear now.
    private func updated(
        _ old: ItemTrack, by rooms: RoomEstimator?,
        _ heard: (state: RoomEstimator.Audibility, lastHeard: Timestamp)?
    ) -> ItemTrack {
        var track = old
        // What was long not heard, or went along, is heard again only by a reading, and not because
        // nodes listen again.
        let isNew = heard.map { $0.lastHeard > old.lastHeard ?? .distantPast } ?? false
        let isAwaited =
            !old.isHeard
            && (rooms.map(isLongSilent) ?? false || !isNew && (old.isAlong || old.along != nil))
        track.isHeard = heard?.state == .heard && !isAwaited
        // A node that cannot hear does not show that it is gone.
        if heard?.state == .absent { track.heardSince = nil }
        if track.isHeard, track.heardSince == nil { track.heardSince = heard?.lastHeard }
        if let departure = old.departure, let last = old.lastHeard, let heard, let rooms,
            isHeardAgain(at: heard.lastHeard, after: last, since: departure, rooms: rooms)
        {
            track.heardSince = heard.lastHeard
        }
        // A node that is no longer there has heard it all the same.
        if let heard { track.lastHeard = max(track.lastHeard ?? heard.lastHeard, heard.lastHeard) }
        if let spot = rooms?.current, heard?.state != .absent || track.spot == nil {
            track.spot = spot
        }
        // A place that was deleted no longer counts.
        if let spot = track.spot, household.places[spot.place] == nil {
            (track.spot, track.departure) = (nil, nil)
        }
        if let place = track.along?.place, household.places[place] == nil {
            track.along = .outside
        }
        return track
    }

    /// Whether the beacon has not been heard for longer than its rhythm explains, whoever listened.
    private func isLongSilent(_ rooms: RoomEstimator) -> Bool {
        guard let lastHeard = rooms.lastHeard else { return true }
        return rooms.moment(at: now).seconds(since: lastHeard)
            > rooms.silenceTimeout(nodes: nodeViews)
    }

    /// Whether the item fell silent as its owner went, for longer than its rhythm explains, and is
    /// heard again: it may have gone along and come back.
    private func isHeardAgain(
        at time: Timestamp, after last: Timestamp, since departure: ItemTrack.Departure,
        rooms: RoomEstimator
    ) -> Bool {
        last <= departure.outOfHearing && time > departure.outOfHearing
            && time.seconds(since: last) > pause(ofRhythmOf: rooms)
    }

    /// The longest pause that a tag's rhythm explains, in seconds.
    func pause(ofRhythmOf rooms: RoomEstimator) -> Double {
        let rhythm = rooms.interval(nodes: nodeViews) ?? Self.usualRhythm
        return max(Self.leastPause, Self.pausedIntervals * rhythm)
    }

    /// Such a pause has at least so many seconds, and so many of its intervals.
    private static let (leastPause, pausedIntervals) = (12.0, 4.0)

    /// What arrives, or moves with its owner, may tell where they are.
    private mutating func tellOwner(of item: Item, from old: ItemTrack, to new: ItemTrack) {
        let isNews =
            new.isHeard != old.isHeard
            || new.spot != old.spot && item.beacon.map { isWitness($0, of: item.owner) } ?? false
        if isNews { schedule(.user(item.owner), at: now.advanced(bySeconds: 1)) }
    }

    /// Whether the thing tells where its owner is.
    private func isWitness(_ thing: BeaconID, of owner: ID<User>) -> Bool {
        users[owner]?.companions?.beacons.contains(thing) ?? false
            || users[owner]?.outing?.things.contains(thing) ?? false
    }

    // MARK: With the owner

    /// Whether the item is with its owner: yes, no, or cannot tell.
    private func answer(_ track: ItemTrack, of item: Item) -> ItemTrack.Answer {
        guard let belief = users[item.owner]?.belief, let spot = track.spot else {
            return .cannotTell
        }
        if let departure = track.departure, isIn(departure.place, track, of: item.owner) {
            // Left behind, then silent: somebody may have taken it, or it sleeps.
            if departure.hasStayed { return track.isHeard ? .no : .cannotTell }
            if isReturning(track, of: item, since: departure.outOfHearing) {
                return soonKnown(track)
            }
            // Heard since, but not yet known to have stayed.
            if track.isHeard, track.lastHeard.map({ $0 > departure.outOfHearing }) ?? false {
                return .cannotTell
            }
            // It fell silent as its owner left, near nodes that would have heard it.
            let isAlong = departure.wasHeard && now >= departure.verdictDue
            return isAlong && !isMissed(where: belief, by: item.owner) ? .yes : .cannotTell
        }
        if track.isHeard {
            if let place = household.places[spot.place], !place.isKnown(to: item.owner) {
                return answer(track, of: item, heardIn: place, belief: belief)
            }
            switch belief.whereabouts {
            // Beacons tell what they left, not that they are not where it is heard now.
            case _ where belief.isMereLeaving && users[item.owner]?.left?.place != spot.place:
                return .cannotTell
            case .at(let owner)
            where household.isWithin(owner.place, spot.place, for: item.owner):
                return isInRange(item, of: owner, itemSpot: spot) ? .yes : .no
            case .at, .outside: return answerApart(track, of: item)
            case .unknown, .offline: return .cannotTell
            }
        }
        return isMissed(where: belief, by: item.owner) ? .cannotTell : track.withOwner
    }

    /// Whether an item heard where its owner is not is with them: no, unless it comes back ahead of
    /// them.
    func answerApart(_ track: ItemTrack, of item: Item) -> ItemTrack.Answer {
        let isBack = isReturning(track, of: item, since: .epoch)
        return isBack && track.withOwner != .no ? soonKnown(track) : .no
    }

    /// The answer that is told.
    ///
    /// What comes home a little ahead of its owner still counts as with them, and may show that
    /// they came. While they are seen in another place, that is not told: nobody is in two places.
    func told(_ track: ItemTrack, of item: Item) -> ItemTrack.Answer {
        guard track.withOwner == .yes, track.isHeard, let spot = track.spot,
            let owner = users[item.owner]?.belief?.whereabouts.spot,
            !household.isWithin(owner.place, spot.place, for: item.owner)
        else { return track.withOwner }
        return .cannotTell
    }

    /// Whether an item that is not heard would be if it were with its owner: the last answer holds
    /// only while the owner is away, and until the nodes had time to hear it.
    func isMissed(where belief: Belief, by owner: ID<User>) -> Bool {
        guard let spot = belief.whereabouts.spot, isCovered(spot.place) else { return false }
        guard let arrived = users[owner]?.arrived else { return true }
        return now.seconds(since: arrived) >= settings.returnPatience
    }

    /// The last answer holds for a moment, in which the owner may be seen.
    private func soonKnown(_ track: ItemTrack) -> ItemTrack.Answer {
        let isNew = track.heardSince.map { now.seconds(since: $0) < settings.returnPatience }
        return isNew == true ? track.withOwner : .cannotTell
    }

    /// Whether the item counts as carried by an owner in the same place.
    func isInRange(
        _ item: Item, of owner: Spot, itemSpot: Spot
    ) -> Bool {
        guard let range = item.range, let room = owner.room, let itemRoom = itemSpot.room else {
            return true
        }
        guard room == itemRoom else { return false }
        return metresApart(item).map { $0 <= range } ?? true
    }

    /// How far the item is from its owner, by what the node nearest to the item hears of both;
    /// `nil` if that cannot be told.
    func metresApart(_ item: Item) -> Double? {
        guard let track = item.beacon.flatMap({ beacons[$0] }),
            let mine = track.rooms.nearest(nodes: nodeViews),
            let other = users[item.owner]?.belief?.beacon.flatMap({ beacons[$0] }),
            let theirs = other.rooms.hearings.first(where: { $0.node == mine.node })
        else { return nil }
        return abs(track.distance(level: mine.level) - other.distance(level: theirs.level))
    }

    /// Whether a healthy node stands in `place`, so that silence there means something.
    func isCovered(_ place: ID<Place>) -> Bool {
        nodes.seats(in: place).contains { $0.isHealthy(at: now) }
    }

    // MARK: Moves

    /// The steps to where an item is now: where it is heard, or where its owner took it.
    private func follow(
        _ track: inout ItemTrack, of item: Item, from old: ItemTrack, rooms: RoomEstimator?
    ) -> [Step] {
        guard let known = old.along ?? old.spot.map(UserTrack.Settled.at) else { return [] }
        var time = track.lastHeard ?? now
        let owner = users[item.owner]
        if !track.isHeard, track.withOwner == .yes, let owner, owner.settled != .never {
            // Where nodes listen, it is not taken to be before they hear it.
            let place = owner.settled.place.flatMap { isCovered($0) ? nil : $0 }
            guard place != known.place, owner.settled.place != known.place else { return [] }
            track.along = place.map { .at(.init(place: $0, room: nil)) } ?? .outside
            let moved = place == nil ? owner.left?.time : owner.arrived
            time = min(now, max(time, moved ?? now))
            track.since = time
        } else {
            // Nobody knows where it went from where its owner took it, until it is heard.
            guard old.along == nil ? track.spot != old.spot : track.isHeard else { return [] }
            track.along = nil
            let came = known.place == track.spot?.place ? rooms?.roomSince : rooms?.presentSince
            if old.along != nil, let went = old.since {
                // If it was silent for no longer than its rhythm explains, it came since it went.
                let isOwnerThere = owner?.settled.place == track.spot?.place
                time =
                    [came, isOwnerThere ? owner?.arrived : nil].compactMap { $0 }
                    .filter { $0 > went }.min() ?? time
                track.since = min(now, max(track.since ?? time, time))
            } else {
                time = came ?? time
            }
            // The room becomes known a moment after the item is first heard: that is no move.
            if old.along == nil, known.place == track.spot?.place, known.spot?.room == nil {
                return []
            }
        }
        // Nothing leaves a place that is gone, and of one that its owner does not know nothing is told.
        let from = toldSpot(known.spot, of: item)
        let to = toldSpot(track.along.map(\.spot) ?? track.spot, of: item)
        let places = household.places(knownTo: item.owner)
        let steps = Step.between(from, to, at: time, around: places.around)
        guard let owner, track.along != nil else { return steps }
        // It left with its owner, and not as they came elsewhere.
        return steps.map { step in
            guard !step.isEntering, let left = owner.departures(from: step.place).first else {
                return step
            }
            var step = step
            step.time = min(time, max(left, track.lastHeard ?? left))
            return step
        }
    }

    private mutating func scheduleReview(
        of item: Item, track: ItemTrack, _ explanationDue: Timestamp?, rooms: RoomEstimator?
    ) {
        let timeout = rooms?.silenceTimeout(nodes: nodeViews) ?? Self.usualTimeout
        var moments = [
            explanationDue,
            users[item.owner]?.arrived?.advanced(bySeconds: settings.returnPatience),
            track.heardSince?.advanced(bySeconds: settings.returnPatience),
        ].compactMap { $0 }
        if let lastHeard = track.lastHeard {
            moments.append(lastHeard.advanced(bySeconds: timeout + 1))
            let since = missingSince(track, of: item) ?? lastHeard
            moments.append(since.advanced(bySeconds: settings.itemLostAfter + 1))
            moments += [settings.itemForgottenAfter, settings.unknownAfterInside].map {
                lastHeard.advanced(bySeconds: $0 + 1)
            }
        }
        if track.isHeard { moments.append(now.advanced(bySeconds: timeout + 1)) }
        switch rooms?.audibility(nodes: nodeViews)?.state {
        case .heard, .absent: if let due = lossDue(track, of: item) { moments.append(due) }
        // It is looked for again once the nodes can tell.
        case .frozen, nil: break
        }
        if let departure = track.departure {
            moments += [
                departure.verdictDue, departure.time.advanced(bySeconds: Self.walkingOff),
                departure.until.advanced(bySeconds: 1),
            ]
        }
        schedule(.item(item.id), atNextOf: moments)
    }
}
