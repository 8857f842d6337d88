import OrderedCollections

/// Tells who went out by an exit too quickly for it to be seen, once they are silent for long.
extension Engine {
    /// Somebody of whom only a beacon tells came to an exit, and nothing was heard of them for as
    /// long as no pause lasts, while the nodes went on listening.
    ///
    /// A phone would tell more surely where its user went.
    mutating func noteLongSilence(of user: User) {
        guard let track = users[user.id], track.devices.isEmpty,
            let place = track.settled.place,
            let beacon = user.beacons.max(by: { heardLast($0) < heardLast($1) }),
            let rooms = beacons[beacon]?.rooms, rooms.isGone, !rooms.wentOut,
            rooms.current?.place == place, let last = rooms.lastHeard,
            cameToExit(beacon, rooms, of: place)
        else { return }
        let due = last.advanced(bySeconds: Self.longestPause)
        guard due <= now else { return schedule(.user(user.id), at: due) }
        guard wasListened(to: rooms, in: place),
            isHeardOf(place, since: last) || areOnline(listeners(in: place)),
            !noteMisses(in: place, insteadOf: user, since: last)
        else { return }
        leave([beacon])
    }

    private func heardLast(_ beacon: BeaconID) -> Timestamp {
        beacons[beacon]?.rooms.lastHeard ?? .distantPast
    }

    /// Whether it was beside an exit shortly before its last sign, and did not lie there.
    private func cameToExit(
        _ beacon: BeaconID, _ rooms: RoomEstimator, of place: ID<Place>
    ) -> Bool {
        guard let recent = rooms.recent,
            let peak = recent.peak(besideAnyOf: doors(of: place, hearing: rooms))
        else { return false }
        // Nor did it go on to somewhere else.
        let loudest = recent.loudest(in: peak.time..<(.distantFuture)) ?? peak.level
        let wasAway = nodes.map(of: place)?.isExit(rooms.current?.room) == false
        return loudest <= peak.level && (wasAway || isOnTheWay(beacon))
    }

    /// Whether the broker would know if these nodes had no power or no network.
    private func areOnline(_ listeners: [ID<Node>]) -> Bool {
        listeners.allSatisfy { nodes[$0]?.status == .online }
    }
}
