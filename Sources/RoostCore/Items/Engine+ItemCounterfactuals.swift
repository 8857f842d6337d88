import OrderedCollections

/// What would have led to another message about an item.
extension Engine {
    func counterfactuals(
        about item: Item, _ track: ItemTrack, rule: ItemRule
    ) -> [Counterfactual] {
        // All of them name the place.
        guard toldSpot(track.spot, of: item) != nil else { return [] }
        if rule == .lost { return [beingHeard(item, track)].compactMap { $0 } }
        let answers: [Counterfactual?] =
            switch track.withOwner {
            case .yes: counterfactuals(ofYes: item, track)
            case .no: counterfactuals(ofNo: item, track)
            case .cannotTell: counterfactuals(ofCannotTell: item, track)
            }
        let ofAnswer = answers.compactMap { $0 }
        let ofRoom =
            track.isHeard
            ? item.beacon.map { rivals(of: $0, called: item.name, for: item.owner) } ?? [] : []
        let all = rule == .moved || rule == .found ? ofRoom + ofAnswer : ofAnswer + ofRoom
        // One room may change both.
        return all.enumerated().filter { index, condition in
            condition.room == nil
                || !all[..<index].contains {
                    ($0.place, $0.room) == (condition.place, condition.room)
                }
        }.map(\.element)
    }

    private func counterfactuals(ofYes item: Item, _ track: ItemTrack) -> [Counterfactual?] {
        guard track.isHeard else {
            return [track.departure.flatMap { sighting(of: item, track, after: $0.outOfHearing) }]
        }
        return [
            range(item, track, .above), missing(item, track),
            owner(of: item, in: track.spot?.place, saying: .beingElsewhere),
        ]
    }

    private func counterfactuals(ofNo item: Item, _ track: ItemTrack) -> [Counterfactual?] {
        guard let spot = track.spot, let belief = users[item.owner]?.belief else { return [] }
        if let owner = belief.whereabouts.spot, owner.place == spot.place {
            if owner.room == spot.room { return [range(item, track, .below)] }
            return [sameRoom(item, owner), missing(item, track)]
        }
        let silence = track.departure?.hasStayed == true ? silence(of: item) : nil
        return [silence ?? missing(item, track), owner(of: item, in: spot.place)]
    }

    private func counterfactuals(
        ofCannotTell item: Item, _ track: ItemTrack
    ) -> [Counterfactual?] {
        if let node = frozenNode(of: item) {
            return [Counterfactual(.node, of: node.rawValue)]
        }
        guard let belief = users[item.owner]?.belief else {
            return [owner(of: item, in: track.spot?.place)]
        }
        if let departure = track.departure, isIn(departure.place, track, of: item.owner) {
            return counterfactuals(ofDeparture: departure, item, track)
        }
        if track.isHeard { return [owner(of: item, in: track.spot?.place)] }
        return [isMissed(where: belief, by: item.owner) ? beingHeard(item, track) : nil]
    }

    private func counterfactuals(
        ofDeparture departure: ItemTrack.Departure, _ item: Item, _ track: ItemTrack
    ) -> [Counterfactual?] {
        if departure.hasStayed { return [beingHeard(item, track)] }
        if isReturning(track, of: item, since: departure.outOfHearing) {
            return [owner(of: item, in: departure.place)]
        }
        let heard = sighting(of: item, track, after: departure.outOfHearing)
        guard departure.wasHeard, departure.verdictDue > now, let beacon = item.beacon,
            let lastHeard = track.lastHeard
        else { return [heard] }
        let silence = Counterfactual(
            .silence, of: beacon.rawValue, place: departure.place,
            limit: .above(
                departure.verdictDue.seconds(since: lastHeard), .seconds,
                was: now.seconds(since: lastHeard)), names: .init(item.name))
        return [silence, heard]
    }

    // MARK: Leaving

