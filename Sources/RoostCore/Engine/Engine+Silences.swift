import OrderedCollections

/// What becomes of silences, as it is learned.
extension Engine {
    /// Who is silent for less has not gone, in seconds.
    private static let shortestAbsence = 60.0
    /// Who is silent for longer has, unless something else tells, in seconds.
    private static let longestPause = 600.0
    /// Who is heard so long after a silence went nowhere then, in seconds.
    private static let settling = 120.0
    /// A node that heard somebody so shortly before they fell silent would hear them, in seconds.
    private static let recently = 2.0

    /// The one that was heard last.
    func latest(of ids: [BeaconID]) -> RoomEstimator? {
        ids.compactMap { beacons[$0]?.rooms }
            .max { ($0.lastHeard ?? .distantPast) < ($1.lastHeard ?? .distantPast) }
    }

    /// How it sounded; `nil` where other nodes listen than did until now.
    func onset(of rooms: RoomEstimator, in place: ID<Place>) -> SilenceOnset? {
        let listeners = listeners(in: place)
        guard let recent = rooms.recent, silences[place].map({ $0.nodes == listeners }) ?? true
        else { return nil }
        return SilenceOnset(
            recent, by: rooms.hearings.map(\.node), nodes: listeners,
            exits: nodes.exits(of: place).map(\.node)
        ) { nodeViews[$0]?.isHealthy ?? false }
    }

    /// How it sounded, and what is known of those before; `nil` of whoever was heard badly until then, as
    /// in a garden: their silence tells nothing.
    func learnedSilence(
        of rooms: RoomEstimator, in place: ID<Place>
    ) -> (memory: SilenceMemory, onset: SilenceOnset)? {
        guard let memory = silences[place], rooms.recent?.isPlain ?? false,
            let onset = onset(of: rooms, in: place)
        else { return nil }
        return (memory, onset)
    }

    /// The nodes of a place, in the order in which what was learned knows them.
    func listeners(in place: ID<Place>) -> [ID<Node>] {
        nodes.seats(in: place).map(\.node)
    }

    /// Somebody is heard again after a silence: it may show what that was, and what others were.
    ///
    /// - Parameters:
    ///   - moment: When they were heard.
    ///   - node: By which node.
    mutating func learnSilence(of id: ID<User>, until moment: Timestamp, by node: ID<Node>) {
        guard let user = household.users[id],
            // Another of their beacons may have been heard all the while.
            let rooms = latest(of: user.beacons), rooms.isSilent(at: moment),
            let track = users[id],
            // What lies where its owner left it is silent for reasons of its own.
            track.outing == nil,
            let last = rooms.lastHeard, let place = rooms.current?.place,
            let recent = rooms.recent, wasListened(to: rooms, in: place)
        else { return }
        if silences[place].map({ $0.nodes != listeners(in: place) }) ?? false {
            silences[place] = nil
        }
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

    /// A silence that was broken by weak readings is over once somebody was heard plainly or for a while.
    private mutating func endBroken(
        of id: ID<User>, at last: Timestamp, _ recent: RecentReadings
    ) {
        guard let broken = users[id]?.broken, let began = broken.first?.began,
            let ended = broken.last?.ended,
            last.seconds(since: ended) >= RoomEstimator.lingering || recent.isPlain(since: ended)
        else { return }
        // Who was in front of the door for long was perhaps out; away from it they were not.
        let isShort = ended.seconds(since: began) < Self.shortestAbsence
        users[id]?.pauses += broken.filter { isShort || !$0.isAtExit }
        users[id]?.broken = []
    }

    /// Whoever was heard long after a silence had gone nowhere.
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

    /// What a silence that is over was, as far as is known; `nil` where nobody can tell.
    private func meaning(
        of pause: UserTrack.Pause, of id: ID<User>, _ rooms: RoomEstimator,
        heardIn place: ID<Place>?
    ) -> Meaning? {
        guard let track = users[id] else { return nil }
        let silence = pause.ended.seconds(since: pause.began)
        let isByDoor = track.belief?.rule == Fusion.doorHeardLast
        let isThere = track.settled.place == pause.place
        if silence < Self.shortestAbsence {
            // Who comes home is heard badly at first.
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

    /// Whether a phone said so, a while after its user fell silent.
    func isPhone(
        of track: UserTrack, inside place: ID<Place>, after moment: Timestamp
    ) -> Bool {
        track.devices.values.contains { phone in
            phone.standing == .inside(place)
                && phone.last.map { $0.time.seconds(since: moment) > Self.shortestAbsence } ?? false
        }
    }

    private mutating func learn(_ pauses: [UserTrack.Pause], isDeparture: Bool) {
        for pause in pauses {
            var memory =
                silences[pause.place] ?? SilenceMemory(nodes: listeners(in: pause.place))
            // A node came or went since.
            guard pause.onset.width == memory.nodes.count else { continue }
            if isDeparture {
                memory.learnDeparture(pause.onset)
            } else {
                memory.learnPause(pause.onset, of: pause.ended.seconds(since: pause.began))
            }
            silences[pause.place] = memory
            effects.append(.changed(.silences(of: pause.place), .soon))
        }
    }

    /// Whether the nodes that heard somebody last went on listening.
    private func wasListened(to rooms: RoomEstimator, in place: ID<Place>) -> Bool {
        rooms.hearings.contains { hearing in
            guard let last = rooms.lastHeard,
                last.seconds(since: hearing.lastHeard) < Self.recently,
                let node = nodeViews[hearing.node], node.spot.place == place
            else { return false }
            return node.isHealthy && node.listeningSince <= hearing.lastHeard
        }
    }
}
