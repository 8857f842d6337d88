import OrderedCollections

/// Tells that people went out by a door while still heard, by how earlier leavers sounded.
///
/// Somebody who was beside a door and is far weaker seconds later went out, or on to another room.
/// Which it was becomes known later, and is learned for each place.
extension Engine {
    /// When to compare levels after the peak at the door, in seconds.
    private static let looks = 8.0...15.0
    /// The least time between two looks, in seconds.
    private static let spacing = 2.0
    /// How many looks at one peak there are at most.
    private static let mostLooks = 4
    /// How often to see whether a look is due, in seconds.
    private static let pace = 1.0
    /// A node that works hears something at least this often, in seconds.
    private static let stalling = 5.0
    /// Somebody weaker by this, in decibels, is no longer beside the door.
    private static let weaker = 8.0
    /// Somebody present for less than this is on their way in, in seconds.
    private static let comingIn = 30.0
    /// The odds at which somebody counts as out.
    private static let certainty = 5.0
    /// What was heard in this time until now shows where somebody walks, in seconds.
    private static let lately = 5.0
    /// When to listen after the peak at the door for signs that somebody stayed, in seconds.
    private static let staying = 20.0..<120.0
    /// Somebody heard plainly this often in that time went nowhere.
    private static let signsOfStaying = 3
    /// Somebody heard in this time after the peak at the door, in seconds, and whose phone stays
    /// for longer, did not leave it on the table and is not just back for it.
    private static let lingering = 60.0..<300.0

    // MARK: Looking

    /// Looks at how those sound who were at a door some seconds ago.
    mutating func lookBack(atDoorsOf user: User) {
        learnDepartures(of: user.id)
        for beacon in user.beacons {
            guard let rooms = beacons[beacon]?.rooms, let recent = rooms.recent,
                let place = rooms.current?.place,
                // Most beacons heard beside a door lie there.
                rooms.rest(at: now) < RoomEstimator.atRest + Self.looks.upperBound
            else { continue }
            let doors = doors(of: place, hearing: rooms)
            func peak(since: Double, until: Double) -> (time: Timestamp, level: Double)? {
                let time = now.advanced(bySeconds: -since)...now.advanced(bySeconds: -until)
                return recent.peak(besideAnyOf: doors, in: time)
            }
            guard peak(since: Self.looks.upperBound, until: 0) != nil else { continue }
            schedule(.user(user.id), at: now.advanced(bySeconds: Self.pace))
            guard
                let peak = peak(since: Self.looks.upperBound, until: Self.looks.lowerBound),
                rooms.rest(at: peak.time) < RoomEstimator.atRest,
                rooms.presentSince.map({ peak.time.seconds(since: $0) >= Self.comingIn }) ?? true
            else { continue }
            let fading = UserTrack.Fading(
                beacon: beacon, place: place, time: peak.time, level: peak.level)
            if let loudest = recent.loudest(since: fading) {
                if loudest > limit(of: fading) { continue }
            } else if !rooms.isSilent(at: now) {
                // The next packet of a slow tag is not due yet.
                continue
            }
            look(at: fading, of: user.id, rooms, recent)
        }
    }

    private mutating func look(
        at fading: UserTrack.Fading, of user: ID<User>, _ rooms: RoomEstimator,
        _ recent: RecentReadings
    ) {
        guard var fadings = users[user]?.fadings else { return }
        let known = fadings.lastIndex {
            $0.beacon == fading.beacon && $0.place == fading.place
                && abs(fading.time.seconds(since: $0.time)) <= RecentReadings.moment
        }
        let index = known ?? fadings.endIndex
        if known == nil { fadings.append(fading) }
        let isDue = fadings[index].lookedAt.map { now.seconds(since: $0) >= Self.spacing } ?? true
        let seats = nodes.seats(in: fading.place)
        // A node that cannot hear would make anybody sound gone.
        guard isDue, fadings[index].sounds.count < Self.mostLooks,
            seats.allSatisfy({ isListening($0, to: rooms, since: fading) })
        else { return }
        fadings[index].lookedAt = now
        fadings[index].sounds.append(
            sound(of: rooms, recent, in: fading.place, fromDoorAt: fading.level))
        users[user]?.fadings = fadings
    }

    /// How all nodes of a place hear a beacon now.
    func sound(
        of rooms: RoomEstimator, _ recent: RecentReadings, in place: ID<Place>,
        fromDoorAt level: Double
    ) -> WayOutSound {
        let heard = rooms.hearings.map(\.node)
        let numbers = nodes.seats(in: place).map { seat in heard.firstIndex(of: seat.node) }
        return WayOutSound(recent, by: numbers, fromDoorAt: level, at: now)
    }

