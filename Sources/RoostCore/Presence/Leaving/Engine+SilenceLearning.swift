import OrderedCollections

/// Learns what silences turn out to be.
extension Engine {
    /// Somebody silent for less than this has not gone, in seconds.
    static let shortestAbsence = 60.0
    /// Somebody silent for longer has gone unless something else tells, in seconds.
    static let longestPause = 600.0
    /// Somebody heard this long after a silence began had gone nowhere, in seconds.
    private static let settling = 120.0
    /// A node that heard somebody this soon before the silence would still hear them, in seconds.
    private static let recently = 2.0

    /// The one that was heard last.
    func latest(of ids: [BeaconID]) -> RoomEstimator? {
        ids.compactMap { beacons[$0]?.rooms }
            .max { ($0.lastHeard ?? .distantPast) < ($1.lastHeard ?? .distantPast) }
    }

    /// How the silence began.
    func onset(of rooms: RoomEstimator, in place: ID<Place>) -> SilenceOnset? {
        rooms.recent.map { recent in
            SilenceOnset(
                recent, by: rooms.hearings.map(\.node), nodes: listeners(in: place),
                exits: nodes.exits(of: place).map(\.node)
            ) { nodeViews[$0]?.isHealthy ?? false }
        }
    }

    /// What is known of silences in a place; `nil` if its nodes have changed.
    func knownSilences(in place: ID<Place>) -> SilenceMemory? {
        silences[place].flatMap { $0.nodes == listeners(in: place) ? $0 : nil }
    }

    /// How the silence began, and what is known of earlier ones; `nil` if the beacon was heard
    /// badly before, as in a garden, where silence tells nothing.
    func learnedSilence(
        of rooms: RoomEstimator, in place: ID<Place>
    ) -> (memory: SilenceMemory, onset: SilenceOnset)? {
        guard let memory = knownSilences(in: place), rooms.recent?.isPlain ?? false,
            let onset = onset(of: rooms, in: place)
        else { return nil }
        return (memory, onset)
    }

    /// The nodes of a place, in the order used by what was learned.
    func listeners(in place: ID<Place>) -> [ID<Node>] {
        nodes.seats(in: place).map(\.node)
    }

    /// Somebody is heard again after a silence: that may show what this one and others were.
    ///
    /// - Parameters:
    ///   - moment: When they were heard.
    ///   - node: By which node.
    mutating func learnSilence(of id: ID<User>, until moment: Timestamp, by node: ID<Node>) {
        guard let user = household.users[id],
            // Another of their beacons may have been heard all along.
            let rooms = latest(of: user.beacons), rooms.isSilent(at: moment),
            let track = users[id],
            // A beacon left lying is silent for reasons of its own.
            track.outing == nil,
            let last = rooms.lastHeard, let place = rooms.current?.place,
            let recent = rooms.recent, wasListened(to: rooms, in: place)
        else { return }
        guard let onset = onset(of: rooms, in: place) else { return }
        endBroken(of: id, at: last, recent)
        learnPauses(of: id, until: last)
        let pause = UserTrack.Pause(
            place: place, isAtExit: nodes.map(of: place)?.isExit(rooms.current?.room) ?? false,
            onset: onset, began: last, ended: moment)
        switch meaning(of: pause, of: id, rooms, heardIn: household.nodes[node]?.place) {
        case .broken:
            if let began = users[id]?.broken.first?.began,
                moment.seconds(since: began) > Self.longestPause
            {
                // As in a garden: nobody can tell.
                users[id]?.broken = []
            }
            users[id]?.broken.append(pause)
            return
        case .pause: learn([pause], isDeparture: false)
        case .departure: learn((users[id]?.broken ?? []) + [pause], isDeparture: true)
        case nil: break
        }
        users[id]?.broken = []
        users[id]?.pauses = []
    }

