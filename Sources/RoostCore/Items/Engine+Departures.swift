import OrderedCollections

extension Engine {
    /// The owner left a place: each item last heard in it, or in a place within it, is looked for.
    mutating func beginDeparture(_ step: Step, of user: User, belief: Belief) {
        let owner = user.id
        let phone = phone(provingThat: owner, left: step.place, belief: belief)
        let isByPhone = phone != nil
        let door = isByPhone ? nil : lastPassage(in: step.place)
        let proof =
            [evidence(of: step, by: user, belief: belief)]
            + (door == nil ? [] : evidence(ofDoorOf: step.place))
        for item in household.items(of: owner) {
            // An item heard a moment ago may not be known to be there yet.
            if let beacon = item.beacon, beacons[beacon]?.rooms.hasNews == true { settle(beacon) }
            guard var track = items[item.id], let spot = track.spot, !track.isLost,
                spot.place == step.place || looksAnew(for: item, within: step.place)
            else { continue }
            let rooms = rooms(of: item)
            track.lastHeard = rooms?.lastHeard ?? track.lastHeard
            let rhythm = rooms?.interval(nodes: nodeViews) ?? Self.usualRhythm
            let wait = max(Self.leastWait, Self.waitedIntervals * rhythm)
            let before = item.beacon.flatMap { door?.loudness[$0] }
            track.departure = ItemTrack.Departure(
                place: step.place, time: step.time,
                outOfHearing: door?.shut.advanced(bySeconds: Self.firstSteps)
                    ?? outOfHearing(step, item: rooms, by: phone),
                until: now.advanced(bySeconds: Self.departureWatch),
                verdictDue: now.advanced(bySeconds: min(Self.longestWait, wait)),
                loudness: isByPhone ? nil : before?.best ?? rooms?.loudness(at: now),
                lying: before?.lying, layAtExit: before?.isAtExit,
                wasHeard: spot.place == step.place
                    && wasHeard(track, rooms: rooms, besideOwner: owner, in: step.place)
                    && !wasHeardFarOff(rooms, by: phone),
                evidence: proof, door: before == nil ? nil : door?.shut)
            items[item.id] = track
        }
    }

    /// Whether an item watched in a place that its owner left, and heard in a place within that, is
    /// looked for from now on.
    ///
    /// If they left the inner place before and it is not clear yet whether it stayed, or they are
    /// told so because it is watched there too, that departure becomes one from the outer place,
    /// and nobody is told twice.
    private mutating func looksAnew(for item: Item, within place: ID<Place>) -> Bool {
        guard item.watch.includes(place), var track = items[item.id],
            let spot = track.spot, household.isWithin(spot.place, place, for: item.owner)
        else { return false }
        guard var departure = track.departure, departure.place != place,
            !departure.hasStayed || item.watch.includes(departure.place)
        else { return track.isHeard }
        departure.place = place
        track.departure = departure
        items[item.id] = track
        return false
    }

    /// Whether the item was heard for as long as its owner is known to have been in the place.
    private func wasHeard(
        _ track: ItemTrack, rooms: RoomEstimator?, besideOwner owner: ID<User>, in place: ID<Place>
    ) -> Bool {
        guard let lastHeard = rooms?.lastHeard ?? track.lastHeard,
            let user = household.users[owner]
        else { return false }
        // It fell silent as its owner went to a place within this one, out of hearing.
        if !track.isHeard, track.withOwner == .yes, isCovered(place) { return true }
        let radio = radioWitnesses(of: user).filter { $0.spot.place == place }.map(\.lastHeard)
        // A device still inside tells nothing of when its owner left; nor does one that left
        // elsewhere.
        let fixes = devices(of: owner).values
            .filter { $0.standing != .inside(place) && $0.left?.place == place }
            .compactMap(\.left?.lastInside)
        guard let ownerSeen = (radio + fixes).max() else { return track.isHeard }
        let timeout = rooms?.absenceTimeout(nodes: nodeViews) ?? Self.usualTimeout
        return ownerSeen.seconds(since: lastHeard) <= timeout
    }

    /// Whether the item was still heard when its owner may have been out of hearing: that it fell
    /// silent then does not show that it went along.
    private func wasHeardFarOff(_ rooms: RoomEstimator?, by phone: LeavingPhone?) -> Bool {
        guard let away = phone?.away, let lastHeard = rooms?.lastHeard else { return false }
        return lastHeard.seconds(since: away) > Self.doorway
    }

    /// A phone that went along with its owner.
    private struct LeavingPhone {
        var verdict: DeviceTrack.Verdict
        /// In metres per second, by the latest fix.
        var speed: Double?
        /// When the nodes of the place last heard its owner; `nil` if they still do, or never did.
        var heard: Timestamp?
        /// Since when all its fixes are beyond hearing of the place, as far as known.
        var away: Timestamp?
    }

