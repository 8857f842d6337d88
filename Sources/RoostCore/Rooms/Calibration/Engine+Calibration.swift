import OrderedCollections

extension Engine {
    /// Why the rooms of a place cannot be measured.
    public enum CalibrationRefusal: Error, Hashable, Sendable {
        case noBeacon
        /// No place is named, and the beacon is in none.
        case noPlace
        /// The place has no nodes, or has them in one room only.
        case noRooms(ID<Place>)
        /// A node of the place is in no room: what was measured would not be used.
        case roomless(ID<Node>, ID<Place>)
        case unknownRoom(ID<Room>, ID<Place>)
        /// What was heard until then is kept as that of the rooms that were marked.
        case kept(until: Timestamp)
        /// The mark ended before the walk began.
        case over
        /// There are as many marks as are told apart.
        case tooManyMarks
        case notBegun
        /// The gateway started anew during the walk through this place.
        case interrupted(ID<Place>)
    }

    /// Begins to measure the rooms of a place with a beacon; discards an earlier walk of the user.
    ///
    /// - Parameters:
    ///   - beacon: If `nil`, the first of the user's own.
    ///   - place: If `nil`, where the beacon is.
    public mutating func startCalibration(
        of user: ID<User>, beacon: BeaconID?, place: ID<Place>?
    ) throws(CalibrationRefusal) -> CalibrationWalk {
        let walk = try newWalk(of: user, beacon: beacon, place: place, room: nil)
        update(walk, of: user)
        return walk
    }

    private func newWalk(
        of user: ID<User>, beacon: BeaconID?, place: ID<Place>?, room: ID<Room>?
    ) throws(CalibrationRefusal) -> CalibrationWalk {
        guard let beacon = beacon ?? household.users[user]?.beacons.first else { throw .noBeacon }
        let mine = household.places(knownTo: user).map(\.id)
        // A room that exists in one place only tells which place is meant.
        let having = mine.filter { nodes.map(of: $0)?.rooms.contains(room) ?? false }
        // Somebody may visit a place whose rooms are not theirs to know.
        let present = beacons[beacon]?.rooms.current.flatMap {
            mine.contains($0.place) ? $0.place : nil
        }
        guard
            let place = place ?? present
                ?? (room != nil && having.count == 1 ? having.first : nil)
        else { throw .noPlace }
        guard let map = nodes.map(of: place), map.rooms.compactMap({ $0 }).count > 1 else {
            throw .noRooms(place)
        }
        if let node = household.nodes(in: place).first(where: { $0.room == nil }) {
            throw .roomless(node.id, place)
        }
        return CalibrationWalk(beacon: beacon, place: place, at: now)
    }