    /// A silence broken by weak readings is over once somebody was heard plainly or for a while.
    private mutating func endBroken(
        of id: ID<User>, at last: Timestamp, _ recent: RecentReadings
    ) {
        guard let broken = users[id]?.broken, let began = broken.first?.began,
            let ended = broken.last?.ended,
            last.seconds(since: ended) >= Absence.lingering || recent.isPlain(since: ended)
        else { return }
        // Somebody at the door for long may have been out; somebody away from it was not.
        let isShort = ended.seconds(since: began) < Self.shortestAbsence
        users[id]?.pauses += broken.filter { isShort || !$0.isAtExit }
        users[id]?.broken = []
    }

    /// Somebody heard long after a silence had gone nowhere.
    private mutating func learnPauses(of id: ID<User>, until last: Timestamp) {
        let pauses = users[id]?.pauses ?? []
        learn(
            pauses.filter { last.seconds(since: $0.began) > Self.settling }, isDeparture: false)
        users[id]?.pauses.removeAll { last.seconds(since: $0.began) > Self.settling }
    }

    private enum Meaning {
        /// It may go on.
        case broken
        case pause, departure
    }

    /// What an ended silence was, as far as known; `nil` if nobody can tell.
    private func meaning(
        of pause: UserTrack.Pause, of id: ID<User>, _ rooms: RoomEstimator,
        heardIn place: ID<Place>?
    ) -> Meaning? {
        guard let track = users[id] else { return nil }
        let silence = pause.ended.seconds(since: pause.began)
        let isByDoor = track.belief?.rule == .doorHeardLast
        let isThere = track.settled.place == pause.place
        if silence < Self.shortestAbsence {
            // Somebody who comes home is heard badly at first.
            let hasBeenThere =
                isThere && !rooms.isGone
                && rooms.presentSince.map {
                    pause.began.seconds(since: $0) > Self.shortestAbsence
                } ?? false
            return place == pause.place && (isByDoor || hasBeenThere) ? .broken : nil
        }
        guard place == pause.place, isThere || isByDoor else { return .departure }
        let isLong = silence >= Self.longestPause
        let isInside = isPhone(of: track, inside: pause.place, after: pause.began)
        if isThere {
            // They came, and that was known before they were heard.
            if let arrived = track.arrived, arrived > pause.began {
                return isLong ? .departure : nil
            }
            return isInside && !isLong ? .pause : nil
        }
        return isLong && !isInside ? .departure : nil
    }

    /// Whether a phone placed its user there a while after they fell silent.
    func isPhone(
        of track: UserTrack, inside place: ID<Place>, after moment: Timestamp
    ) -> Bool {
        track.devices.values.contains { phone in
            phone.standing == .inside(place)
                && phone.confirmed.map { $0.seconds(since: moment) > Self.shortestAbsence } ?? false
        }
    }

    private mutating func learn(_ pauses: [UserTrack.Pause], isDeparture: Bool) {
        for pause in pauses {
            learnSilences(in: pause.place) { memory in
                if isDeparture {
                    memory.learnDeparture(pause.onset)
                } else {
                    memory.learnPause(pause.onset, of: pause.ended.seconds(since: pause.began))
                }
            }
        }
    }

    /// Adds to what is known of silences in a place; begins anew with other nodes.
    mutating func learnSilences(
        in place: ID<Place>, _ lesson: (inout SilenceMemory) -> Void
    ) {
        guard household.places[place] != nil else { return }
        var memory = knownSilences(in: place) ?? SilenceMemory(nodes: listeners(in: place))
        lesson(&memory)
        silences[place] = memory
        effects.append(.changed(.silences(of: place), .soon))
    }

    /// Whether the nodes that last heard somebody went on listening.
    func wasListened(to rooms: RoomEstimator, in place: ID<Place>) -> Bool {
        rooms.hearings.contains { hearing in
            guard let last = rooms.lastHeard,
                last.seconds(since: hearing.lastHeard) < Self.recently,
                let node = nodeViews[hearing.node], node.spot.place == place
            else { return false }
            return node.isHealthy && node.listeningSince <= hearing.lastHeard
        }
    }
}
