import OrderedCollections

/// Which items are lost, and which are found again.
extension Engine {
    /// Whether the item counts as lost from now on.
    ///
    /// - Parameter isAbsent: Whether nodes that would hear it do not.
    func isLost(_ track: ItemTrack, of item: Item, isAbsent: Bool) -> Bool {
        guard isAbsent, let lastHeard = track.lastHeard, let spot = track.spot else {
            return track.isHeard ? false : track.isLost
        }
        if track.isLost { return true }
        if track.withOwner != .yes, isCovered(spot.place),
            now.seconds(since: lastHeard) > settings.itemForgottenAfter
        {
            return true
        }
        guard let since = missingSince(track, of: item),
            now.seconds(since: since) > settings.itemLostAfter
        else { return false }
        return isLookedFor(track, of: item)
    }

    /// Whether the item should be heard: its owner has since been seen where it was, or it is not
    /// with them; nor with somebody else, as far as known.
    private func isLookedFor(_ track: ItemTrack, of item: Item) -> Bool {
        guard let owner = users[item.owner], let lastHeard = track.lastHeard,
            let place = track.spot?.place
        else { return false }
        if isAwaited(track, of: item) { return false }
        // Nobody is seen in a place that they do not know, so little tells whether it went along.
        if track.withOwner == .no {
            return household.places[place]?.isKnown(to: item.owner) ?? true
        }
        // An owner not heard of since may have taken it along.
        guard owner.belief?.whereabouts.spot?.place == place,
            let belief = owner.belief, belief.evidenceTime > lastHeard
        else { return false }
        // Nor are they away with it for days while their phone is there.
        let isNew = now.seconds(since: lastHeard) < settings.unknownAfterInside
        return !(isNew && hasFallenSilentTogether(item, lastHeard))
    }

    /// Whether somebody left with it, as others did before, who is not back yet: of several,
    /// nobody knows who has it until one is back without it.
    private func isAwaited(_ track: ItemTrack, of item: Item) -> Bool {
        guard users[item.owner]?.belongings?[item.id]?.wentWithOthers ?? false,
            let place = track.spot?.place
        else { return false }
        let takers = takers(of: item, track)
        return !takers.isEmpty && !takers.contains { isIn(place, $0) }
    }

    /// When to look again whether it should have been heard; `nil` if nobody is awaited: neither
    /// another word of its owner, who was where it was, nor whoever may have it.
    func lossDue(_ track: ItemTrack, of item: Item) -> Timestamp? {
        guard !track.isHeard, !track.isLost, let place = track.spot?.place, isCovered(place),
            users[item.owner]?.belief?.whereabouts.spot?.place == place
                || isAwaited(track, of: item)
        else { return nil }
        return now.advanced(bySeconds: Self.pace)
    }

    /// Since when an item that is silent should have been heard: what its owner wears may have been
    /// away with it, whatever their phone said.
    func missingSince(_ track: ItemTrack, of item: Item) -> Timestamp? {
        guard let lastHeard = track.lastHeard, let owner = household.users[item.owner] else {
            return nil
        }
        let returns = owner.beacons.compactMap { beacon -> Timestamp? in
            guard let rooms = beacons[beacon]?.rooms, rooms.current?.place == track.spot?.place
            else { return nil }
            return rooms.isGone ? rooms.returned : rooms.presentSince
        }
        let place = track.spot?.place
        // What is heard is with nobody who left: that need not be asked at each packet.
        let takers = track.isHeard ? [] : takers(of: item, track)
        let people = takers.filter { id in place.map { isIn($0, id) } ?? false }
        return (returns + ([item.owner] + people).compactMap { users[$0]?.arrived })
            .reduce(lastHeard, max)
    }

    /// Whether what its owner wears fell silent with it, so that only a phone says they are there.
    private func hasFallenSilentTogether(_ item: Item, _ lastHeard: Timestamp) -> Bool {
        guard let owner = household.users[item.owner] else { return false }
        return owner.beacons.contains { beacon in
            guard let rooms = beacons[beacon]?.rooms, let last = rooms.lastHeard else {
                return false
            }
            return audibility(of: beacon) != .heard
                && abs(last.seconds(since: lastHeard)) <= Self.together
        }
    }

    /// Who left its place as the item fell silent, other than its owner.
    private func takers(of item: Item, _ track: ItemTrack) -> [ID<User>] {
        guard let lastHeard = track.lastHeard, let place = track.spot?.place else { return [] }
        let span = -Self.together...Self.provenLate
        return users.filter { id, user in
            id != item.owner
                && user.departures(from: place).contains {
                    span.contains($0.seconds(since: lastHeard))
                }
        }.keys.sorted()
    }

    /// The only one of them, as far as the owner may know; `nil` once they are back.
    private func taker(of item: Item, _ track: ItemTrack) -> User? {
        guard let place = toldSpot(track.spot, of: item)?.place, let left = track.lastHeard
        else { return nil }
        let known = takers(of: item, track).filter { id in
            !isIn(place, id) && level(of: id, to: item.owner, at: left) ?? .presence >= .place
        }
        return known.count == 1 ? household.users[known[0]] : nil
    }

    /// What falls silent within this many seconds falls silent together; from a car in front of the
    /// house it is still heard as long.
    private static let together = 60.0
    /// Seconds between two looks for what is missed.
    private static let pace = 300.0
    /// How much later than by its silence a leaving may be proven, in seconds.
    private static let provenLate = 300.0

    /// The silence after which the item counts as lost, in seconds.
    func silenceUntilLost(_ track: ItemTrack, of item: Item) -> Double {
        isLookedFor(track, of: item) ? settings.itemLostAfter : settings.itemForgottenAfter
    }

    /// Tells the owner that the item is lost, or found again.
    mutating func tellLoss(_ track: ItemTrack, of item: Item) {
        let whereabouts = whereabouts(track, of: item)
        let spot = toldSpot(track.spot, of: item)
        if track.isLost, let lastHeard = track.lastHeard, takers(of: item, track).count == 1 {
            learn(item.id, of: item.owner, goneWith: .others, until: lastHeard)
        }
        let taker = track.isLost ? taker(of: item, track).map { ". \($0.name) left then" } : nil
        give(
            Alert(
                user: item.owner, kind: track.isLost ? .itemLost : .itemFound,
                cause: "\(item.id) \((track.lastHeard ?? now).milliseconds)",
                title: "\(track.isLost ? "Lost" : "Found"): \(item.name)",
                text: track.isLost
                    ? "\(item.name): not heard any more, last \(whereabouts)\(taker ?? "")."
                    : "\(item.name): heard again \(whereabouts).",
                item: item.id, place: spot?.place, room: spot?.room, time: now,
                evidence: [sighting(of: item, track: track)]))
    }
}