    /// The user is in a room from `time` on; `nil` for none, which pauses.
    ///
    /// Begins a walk if there is none, and none was interrupted.
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
            if let lost = interruptedWalk(of: user), place ?? lost == lost {
                throw .interrupted(lost)
            }
            walk = try newWalk(of: user, beacon: beacon, place: place, room: room)
        }
        if let room, !rooms(of: walk.place).contains(room) { throw .unknownRoom(room, walk.place) }
        if let kept = walk.keptUntil, time <= kept { throw .kept(until: kept) }
        if walk.isFull { throw .tooManyMarks }
        guard walk.began.seconds(since: time) < CalibrationWalk.patience else { throw .over }
        walk.mark(room, at: min(time, now))
        update(walk, of: user)
        return walk
    }

    /// The rooms of a place that can be measured: those that are listed and those with nodes.
    ///
    /// Where none are listed, also those measured before: one may be known by a node that is gone.
    public func rooms(of place: ID<Place>) -> [ID<Room>] {
        let listed = (household.places[place]?.rooms ?? []).map(\.id)
        let measured = listed.isEmpty ? household.calibrations[place]?.rooms.keys.map { $0 } : nil
        let withNodes = household.nodes(in: place).compactMap(\.room)
        return Set(listed + withNodes + (measured ?? [])).sorted()
    }

    private mutating func update(_ walk: CalibrationWalk, of user: ID<User>) {
        walks[user] = walk
        noteMeasuring(.init(place: walk.place, lastWord: walk.lastWord), of: user)
        schedule(.user(user), at: walk.pause)
    }

    private mutating func noteMeasuring(
        _ measuring: UserTrack.Measuring?, of user: ID<User>
    ) {
        users[user, default: UserTrack()].measuring = measuring
        effects.append(.changed(.user(user), .now))
    }

    /// The place of a walk that the gateway no longer knows, until it would have ended by itself.
    private func interruptedWalk(of user: ID<User>) -> ID<Place>? {
        guard walks[user] == nil, let walk = users[user]?.measuring,
            now.seconds(since: walk.lastWord) < CalibrationWalk.longestPause
        else { return nil }
        return walk.place
    }

    /// Ends a walk and reports on it; the caller keeps the result.
    public mutating func stopCalibration(
        of user: ID<User>
    ) throws(CalibrationRefusal) -> CalibrationReport {
        guard let report = concludeWalk(of: user) else {
            if let lost = interruptedWalk(of: user) { throw .interrupted(lost) }
            throw .notBegun
        }
        walks[user] = nil
        return report
    }

    private mutating func concludeWalk(of user: ID<User>) -> CalibrationReport? {
        guard let place = walks[user]?.place else { return nil }
        let placed = household.nodes(in: place)
        let isListed = !(household.places[place]?.rooms ?? []).isEmpty
        let rooms = isListed ? Set(rooms(of: place)) : nil
        let known = household.calibrations[place]
        guard
            let report = walks[user]?.conclude(placed: placed, rooms: rooms, known: known)
        else { return nil }
        noteMeasuring(nil, of: user)
        reports[place] = report
        return report
    }

    /// Uses what was measured after a while without a mark, and ends a walk that was never ended.
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

    /// Forgets what was measured of some rooms of a place; whoever walks there begins again.
    ///
    /// - Returns: The rooms of which something is still known.
    public mutating func forgetCalibration(
        of rooms: some Sequence<ID<Room>>, in place: ID<Place>
    ) -> [ID<Room>] {
        guard let known = household.calibrations[place] else { return [] }
        let left = known.keeping(Set(known.rooms.keys).subtracting(rooms))
        forgetCalibrations(of: [place])
        keep(left, of: place)
        return left.rooms.keys.sorted()
    }

    /// Forgets what a node heard where it stood.
    mutating func forgetCalibration(by node: Node) {
        guard let place = node.place else { return }
        for user in walks.keys where walks[user]?.place == place { walks[user]?.forget(node.id) }
        guard var calibration = household.calibrations[place], calibration.forget(node.id) else {
            return
        }
        keep(calibration, of: place)
    }

    private mutating func keep(_ calibration: Calibration, of place: ID<Place>) {
        enact(
            calibration.rooms.isEmpty
                ? .deleteCalibration(of: place) : .saveCalibration(calibration, of: place))
    }

    /// Forgets the walks through some places, and the reports on them.
    mutating func forgetCalibrations(of places: Set<ID<Place>>) {
        walks = walks.filter { !places.contains($0.value.place) }
        for user in users.keys.sorted() {
            guard let walk = users[user]?.measuring, places.contains(walk.place) else { continue }
            noteMeasuring(nil, of: user)
        }
        reports = reports.filter { !places.contains($0.key) }
    }

    /// Records what is heard of a beacon that somebody walks with.
    mutating func noteWalks(with beacon: BeaconID) {
        for (user, walk) in walks where walk.beacon == beacon {
            guard let map = nodes.map(of: walk.place),
                let levels = beacons[beacon]?.rooms.levels(in: walk.place, at: now, nodes: nodes)
            else { continue }
            walks[user]?.hear(levels, of: map.nodes, at: now)
        }
    }
}