    /// Whether a node would hear somebody who is there: one that heard them at the door and now
    /// brings nothing at all may have stalled.
    private func isListening(
        _ seat: NodeBook.Seat, to rooms: RoomEstimator, since fading: UserTrack.Fading
    ) -> Bool {
        guard seat.isHealthy(at: now) else { return false }
        let door = fading.time.advanced(bySeconds: -RecentReadings.moment)
        let heard = rooms.hearings.first { $0.node == seat.node }?.lastHeard
        guard let heard, heard >= door, let last = nodes[seat.node]?.heardLast else { return true }
        return now.seconds(since: last) <= Self.stalling
    }

    /// How loud the beacons of somebody who just went out can be heard from outside, in dBm; `nil`
    /// if they did not leave.
    mutating func fading(
        of user: User, with own: [BeaconID], in place: ID<Place>
    ) -> [BeaconID: Double]? {
        guard !own.isEmpty, let memory = knownSilences(in: place),
            var fadings = users[user.id]?.fadings
        else { return nil }
        var levels: [BeaconID: Double] = [:]
        for beacon in own {
            let recent = fadings.indices.filter { isRecent(fadings[$0], of: beacon, in: place) }
            guard let index = recent.last, let lookedAt = fadings[index].lookedAt,
                let sound = fadings[index].sounds.last,
                now.seconds(since: lookedAt) < Self.spacing + Self.pace,
                // Somebody heard inside after a decision is not out again by the same steps.
                recent.allSatisfy({ fadings[$0].odds == nil }),
                isHeardOf(place, since: fadings[index].time), let odds = memory.odds(of: sound),
                odds > Self.certainty, word(ofDoorsOf: place, at: fadings[index].time) != .shut,
                !isWalkingIn(fadings[index])
            else { return nil }
            fadings[index].odds = odds
            levels[beacon] = limit(of: fadings[index])
        }
        users[user.id]?.fadings = fadings
        return levels
    }

    /// Whether a node away from the exits hears somebody louder than at the door, and beside it:
    /// they went on to its room.
    private func isWalkingIn(_ fading: UserTrack.Fading) -> Bool {
        let door = fading.time.advanced(bySeconds: -RecentReadings.moment)
        let behind = fading.time.advanced(bySeconds: RecentReadings.moment)
        let lately = max(behind, now.advanced(bySeconds: -Self.lately))
        return isFurtherIn(fading.beacon, in: fading.place, since: lately, at: door..<behind)
    }

