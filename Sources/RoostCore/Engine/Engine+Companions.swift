import OrderedCollections

/// What somebody carries is a witness of where they are, when their own beacons and phones lie elsewhere or
/// say nothing any more.
extension Engine {
    /// What fell silent, or came, within this of each other did so together, in seconds.
    private static let leavingTogether = 20.0
    private static let comingTogether = 300.0
    /// One thing may be in other hands.
    private static let fewest = 2
    /// What stirred within this before it fell silent was carried, and what did not stir for so long before
    /// that was not, in seconds.
    private static let rest = 60.0
    /// For so long it is looked whether things fell silent, in seconds.
    private static let patience = 120.0
    /// A phone that said nothing for so long tells no more, in seconds; one whose battery was empty sooner.
    private static let phoneSilence = 3600.0
    private static let emptyPhoneSilence = 300.0
    /// Per cent.
    private static let emptyBattery = 10

    mutating func noteCompanions(of user: User) {
        noteThingsGone(of: user)
        noteThingsCome(of: user)
    }

    // MARK: Out without the phone

    /// Two or more things that were on their way fell silent at a door, while what their owner wears, or
    /// the phone that they have forgotten, lies where it lay.
    private mutating func noteThingsGone(of user: User) {
        guard var track = users[user.id] else { return }
        if let gone = track.thingsGone {
            guard !holds(gone, for: user) else { return }
            track.thingsGone = nil
            users[user.id] = track
            return
        }
        guard let place = track.settled.place else { return }
        let views = nodes.views(at: now)
        let own = user.beacons.compactMap { beacons[$0]?.rooms }.filter { rooms in
            rooms.current?.place == place
                && rooms.audibility(at: now, nodes: views, settings: settings)?.state == .heard
        }
        let things = household.items(of: user.id).compactMap { item in
            item.beacon.flatMap { beacon in beacons[beacon].map { (beacon, $0.rooms) } }
        }.filter { wasCarriedOff($0.1, from: place) }
        guard !own.isEmpty, let last = things.compactMap(\.1.lastHeard).max() else { return }
        let company = things.filter { thing in
            thing.1.lastHeard.map { last.seconds(since: $0) < Self.leavingTogether } ?? false
        }
        let lying = now.seconds(since: last) + Self.rest
        guard company.count >= Self.fewest, own.allSatisfy({ $0.rest(at: now) > lying }),
            company.allSatisfy(\.1.wentOut)
                || ExitBelief.areOut(company.compactMap { $0.1.silence(at: now) })
        else { return }
        track.thingsGone = UserTrack.ThingsGone(
            place: place, time: last, things: company.map(\.0),
            rooms: own.compactMap(\.current?.room))
        users[user.id] = track
    }

    private func wasCarriedOff(_ rooms: RoomEstimator, from place: ID<Place>) -> Bool {
        guard rooms.current?.place == place, let last = rooms.lastHeard,
            case let age = now.seconds(since: last),
            age > RoomEstimator.doorSilence, age < Self.patience, rooms.rest(at: last) < Self.rest
        else { return false }
        if rooms.isGone { return rooms.wentOut }
        let state = rooms.audibility(at: now, nodes: nodes.views(at: now), settings: settings)?
            .state
        if case .frozen = state { return false }
        return true
    }

    /// Until one of the things is heard again, or what was left behind is taken away or up.
    private func holds(_ gone: UserTrack.ThingsGone, for user: User) -> Bool {
        let isBack = gone.things.contains { beacon in
            guard let rooms = beacons[beacon]?.rooms, let last = rooms.lastHeard else {
                return true
            }
            return last > gone.time.advanced(bySeconds: RoomEstimator.doorSilence) && !rooms.isGone
        }
        let own = user.beacons.compactMap { beacons[$0]?.rooms }.filter { !$0.isGone }
        let isLying = own.allSatisfy { rooms in
            rooms.current?.place == gone.place
                && rooms.current?.room.map(gone.rooms.contains) ?? true
        }
        let phone = users[user.id].flatMap {
            Fusion(user: user, track: $0, radio: [], settings: settings).decidingDevice?.track
        }
        let isElsewhere =
            phone.map { $0.standing != .inside(gone.place) && $0.standing != .unknown } ?? false
        return !isBack && isLying && !own.isEmpty && !isElsewhere
    }

    // MARK: Home with an empty phone

    /// Things that were along come to a place, and the phone has said nothing for long.
    private mutating func noteThingsCome(of user: User) {
        guard var track = users[user.id] else { return }
        let views = nodes.views(at: now)
        let isHeard = user.beacons.contains {
            beacons[$0]?.rooms.audibility(at: now, nodes: views, settings: settings)?.state
                == .heard
        }
        let phone = track.devices.values.max {
            ($0.last?.time ?? .distantPast) < ($1.last?.time ?? .distantPast)
        }
        if let come = track.thingsCome {
            guard isHeard || phone?.last.map({ $0.time > come.time }) ?? false else { return }
            track.thingsCome = nil
            users[user.id] = track
            return
        }
        guard !isHeard, let phone, let last = phone.last?.time else { return }
        let isEmpty = (phone.battery ?? 100) <= Self.emptyBattery
        let silence = isEmpty ? Self.emptyPhoneSilence : Self.phoneSilence
        let came = household.items(of: user.id).compactMap { item -> (BeaconID, Timestamp)? in
            guard let beacon = item.beacon, let thing = items[item.id], thing.isHeard,
                thing.withOwner == .yes, thing.spot?.place != track.settled.place,
                let time = thing.heardSince, time.seconds(since: last) > silence,
                now.seconds(since: time) < Self.comingTogether
            else { return nil }
            return (beacon, time)
        }
        guard came.count >= (isEmpty ? 1 : Self.fewest), let first = came.map(\.1).min() else {
            return
        }
        track.thingsCome = UserTrack.ThingsCome(time: first, things: came.map(\.0))
        users[user.id] = track
    }
}
