import OrderedCollections

/// Items in places that their owners do not know: nobody is believed to be where they may not be
/// told that they are, so no belief shows whether they are there.
extension Engine {
    /// Whether an item heard in a place that its owner does not know is with them: by what they
    /// wear, if that is heard there too, otherwise by their last fix.
    func answer(
        _ track: ItemTrack, of item: Item, heardIn place: Place, belief: Belief
    ) -> ItemTrack.Answer {
        let worn = spots(ofBeaconsOf: item.owner, in: place.id)
        if let spot = track.spot, !worn.isEmpty {
            return worn.contains { isInRange(item, of: $0, itemSpot: spot) } ? .yes : .no
        }
        switch belief.whereabouts {
        case .unknown, .offline: return .cannotTell
        case .at where !belief.isByPhoneAlone && !belief.isMereLeaving:
            return answerApart(track, of: item)
        case .at, .outside: break
        }
        guard let fix = phoneFix(of: item.owner)?.fix else { return .cannotTell }
        let margin = place.area.signedDistance(to: fix.coordinate)
        if margin - fix.reach > Self.beyondHearing {
            // A phone may lie elsewhere while its owner is out.
            guard belief.isByPhoneAlone, let lastHeard = track.lastHeard else { return .cannotTell }
            // What was not heard since may have gone along.
            return lastHeard > fix.time ? answerApart(track, of: item) : track.withOwner
        }
        let isOut = belief.whereabouts == .outside || belief.isMereLeaving
        let isThere = isOut && fix.isFine && margin <= fix.reach
        return isThere ? .yes : .cannotTell
    }

    /// Where in a place what somebody wears is heard now.
    private func spots(
        ofBeaconsOf user: ID<User>, in place: ID<Place>
    ) -> [Spot] {
        let worn = household.users[user]?.beacons ?? []
        return worn.compactMap { beacon in
            guard audibility(of: beacon) == .heard, let spot = beacons[beacon]?.rooms.current,
                spot.place == place
            else { return nil }
            return spot
        }
    }
}