    /// The phone that proves that somebody left; `nil` if the nodes prove it, or if the phone has
    /// lain elsewhere since before they were last heard.
    private func phone(
        provingThat owner: ID<User>, left place: ID<Place>, belief: Belief
    ) -> LeavingPhone? {
        guard belief.isByPhoneAlone, let device = belief.device,
            let phone = users[owner]?.devices[device.name], var verdict = phone.verdict,
            let user = household.users[owner]
        else { return nil }
        let area = household.places[place]?.area
        if let area, let last = phone.last, let out = phone.elsewhere(than: place) {
            // Perhaps it was here without having been known to come.
            let isNewlyOut = phone.lastSeen(in: area).map { $0 > out } ?? false
            let time = isNewlyOut ? last.time : out
            if time != verdict.time {
                verdict.time = time
                verdict.margin = area.signedDistance(to: last.coordinate)
            }
        }
        // A tag that is still heard stayed behind itself.
        let heard = lastSign(of: user, in: place)
        let moved = [phone.movedAt, phone.strayedAt].compactMap { $0 }.reduce(verdict.time, max)
        if let heard, moved <= heard { return nil }
        let away = area.flatMap { phone.away(from: $0) }
        return LeavingPhone(verdict: verdict, speed: phone.last?.speed, heard: heard, away: away)
    }

    /// When the beacons of somebody that are no longer heard in a place were last heard there.
    func lastSign(of user: User, in place: ID<Place>) -> Timestamp? {
        radioWitnesses(of: user).filter { witness in
            witness.spot.place == place
                && (witness.audibility == .absent || witness.isOverdue(at: now))
        }.map(\.lastHeard).max()
    }

    /// The last moment at which the owner can have been within hearing of the place.
    ///
    /// By phone: half the travel time from the boundary before the fix that proved the leaving, at
    /// the fix's speed, or at a car's if it has none. What is heard later, the owner did not carry.
    private func outOfHearing(
        _ step: Step, item rooms: RoomEstimator?, by phone: LeavingPhone?
    ) -> Timestamp {
        guard let phone else {
            let carriedOut = step.time.advanced(bySeconds: Self.doorway)
            guard let rooms, hasLain(rooms, before: step.time) else { return carriedOut }
            return min(carriedOut, now.advanced(bySeconds: Self.confirmation))
        }
        let verdict = phone.verdict
        let speed = max(Self.leastSpeed, verdict.speed, phone.speed ?? Self.speedOfCar)
        let way = max(0, min(verdict.margin, Self.longestWay))
        let seconds = min(Self.longestTravel, 0.5 * way / speed)
        // A fix may be wrong, but an owner who was heard later had not gone yet.
        let heard = phone.heard?.advanced(bySeconds: Self.doorway)
        return max(verdict.time.advanced(bySeconds: -seconds), heard ?? .distantPast)
    }

    /// Whether the item had lain still for a while before its owner went, away from the exits.
    func hasLain(_ rooms: RoomEstimator, before moment: Timestamp) -> Bool {
        !mayBeAtExit(rooms) && rooms.rest(at: now) - now.seconds(since: moment) > Self.lain
    }

    /// Whether the beacon is in a room with an exit, or its room is unknown.
    func mayBeAtExit(_ rooms: RoomEstimator) -> Bool {
        rooms.current.flatMap { nodes.map(of: $0.place)?.isExit($0.room) } ?? true
    }

    /// How long after a departure hearing the item still tells that it was left, in seconds.
    private static let departureWatch = 1800.0
    /// For how long it is listened whether an item stayed before anything is said of it: for some
    /// of its intervals, but no less and no longer than these seconds.
    private static let waitedIntervals = 5.0
    private static let (leastWait, longestWait) = (20.0, 300.0)
    /// The time between two sendings of a tag whose rhythm is not known, in seconds.
    static let usualRhythm = 10.0
    /// After how many seconds a tag counts as silent of which nothing was heard yet.
    static let usualTimeout = 60.0
    /// Whoever leaves is no slower than the first, and by car as fast as the second, in metres per
    /// second.
    private static let (leastSpeed, speedOfCar) = (3.0, 15.0)
    /// What a phone's first fix outside may tell of the way until then: no more metres and seconds.
    private static let (longestWay, longestTravel) = (1e6, 600.0)
    /// What goes along is heard for at most this long after its owner was last heard, in seconds.
    static let doorway = 8.0
    /// Further from a place than a tag is heard there, and more than a fix is usually wrong, in
    /// metres.
    static let beyondHearing = 100.0
    /// How long after its owner's known departure a resting item must be heard again, in seconds.
    private static let confirmation = 1.0
    /// What has not stirred for this long is not in a moving pocket, in seconds.
    static let lain = 30.0
}

extension DeviceTrack {
    /// Since when all fixes have been too far outside an area for what is carried to be heard in
    /// it; `nil` if they are not, or have been for longer than is known.
    fileprivate func away(from area: Area) -> Timestamp? {
        guard
            let near = trail.lastIndex(where: {
                area.signedDistance(to: $0.coordinate) < Engine.beyondHearing
            })
        else { return nil }
        return trail[(near + 1)...].first?.time
    }
}
