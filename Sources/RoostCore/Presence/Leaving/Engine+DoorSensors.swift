import OrderedCollections

/// Tells who went out by a door whose sensor reports when it is opened.
///
/// Somebody who stood beside it, and is far weaker at all nodes once it has shut, went out: their
/// tags are heard from the pavement for some seconds more, and silence alone would tell later.
extension Engine {
    /// Somebody going through a door is beside it at most this long before it opens, in seconds.
    static let approach = 10.0
    /// Somebody heard only since less than this before the opening may be coming in, in seconds.
    static let newcomer = 90.0
    /// Who comes in is louder beside the door than in front of it by more than this, in decibels.
    private static let threshold = 9.0
    /// The least that the shut door and some steps take from the level, in decibels.
    static let muffling = 16.0
    /// How long somebody must stay that much weaker after the door shut to be out, in seconds.
    private static let steps = 8.0
    /// How long after the door shut to look for who left, in seconds.
    private static let patience = 25.0
    /// Seconds between two such looks.
    private static let pace = 1.0
    /// How long after the door shut somebody who went out is some steps away, in seconds.
    static let firstSteps = 4.0
    /// The longest delay of a sensor's report, in seconds.
    private static let delay = 0.5
    /// A door not opened for this long may have a sensor with a flat battery, in seconds.
    private static let trust = 3 * 86_400.0
    /// Somebody going out falls silent within this time of the door's moving, in seconds.
    private static let passing = 12.0
    /// Below these odds of sounding like a way out, somebody is not out although a door fell shut.
    private static let leastOdds = 1.0 / 6
    /// How long before an arrival or departure is seen the door may have been passed, in seconds.
    private static let latest = 300.0

    /// The door at a node was opened or fell shut.
    mutating func hearDoorSensor(at node: ID<Node>, isOpen: Bool, isRetained: Bool) {
        guard let place = household.nodes[node]?.place else { return }
        guard !isRetained else {
            // The state is known, but not when it began.
            if nodes.doors[node]?.isOpen != isOpen {
                nodes.note(DoorTrack(isOpen: isOpen), at: node)
            }
            return
        }
        let before = nodes.doors[node] ?? DoorTrack(isOpen: false)
        var door = before
        door.report(isOpen: isOpen, at: now)
        if door.opened != before.opened { door.loudness = loudness(in: place) }
        nodes.note(door, at: node)
        if door.isOpen != before.isOpen { noteOpening(ofDoorAt: node, in: place) }
        guard door.shut != nil, door.shut != before.shut else { return }
        for id in household.users.keys.sorted() where users[id]?.settled.place == place {
            schedule(.user(id), at: now.advanced(bySeconds: Self.steps))
        }
    }

    /// How loud the things in a place, and in those within it, are.
    private func loudness(in place: ID<Place>) -> [BeaconID: Loudness] {
        household.items.values.reduce(into: [:]) { loudness, item in
            guard let thing = item.beacon, let rooms = beacons[thing]?.rooms, !rooms.isGone,
                let spot = rooms.current, household.isWithin(spot.place, place, for: item.owner),
                let best = rooms.loudness(at: now)
            else { return }
            loudness[thing] = Loudness(
                best: best, lying: rooms.lying(for: Self.lain, at: now, nodes: nodeViews),
                isAtExit: mayBeAtExit(rooms))
        }
    }

    // MARK: Who went

    /// A door that was opened and fell shut a moment ago.
    struct Passage {
        var node: ID<Node>
        var opened: Timestamp
        var shut: Timestamp
        /// How loud the things in the place were before.
        var loudness: [BeaconID: Loudness]
    }

    private func passages(in place: ID<Place>) -> [Passage] {
        guard !nodes.doors.isEmpty else { return [] }
        return nodes.exits(of: place).compactMap { node, door in
            guard let door, let opened = door.opened, let shut = door.shut,
                now.seconds(since: shut) < Self.patience
            else { return nil }
            return Passage(node: node, opened: opened, shut: shut, loudness: door.loudness)
        }
    }

    /// The door that just fell shut behind somebody who left; `nil` if no sensor tells.
    func lastPassage(in place: ID<Place>) -> Passage? {
        passages(in: place).max { $0.shut < $1.shut }
    }

