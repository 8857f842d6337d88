import OrderedCollections

extension Engine {
    /// How long after an arrival it may still become clear what was left elsewhere, in seconds.
    private static let arrival = 300.0
    /// Somebody closer to a place than this may be in it, in metres.
    private static let doorstep = 50.0

    /// Tells an owner who came to a place that an item watched there lies elsewhere.
    ///
    /// If the item stayed in a place where it is watched, the alert about leaving that place covers
    /// it, even if the owner has muted that alert.
    mutating func tellMissing(_ item: Item, _ track: ItemTrack) {
        // This runs at each sighting of an item; few get past the first check.
        guard track.withOwner == .no, let spot = track.spot, let user = users[item.owner],
            let arrived = user.arrived, now.seconds(since: arrived) <= Self.arrival,
            let place = user.settled.place, let watched = placeWanting(item, around: place),
            track.isHeardSince(before: arrived),
            track.departure.map({ $0.hasStayed && !item.watch.includes($0.place) }) ?? true,
            isApart(spot.place, from: watched),
            !isTold(of: item.id, in: toldSpot(spot, of: item)?.place, user),
            let belief = user.belief, let owner = household.users[item.owner]
        else { return }
        let step = Step(isEntering: true, place: place, time: arrived)
        let told = toldSpot(spot, of: item)
        let evidence = [
            evidence(of: step, by: owner, belief: belief),
            sighting(of: item, track: track, by: nearest(to: item)),
        ]
        let isGiven = give(
            Alert(
                user: item.owner, kind: .arrivedWithout,
                cause: "\(item.id) \(place) \(arrived.milliseconds)",
                title: "Arrived without \(item.name)",
                text: "\(item.name): \(whereabouts(track, of: item)).",
                item: item.id, place: told?.place, room: told?.room, time: arrived,
                evidence: evidence))
        if isGiven { explainMissing(item, track, at: step, because: evidence) }
    }

    /// The smallest place in which an item is watched, of the one that its owner is in and those
    /// around it.
    private func placeWanting(_ item: Item, around place: ID<Place>) -> ID<Place>? {
        if item.watch.includes(place) { return place }
        return household.around(place, for: item.owner).map(\.id).first(where: item.watch.includes)
    }

    /// Whether the owner was recently told that the item stayed, or that it is missing.
    private func isTold(of item: ID<Item>, in place: ID<Place>?, _ owner: UserTrack) -> Bool {
        [.leftBehind, .arrivedWithout].contains { (kind: AlertKind) in
            owner.alerted[Self.key(kind, item.rawValue, place)].map {
                now.seconds(since: $0) < AlertKind.arrivedWithout.minimumIntervalSeconds
            } ?? false
        }
    }

    /// Whether nobody can be in both places at once.
    private func isApart(_ first: ID<Place>, from second: ID<Place>) -> Bool {
        guard first != second, let first = household.places[first]?.area,
            let second = household.places[second]?.area, let one = first.center,
            let other = second.center
        else { return false }
        return first.signedDistance(to: other) > second.outerRadius + Self.doorstep
            && second.signedDistance(to: one) > first.outerRadius + Self.doorstep
    }
}
