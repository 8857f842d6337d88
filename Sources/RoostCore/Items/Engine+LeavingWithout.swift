import OrderedCollections

extension Engine {
    /// The watched items of somebody that are plainly heard since `moment` in `place` outside
    /// the door's room: whoever is about to leave it may be leaving them behind.
    func itemsStaying(
        of owner: ID<User>, in place: ID<Place>, exceptIn door: Spot?,
        since moment: Timestamp
    ) -> [Item] {
        household.items(of: owner).filter { item in
            guard item.watch.includes(place), let track = items[item.id], track.isHeard,
                lastHeard(item).map({ $0 >= moment }) ?? false,
                isNews(leaving: place, without: item, track)
            else { return false }
            return (door == nil || track.spot != door)
                && nearest(to: item).map(Self.isLying) ?? false
                && !isFollowing(item, to: door, since: moment)
        }
    }

    /// Warns of items that stay in `place` as their owner is about to leave it, by a door if that is
    /// known.
    mutating func warn(
        _ owner: ID<User>, of staying: [Item], leaving place: ID<Place>,
        from door: Spot?, because: Evidence
    ) {
        for item in staying {
            guard let track = items[item.id] else { continue }
            let spot = toldSpot(track.spot, of: item)
            let evidence = [because, sighting(of: item, track: track, by: nearest(to: item))]
            let isTold = give(
                Alert(
                    user: owner, kind: .leavingWithout,
                    cause: "\(item.id) \(place) \(because.time.milliseconds)",
                    title: "Leaving without \(item.name)?",
                    text: "\(item.name): still \(whereabouts(track, of: item)).", item: item.id,
                    place: spot?.place ?? place, room: spot?.room, time: because.time,
                    evidence: evidence))
            if isTold { explainLeaving(item, track, toDoor: door, because: evidence) }
        }
    }

    /// Whether the item is in a place, or in one that lies in it, and its owner was not told that it
    /// stayed as they left the inner one.
    private func isNews(
        leaving place: ID<Place>, without item: Item, _ track: ItemTrack
    ) -> Bool {
        guard isIn(place, track, of: item.owner) else { return false }
        return track.departure.map { !$0.hasStayed || !item.watch.includes($0.place) } ?? true
    }

    /// Whether a thing is heard plainly, and not ever weaker as what somebody carries off.
    private static func isLying(_ hearing: Hearing) -> Bool {
        max(hearing.level, hearing.lastReading) >= RoomSnapshot.plain
            && hearing.lastReading > hearing.level - RoomEstimator.noise
    }

    /// Whether a door's room hears the item about as well as any other since `moment`, though it is
    /// still believed to be in another room.
    func isFollowing(_ item: Item, to door: Spot?, since moment: Timestamp) -> Bool {
        guard let door else { return false }
        let hearings = rooms(of: item)?.hearings ?? []
        let recent = hearings.filter { $0.lastHeard >= moment }
        let beside = recent.filter { nodeViews[$0.node]?.spot == door }
        guard let best = recent.map(\.lastReading).max(),
            let there = beside.map(\.lastReading).max()
        else { return false }
        return there >= best - 3
    }
}
