import OrderedCollections

extension Engine {
    /// The watched items of somebody that are plainly heard since `moment` in `place` outside
    /// `room`: whoever is about to leave it may be leaving them behind.
    func itemsStaying(
        of owner: ID<User>, in place: ID<Place>, exceptIn room: ID<Room>?, since moment: Timestamp
    ) -> [Item] {
        household.items(of: owner).filter { item in
            guard item.watch.includes(place), let track = items[item.id], track.isHeard,
                lastHeard(item).map({ $0 >= moment }) ?? false,
                isNews(leaving: place, without: item, track)
            else { return false }
            return (room == nil || track.spot?.room != room)
                && nearest(to: item).map(Self.isLying) ?? false
                && !isFollowing(item, to: room, since: moment)
        }
    }

    /// Warns of items that stay in `place` as their owner is about to leave it, by the door in
    /// `room` if that is known.
    mutating func warn(
        _ owner: ID<User>, of staying: [Item], leaving place: ID<Place>, from room: ID<Room>?,
        because: Evidence
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
            if isTold { explainLeaving(item, track, toDoor: room, because: evidence) }
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

    /// Whether `room` hears the item about as well as any other since `moment`, though it is still
    /// believed to be in another room.
    func isFollowing(_ item: Item, to room: ID<Room>?, since moment: Timestamp) -> Bool {
        guard let room else { return false }
        let hearings = rooms(of: item)?.hearings ?? []
        let recent = hearings.filter { $0.lastHeard >= moment }
        let beside = recent.filter { household.nodes[$0.node]?.room == room }
        guard let best = recent.map(\.lastReading).max(),
            let there = beside.map(\.lastReading).max()
        else { return false }
        return there >= best - 3
    }
}
