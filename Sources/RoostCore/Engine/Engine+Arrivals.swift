import OrderedCollections

extension Engine {
    /// Tells an owner who came to a place of what is watched there and lies elsewhere.
    ///
    /// What they were told of as they left it is not told again, nor what may be told yet.
    mutating func tellMissing(at step: Step, to owner: ID<User>, because: Evidence) {
        for item in household.items(of: owner) where item.watch.includes(step.place) {
            guard let track = items[item.id], track.isHeard, track.withOwner == .no,
                let spot = track.spot, isApart(spot.place, from: step.place),
                track.departure.map({ $0.isAlerted && !item.watch.includes($0.place) }) ?? true
            else { continue }
            let whereabouts = placeName(spot.place, room: spot.room) ?? spot.place.rawValue
            let hearing = item.beacon.flatMap { beacons[$0]?.rooms }?
                .nearest(nodes: nodes.views(at: now))
            let evidence = [because, sighting(of: item, track: track, hearing: hearing)]
            let isTold = give(
                Alert(
                    user: owner, kind: .arrivedWithout,
                    cause: "\(item.id) \(step.place) \(step.time.milliseconds)",
                    title: "Arrived without \(item.name)",
                    text: "\(item.name) is in \(whereabouts).", item: item.id, place: spot.place,
                    room: spot.room, time: step.time, evidence: evidence))
            if isTold { explainMissing(item, track, at: step, because: evidence) }
        }
    }

    /// Whether nobody can be in both places at once.
    private func isApart(_ first: ID<Place>, from second: ID<Place>) -> Bool {
        guard first != second, let first = household.places[first]?.area,
            let second = household.places[second]?.area, let one = first.center,
            let other = second.center
        else { return false }
        return first.signedDistance(to: other) > second.extent
            && second.signedDistance(to: one) > first.extent
    }
}