    /// For an item that stayed: it was heard when its owner was out of hearing.
    func silence(
        of item: Item, _ track: ItemTrack, before outOfHearing: Timestamp
    ) -> Counterfactual? {
        guard let beacon = item.beacon, let lastHeard = track.lastHeard else { return nil }
        return Counterfactual(
            .silence, of: beacon.rawValue, place: track.spot?.place,
            limit: .below(0, .seconds, was: lastHeard.seconds(since: outOfHearing)),
            names: .init(item.name),
            saying: .beforeLeaving(owner: household.name(of: item.owner)))
    }

    /// For an item that fell silent in time: it was not heard after that.
    private func sighting(
        of item: Item, _ track: ItemTrack, after outOfHearing: Timestamp
    ) -> Counterfactual? {
        guard let beacon = item.beacon, let lastHeard = track.lastHeard else { return nil }
        return Counterfactual(
            .sighting, of: beacon.rawValue, place: track.spot?.place,
            limit: .above(0, .seconds, was: lastHeard.seconds(since: outOfHearing)),
            names: .init(item.name, in: placeName(track.spot?.place, room: nil)),
            saying: .afterLeaving(owner: household.name(of: item.owner)))
    }

    // MARK: Hearing

    /// Nobody hears the item any more, or nobody has since `moment`, whichever is sooner.
    func silence(of item: Item, since moment: Timestamp? = nil) -> Counterfactual? {
        guard let beacon = item.beacon, let rooms = beacons[beacon]?.rooms,
            let lastHeard = rooms.lastHeard
        else { return nil }
        let timeout = rooms.silenceTimeout(nodes: nodeViews)
        return Counterfactual(
            .silence, of: beacon.rawValue,
            limit: .above(
                moment.map { min(timeout, max(0, now.seconds(since: $0))) } ?? timeout, .seconds,
                was: max(0, now.seconds(since: lastHeard))),
            names: .init(item.name))
    }

    /// The same if its owner is in a place whose nodes would hear it.
    private func missing(_ item: Item, _ track: ItemTrack) -> Counterfactual? {
        guard let belief = users[item.owner]?.belief, isMissed(where: belief, by: item.owner) else {
            return nil
        }
        return silence(of: item)
    }

    /// The item is heard again where it was.
    private func beingHeard(_ item: Item, _ track: ItemTrack) -> Counterfactual? {
        guard let beacon = item.beacon, let lastHeard = track.lastHeard else { return nil }
        let timeout =
            beacons[beacon]?.rooms.silenceTimeout(nodes: nodeViews)
            ?? settings.absenceTimeout.lowerBound
        return Counterfactual(
            .sighting, of: beacon.rawValue, place: track.spot?.place,
            limit: .below(
                track.isLost ? silenceUntilLost(track, of: item) : timeout, .seconds,
                was: now.seconds(since: lastHeard)),
            names: .init(item.name, in: placeName(track.spot?.place, room: nil)))
    }

    // MARK: Beside the owner

    /// It matters only if both are in one room.
    private func range(
        _ item: Item, _ track: ItemTrack, _ direction: Counterfactual.Direction
    ) -> Counterfactual? {
        guard let beacon = item.beacon, let range = item.range, let apart = metresApart(item),
            let owner = users[item.owner]?.belief?.whereabouts.spot, owner.room != nil,
            owner == track.spot
        else { return nil }
        return Counterfactual(
            .sighting, of: beacon.rawValue,
            limit: .init(measure: .metres, was: apart, needed: range, direction: direction),
            names: .init(item.name), saying: .apart(from: household.name(of: item.owner)))
    }

    private func sameRoom(_ item: Item, _ owner: Spot) -> Counterfactual? {
        item.beacon.flatMap {
            likelier(
                $0, called: item.name, in: owner,
                saying: item.range.map {
                    .likelier(within: $0, of: household.name(of: item.owner))
                })
        }
    }

    private func owner(
        of item: Item, in place: ID<Place>?, saying phrase: Counterfactual.Phrase = .being
    ) -> Counterfactual? {
        guard let place else { return nil }
        return Counterfactual(
            .fix, of: item.owner.rawValue, place: place,
            names: .init(household.name(of: item.owner), in: placeName(place, room: nil)),
            saying: phrase)
    }
}