    /// How loud the beacons of somebody who went out by a door that just fell shut can be heard
    /// from outside, in dBm; `nil` if they did not leave.
    mutating func passage(
        of user: User, with own: [BeaconID], in place: ID<Place>
    ) -> [BeaconID: Double]? {
        guard !own.isEmpty else { return nil }
        for passage in passages(in: place) {
            let due = passage.shut.advanced(bySeconds: Self.steps)
            guard due <= now else {
                schedule(.user(user.id), at: due)
                continue
            }
            let drops = own.compactMap { beacon in
                drop(of: beacon, at: passage).map { (beacon, $0) }
            }
            let isOut = drops.count == own.count && drops.allSatisfy(\.1.isEnough)
            if isOut, isHeardOf(place, since: passage.shut),
                !own.contains(where: { isGoingBack($0, from: passage, in: place) }),
                drops.allSatisfy({ soundsOut($0.0, in: place, fromDoorAt: $0.1.before) })
            {
                return drops.reduce(into: [:]) { levels, drop in levels[drop.0] = drop.1.limit }
            }
            schedule(.user(user.id), at: now.advanced(bySeconds: Self.pace))
        }
        return nil
    }

    /// Whether somebody who opened the door goes back in: a node there hears them louder than at it.
    private func isGoingBack(
        _ beacon: BeaconID, from passage: Passage, in place: ID<Place>
    ) -> Bool {
        let isShut = passage.shut.advanced(bySeconds: Self.delay)
        let waiting = passage.opened.advanced(bySeconds: -Self.approach)..<isShut
        return isFurtherIn(beacon, in: place, since: isShut, at: waiting)
    }

    /// Whether somebody sounds as if they may have gone out: another person may have opened the
    /// door, and somebody who then moves to another room gets weaker too.
    private func soundsOut(
        _ beacon: BeaconID, in place: ID<Place>, fromDoorAt level: Double
    ) -> Bool {
        guard let rooms = beacons[beacon]?.rooms, let recent = rooms.recent,
            let memory = knownSilences(in: place), memory.knowsWaysOut,
            let odds = memory.odds(of: sound(of: rooms, recent, in: place, fromDoorAt: level))
        else { return true }
        return odds > Self.leastOdds
    }

    /// How loud a beacon was beside a door until it fell shut, and at any node since, in dBm.
    private struct Drop {
        var before: Double
        /// `nil` if no node has heard it.
        var since: Double?

        /// Louder than this, it counts as inside.
        var limit: Double { before - Engine.muffling }
        /// An unheard beacon may still be as loud as the weakest that is heard.
        var isEnough: Bool { since ?? RoomSnapshot.sensitivity <= limit }
    }

    /// `nil` for a beacon that was not beside the door, or is coming in by it.
    private func drop(of beacon: BeaconID, at passage: Passage) -> Drop? {
        guard let rooms = beacons[beacon]?.rooms, let recent = rooms.recent,
            let number = rooms.hearings.firstIndex(where: { $0.node == passage.node })
        else { return nil }
        let isShut = passage.shut.advanced(bySeconds: Self.delay)
        // Somebody who had fallen silent earlier did not open the door.
        let opening = passage.opened.advanced(bySeconds: -lead(of: rooms))..<isShut
        guard recent.loudest(in: opening) != nil else { return nil }
        let before = passage.opened.advanced(bySeconds: -Self.approach)..<isShut
        guard let loudest = recent.loudest(in: before),
            let beside = recent.loudest(in: before, by: number),
            beside >= loudest - RecentReadings.beside
        else { return nil }
        let isNew =
            rooms.presentSince.map { passage.opened.seconds(since: $0) < Self.newcomer } ?? false
        if isNew {
            let waiting = passage.opened.advanced(bySeconds: -Self.approach)..<passage.opened
            guard let level = recent.loudest(in: waiting, by: number),
                level >= beside - Self.threshold
            else { return nil }
        }
        return Drop(before: beside, since: recent.loudest(in: isShut..<Timestamp.distantFuture))
    }

