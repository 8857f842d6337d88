import OrderedCollections

extension Engine {
    /// Why somebody cannot measure the rooms of a place.
    public enum CalibrationRefusal: Error, Hashable, Sendable {
        case noBeacon
        /// Nobody says in which place, and the beacon is in none.
        case noPlace
        /// The place has no nodes, or in one room only.
        case noRooms(ID<Place>)
        case unknownRoom(ID<Room>, ID<Place>)
        case notBegun
    }

    /// Begins to measure the rooms of a place by a beacon; what was begun before is forgotten.
    ///
    /// - Parameters:
    ///   - beacon: The user's own first one if it is `nil`.
    ///   - place: Where the beacon is if it is `nil`.
    public mutating func startCalibration(
        of user: ID<User>, beacon: BeaconID?, place: ID<Place>?, room: ID<Room>? = nil
    ) throws(CalibrationRefusal) -> CalibrationWalk {
        guard let beacon = beacon ?? household.users[user]?.beacons.first else { throw .noBeacon }
        let mine = household.places(knownTo: user).map(\.id)
        // A room that is in one place only tells which place is meant.
        let having = mine.filter { nodes.map(of: $0)?.rooms.contains(room) ?? false }
        guard
            let place = place ?? beacons[beacon]?.rooms.current?.place
                ?? (room != nil && having.count == 1 ? having.first : nil)
        else { throw .noPlace }
        guard let map = nodes.map(of: place), map.rooms.compactMap({ $0 }).count > 1 else {
            throw .noRooms(place)
        }
        let walk = CalibrationWalk(
            beacon: beacon, place: place, nodes: map.nodes,
            known: household.calibrations[place], at: now)
        walks[user] = walk
        schedule(.user(user), at: walk.pause)
        return walk
    }

    /// The user is in a room from `time` on; `nil` for none, which pauses.
    ///
    /// A walk that was not begun begins.
    public mutating func markCalibration(
        of user: ID<User>, _ room: ID<Room>?, beacon: BeaconID?, place: ID<Place>?,
        at time: Timestamp
    ) throws(CalibrationRefusal) -> CalibrationWalk {
        let isOther = { (walk: CalibrationWalk) in
            walk.beacon != beacon ?? walk.beacon || walk.place != place ?? walk.place
        }
        var walk: CalibrationWalk
        if let begun = walks[user], !isOther(begun) {
            walk = begun
        } else {
            walk = try startCalibration(of: user, beacon: beacon, place: place, room: room)
        }
        if let room, !(household.places[walk.place]?.rooms.contains { $0.id == room } ?? false),
            !(nodes.map(of: walk.place)?.rooms.contains(room) ?? false)
        {
            throw .unknownRoom(room, walk.place)
        }
        walk.mark(room, at: min(time, now))
        walks[user] = walk
        schedule(.user(user), at: walk.pause)
        return walk
    }

    /// Ends a walk; what it was worth is kept by whoever asked.
    public mutating func stopCalibration(
        of user: ID<User>
    ) throws(CalibrationRefusal) -> CalibrationReport {
        guard let report = concludeWalk(of: user) else { throw .notBegun }
        walks[user] = nil
        return report
    }

    private mutating func concludeWalk(of user: ID<User>) -> CalibrationReport? {
        guard let place = walks[user]?.place else { return nil }
        let placed = household.nodes.values.filter { $0.place == place }.sorted { $0.id < $1.id }
        guard let report = walks[user]?.conclude(placed: placed) else { return nil }
        reports[place] = report
        return report
    }

    /// Uses what was measured when nobody says anything for a while, and ends a walk that somebody
    /// forgot to end.
    mutating func reviewWalk(of user: ID<User>) {
        guard let walk = walks[user] else { return }
        if !walk.isConcluded, walk.pause <= now, let change = concludeWalk(of: user)?.change {
            keep(change)
        }
        if walk.end <= now {
            walks[user] = nil
        } else {
            schedule(.user(user), at: walk.pause > now ? walk.pause : walk.end)
        }
    }

    /// Some places are there no more.
    mutating func forgetCalibrations(where isGone: (ID<Place>) -> Bool) {
        walks = walks.filter { !isGone($0.value.place) }
        reports = reports.filter { !isGone($0.key) }
    }

    /// Takes down what is heard of a beacon that somebody walks with.
    mutating func noteWalks(with beacon: BeaconID) {
        for (user, walk) in walks where walk.beacon == beacon {
            guard let map = nodes.map(of: walk.place),
                let levels = beacons[beacon]?.rooms.levels(in: walk.place, at: now, nodes: nodes)
            else { continue }
            walks[user]?.hear(levels, of: map.nodes, at: now)
        }
    }
}
