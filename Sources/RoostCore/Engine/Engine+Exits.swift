import OrderedCollections

/// Who went out by an exit, where one beacon alone hardly tells.
extension Engine {
    /// What fell silent within this of each other did so together, in seconds.
    private static let together = 12.0
    /// What lay for longer before it fell silent went nowhere, in seconds.
    private static let rest = 60.0
    /// So many readings of a thing are missed at least.
    private static let fewest = 3.0
    /// Who went out is known by now, or by other means, in seconds.
    private static let patience = 60.0
    /// How often it is looked whether they are still silent, in seconds.
    private static let pace = 2.0

    /// Somebody's beacons and the things that they carry may have fallen silent together on the way out.
    mutating func noteWayOut(of user: User) {
        guard let track = users[user.id], case .at(let spot) = track.settled else { return }
        let place = spot.place
        let own = user.beacons.filter { beacon in
            beacons[beacon]?.rooms.isGone == false && canBeHeard(beacon, in: place)
        }
        guard let last = own.compactMap({ beacons[$0]?.rooms.lastHeard }).max(),
            now.seconds(since: last) < Self.patience
        else { return }
        let things = household.items(of: user.id).compactMap(\.beacon)
            .filter { wasCarried($0, in: place, until: last) }
        let isMoving = own.contains { isOnTheWay($0) }
        guard isMoving || !things.isEmpty || own.count > 1 else { return }
        let due = last.advanced(bySeconds: RoomEstimator.doorSilence)
        guard due <= now else { return schedule(.user(user.id), at: due) }
        let silences = own.compactMap { beacons[$0]?.rooms.silence(at: now) }
        let isAtExit = nodes.map(of: place)?.isExit(spot.room) ?? false
        let habit = track.silences?[place]?[atExit: isAtExit] ?? SilenceHabit()
        // A thing that is still heard is in other hands; a beacon of theirs that is, is with them.
        guard silences.count == own.count,
            ExitBelief.areOut(
                silences, with: things.compactMap(silence(of:)),
                after: now.seconds(since: last), habit: habit,
                missing: own.compactMap { beacons[$0]?.rooms.missesOnTheWay(at: now) }.max() ?? 0),
            isHeardOf(place, since: last)
        else { return schedule(.user(user.id), at: now.advanced(bySeconds: Self.pace)) }
        for beacon in own {
            beacons[beacon]?.rooms.leave(byExit: true)
            effects.append(.changed(.beacon(beacon), .now))
        }
    }

    /// Whether the beacon did not lie still when it was heard last, or had just changed rooms.
    private func isOnTheWay(_ beacon: BeaconID) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, let lastHeard = rooms.lastHeard else {
            return false
        }
        let stay = rooms.roomSince.map { lastHeard.seconds(since: $0) } ?? .infinity
        return min(stay, rooms.rest(at: lastHeard)) < Self.rest
    }

    /// The silence of a beacon of which enough readings are missed to mean something.
    private func silence(of beacon: BeaconID) -> (exit: ExitBelief, misses: Double)? {
        beacons[beacon]?.rooms.silence(at: now).flatMap { $0.misses > Self.fewest ? $0 : nil }
    }

    /// Whether the beacon is in the place as far as nodes can tell.
    private func canBeHeard(_ beacon: BeaconID, in place: ID<Place>) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, rooms.current?.place == place,
            let state = rooms.audibility(
                at: now, nodes: nodes.views(at: now), settings: settings)?.state
        else { return false }
        if case .frozen = state { return false }
        return true
    }

    /// Whether the beacon was on its way there when it was heard last, about when others were.
    private func wasCarried(
        _ beacon: BeaconID, in place: ID<Place>, until moment: Timestamp
    ) -> Bool {
        guard canBeHeard(beacon, in: place), isOnTheWay(beacon),
            let lastHeard = beacons[beacon]?.rooms.lastHeard
        else { return false }
        return abs(lastHeard.seconds(since: moment)) < Self.together
    }

    /// Whether a node of the place brought anything since: else it may be the nodes that are silent.
    private func isHeardOf(_ place: ID<Place>, since moment: Timestamp) -> Bool {
        nodes.tracks.contains { id, track in
            household.nodes[id]?.place == place
                && track.lastSpoke.seconds(since: moment) > RoomEstimator.doorSilence / 2
        }
    }

    // MARK: Habits

    /// Somebody is heard again after a silence; where they were there all the while, it is one of theirs.
    ///
    /// - Parameter moment: When they were heard.
    mutating func learnSilence(of id: ID<User>, until moment: Timestamp, by node: ID<Node>) {
        guard let user = household.users[id], let track = users[id],
            let place = household.nodes[node]?.place,
            let last = user.beacons.compactMap({ beacons[$0]?.rooms.lastHeard }).max()
        else { return }
        let silence = moment.seconds(since: last)
        guard silence >= SilenceHabit.shortest, wasThere(track, in: place, since: last, silence),
            wasListenedTo(user, in: place, since: last)
        else { return }
        users[id]?.silences = track.silences ?? [:]
        let room = user.beacons.compactMap { beacons[$0]?.rooms }
            .max { ($0.lastHeard ?? .distantPast) < ($1.lastHeard ?? .distantPast) }?.current?.room
        let isAtExit = nodes.map(of: place)?.isExit(room) ?? false
        users[id]?.silences?[place, default: SilenceHabits()][atExit: isAtExit]
            .noteSilence(of: silence)
    }

    /// Whether somebody was in the place all the while, as far as is known.
    private func wasThere(
        _ track: UserTrack, in place: ID<Place>, since moment: Timestamp, _ silence: Double
    ) -> Bool {
        if track.settled.place == place { return track.arrived.map { $0 < moment } ?? true }
        // Who was taken to be out is soon back, or their phone is inside all the while.
        guard case .outside = track.settled, track.belief?.rule == "door_heard_last" else {
            return false
        }
        return silence < Self.patience
            || track.devices.values.contains { phone in
                phone.standing == .inside(place)
                    && phone.last.map { $0.time.seconds(since: moment) > Self.afterwards } ?? false
            }
    }

    /// A phone that says so long after its user went that it is inside did not go along, in seconds.
    private static let afterwards = 300.0

    /// Whether the nodes that heard somebody last went on listening.
    private func wasListenedTo(
        _ user: User, in place: ID<Place>, since moment: Timestamp
    ) -> Bool {
        let views = nodes.views(at: now)
        return user.beacons.contains { beacon in
            beacons[beacon]?.rooms.hearings.contains { hearing in
                guard moment.seconds(since: hearing.lastHeard) < Self.pace,
                    let node = views(hearing.node), node.spot.place == place
                else { return false }
                return node.isHealthy && node.listeningSince <= hearing.lastHeard
            } ?? false
        }
    }
}