    /// How loud the beacons would have had to be for their bearer not to have left by a door.
    func soundsInside(
        of witnesses: [Fusion.RadioWitness], _ belief: Belief
    ) -> [Counterfactual] {
        guard belief.rule == .doorHeardLast else { return [] }
        return witnesses.filter { $0.wasAtExit && $0.audibility == .absent }.compactMap { witness in
            let place = witness.spot.place
            let drops = passages(in: place).compactMap { drop(of: witness.beacon, at: $0) }
            let passage = drops.first(where: \.isEnough).map { ($0.limit, was: $0.since) }
            guard let (limit, since) = passage ?? limit(ofFadingOf: witness) else { return nil }
            return Counterfactual(
                .sighting, of: witness.beacon.rawValue, place: place,
                limit: .above(limit, .dBm, was: since),
                names: .init(witness.name, in: placeName(place, room: nil)))
        }
    }

    // MARK: Who fell silent

    /// What the sensors of a place's doors say of a moment.
    enum DoorWord {
        /// A door was opened or fell shut.
        case moved
        /// There is none that can tell, or a door has long stood open.
        case nothing
        case shut

        /// How much likelier a silence that began then means a departure: whoever sounds as if
        /// outside while all doors are shut is in the garden.
        var weight: Double {
            switch self {
            case .moved: 5
            case .nothing: 1
            case .shut: 0
            }
        }
    }

    /// - Parameter lead: How long after the moment a door may have moved, in seconds.
    func word(
        ofDoorsOf place: ID<Place>, at moment: Timestamp, lead: Double = Self.passing
    ) -> DoorWord {
        guard let known = knownDoors(of: place) else { return .nothing }
        let passing = moment.advanced(bySeconds: -Self.passing)...moment.advanced(bySeconds: lead)
        if known.contains(where: { $0.moved(in: passing) }) { return .moved }
        return known.contains { $0.wasOpen(at: moment) } ? .nothing : .shut
    }

    /// The same of when a beacon fell silent: whoever opens a door is heard until then.
    func word(ofDoorsOf place: ID<Place>, silent rooms: RoomEstimator) -> DoorWord {
        guard let last = rooms.lastHeard else { return .nothing }
        return word(ofDoorsOf: place, at: last, lead: lead(of: rooms))
    }

    /// Whether a beacon was last heard on its way out, plainly at an exit, and no sensor says
    /// that the doors were shut.
    ///
    /// That is decided once, as its silence counts: later the doors move for others.
    func seemsOut(_ rooms: RoomEstimator) -> Bool {
        guard !rooms.isGone, rooms.wasHeardLastAtExit, let place = rooms.current?.place else {
            return rooms.wentOut
        }
        return word(ofDoorsOf: place, silent: rooms) != .shut && wasPlainAtExit(rooms, of: place)
    }

    /// How long before opening a door somebody may have been heard last, in seconds.
    private func lead(of rooms: RoomEstimator) -> Double {
        rooms.shortestInterval.map { 1 + 2 * $0 } ?? Self.passing
    }

    /// The doors of a place, or of one of its rooms; `nil` unless a trusted sensor reports on each.
    func knownDoors(of place: ID<Place>, in room: ID<Room>? = nil) -> [DoorTrack]? {
        guard !nodes.doors.isEmpty else { return nil }
        let doors = nodes.exits(of: place)
            .filter { room == nil || household.nodes[$0.node]?.room == room }.map(\.door)
        let known = doors.compactMap { $0 }.filter { door in
            !door.isDoubted && door.opened.map { now.seconds(since: $0) < Self.trust } ?? false
        }
        return known.isEmpty || known.count < doors.count ? nil : known
    }

    /// Somebody came to a place or left it: if no door was open since shortly before they were
    /// seen, its sensors are dead.
    mutating func doubtDoors(of place: ID<Place>, because step: Step, of user: User) {
        let exits = nodes.exits(of: place)
        guard exits.contains(where: { $0.door != nil }) else { return }
        guard let seen = step.isEntering ? step.time : lastHeard(user.beacons, in: place) else {
            return
        }
        let since = seen.advanced(bySeconds: -Self.latest)
        guard !exits.contains(where: { $0.door?.wasOpen(since: since) ?? false }) else { return }
        for (node, door) in exits {
            guard var door else { continue }
            door.doubt()
            nodes.note(door, at: node)
        }
    }
}