    /// Whether a node away from the exits hears a beacon near it, and louder than at a door before.
    func isFurtherIn(
        _ beacon: BeaconID, in place: ID<Place>, since moment: Timestamp,
        at door: Range<Timestamp>
    ) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, let recent = rooms.recent else { return false }
        return rooms.hearings.indices.contains { number in
            guard let node = nodeViews[rooms.hearings[number].node], !node.isExit,
                node.spot.place == place,
                let level = recent.loudest(in: moment..<Timestamp.distantFuture, by: number)
            else { return false }
            let before = recent.loudest(in: door, by: number) ?? RoomSnapshot.sensitivity
            return level >= RecentReadings.near && level > before + RecentReadings.beside
        }
    }

    /// Whether it may still decide, or has just done so.
    private func isRecent(
        _ fading: UserTrack.Fading, of beacon: BeaconID, in place: ID<Place>
    ) -> Bool {
        fading.beacon == beacon && fading.place == place
            && now.seconds(since: fading.time) <= 2 * Self.looks.upperBound
    }

    /// Louder than this, in dBm, it counts as inside.
    private func limit(of fading: UserTrack.Fading) -> Double { fading.level - Self.weaker }

    // MARK: Telling

    /// The fading that has just decided that somebody is out.
    private func decisive(_ witness: Fusion.RadioWitness) -> UserTrack.Fading? {
        guard witness.wasAtExit, witness.audibility == .absent,
            case .user(let user)? = household.bearers[witness.beacon]
        else { return nil }
        return users[user]?.fadings.last {
            $0.odds != nil && isRecent($0, of: witness.beacon, in: witness.spot.place)
        }
    }

    /// Evidence that somebody sounded like others on the way out, if that decided.
    func evidence(ofFadingOf witness: Fusion.RadioWitness) -> [Evidence] {
        guard let fading = decisive(witness), let odds = fading.odds else { return [] }
        let percent = min(99, Int((100 * odds / (1 + odds)).rounded(.down)))
        return [
            Evidence(
                .sighting,
                "\(witness.name) faded after the door as on other ways out, \(percent) % likely",
                at: fading.time, place: fading.place, room: witness.spot.room,
                level: fading.level, probability: Double(percent) / 100)
        ]
    }

    /// How loud a beacon would have had to be after the door not to count as faded, and how loud it
    /// was, in dBm; `nil` if fading did not decide.
    func limit(ofFadingOf witness: Fusion.RadioWitness) -> (Double, was: Double?)? {
        decisive(witness).map { fading in
            (limit(of: fading), was: beacons[witness.beacon]?.rooms.recent?.loudest(since: fading))
        }
    }

    // MARK: Learning

    /// Notes a sighting: somebody heard plainly a while after passing a door went nowhere.
    mutating func noteSign(
        of user: ID<User>, _ beacon: BeaconID, _ rssi: RSSI?, by node: ID<Node>, at time: Timestamp
    ) {
        guard var fadings = users[user]?.fadings, !fadings.isEmpty,
            let place = household.nodes[node]?.place
        else { return }
        let isInside = users[user]?.settled.place == place
        var stayed: [UserTrack.Fading] = []
        for index in fadings.indices
        where fadings[index].beacon == beacon && fadings[index].place == place {
            let passed = time.seconds(since: fadings[index].time)
            guard passed < Self.longestPause else { continue }
            let isLoud = rssi.map { $0.dBm > limit(of: fadings[index]) } ?? false
            if Self.lingering.contains(passed) { fadings[index].isLingering = true }
            // Somebody who is heard badly went nowhere either if their phone stayed.
            if fadings[index].isLingering, fadings[index].signs < Self.signsOfStaying,
                phoneRemained(of: user, in: place, since: fadings[index].time)
            {
                fadings[index].signs = Self.signsOfStaying
                stayed.append(fadings[index])
            }
            if passed >= Self.shortestAbsence || isLoud && passed > RecentReadings.moment {
                fadings[index].isHeardAgain = true
            }
            // A beacon on the pavement may be heard plainly too; many nodes may hear one packet.
            guard Self.staying.contains(passed), isInside || isLoud,
                rssi.map({ $0.dBm >= RoomSnapshot.plain }) ?? false,
                fadings[index].lastSign.map({ time.seconds(since: $0) > RecentReadings.moment })
                    ?? true
            else { continue }
            fadings[index].signs += 1
            fadings[index].lastSign = time
            if fadings[index].signs == Self.signsOfStaying { stayed.append(fadings[index]) }
        }
        users[user]?.fadings = fadings
        for fading in stayed { learn(fading, isWayOut: false) }
    }

    /// Whether the phone that went along last was still there long after a moment.
    private func phoneRemained(
        of user: ID<User>, in place: ID<Place>, since moment: Timestamp
    ) -> Bool {
        let carried = devices(of: user).compactMap { name, device in
            device.movedAt.map { (moved: $0, name: name, device: device) }
        }
        let last = carried.max { ($0.moved, $0.name) < ($1.moved, $1.name) }
        return last?.device.remained(in: place, since: moment) ?? false
    }

    /// Somebody not heard for long after fading, and not believed to be there, had gone.
    private mutating func learnDepartures(of user: ID<User>) {
        guard let track = users[user], !track.fadings.isEmpty else { return }
        let old = track.fadings.filter { now.seconds(since: $0.time) >= Self.longestPause }
        guard !old.isEmpty else { return }
        users[user]?.fadings.removeAll { now.seconds(since: $0.time) >= Self.longestPause }
        for fading in old where fading.signs == 0 && !fading.isHeardAgain {
            let middle = fading.time.advanced(bySeconds: Self.longestPause / 2)
            guard household.bearers[fading.beacon] == .user(user),
                track.settled.place != fading.place,
                word(ofDoorsOf: fading.place, at: fading.time) != .shut,
                wasListened(in: fading.place, since: fading),
                isHeardOf(fading.place, since: middle),
                !isPhone(of: track, inside: fading.place, after: fading.time)
            else { continue }
            learn(fading, isWayOut: true)
        }
    }

    /// Whether all nodes of the place went on listening.
    private func wasListened(in place: ID<Place>, since fading: UserTrack.Fading) -> Bool {
        nodes.seats(in: place).allSatisfy { seat in
            let node = seat.view(at: now)
            return node.isHealthy && node.listeningSince <= fading.time
        }
    }

    private mutating func learn(_ fading: UserTrack.Fading, isWayOut: Bool) {
        learnSilences(in: fading.place) { memory in
            for sound in fading.sounds { memory.learn(sound, isWayOut: isWayOut) }
        }
    }
}

extension RecentReadings {
    /// The loudest reading by any node after a beacon was at a door, in dBm; `nil` if none.
    fileprivate func loudest(since fading: UserTrack.Fading) -> Double? {
        let after = fading.time.advanced(bySeconds: Self.moment)
        return loudest(in: after..<Timestamp.distantFuture)
    }
}
