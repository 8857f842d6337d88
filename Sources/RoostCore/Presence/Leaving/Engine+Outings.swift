import OrderedCollections

/// Tells who went out with their things, and left behind what usually tells of them.
///
/// A phone on the table does not outvote the keys and the wallet that went out by the door.
extension Engine {
    /// So many things must have gone: a single one may have been put away, or its battery be empty.
    private static let fewest = 2
    /// How long things must be silent before they tell of an outing, in seconds: by then, somebody
    /// who was only in front of the house is back.
    private static let patience = 60.0
    /// How long after that silence began an outing may be told, in seconds: by then, somebody who
    /// is inside has moved.
    private static let latest = 300.0
    /// How long before the things went a beacon that lies there has been in its room, in seconds.
    private static let lying = 30.0
    /// How long it has been at rest when last heard, in seconds, so as to be in nobody's hand.
    private static let still = 15.0
    /// The least probability that what falls silent as a door is opened is on its way out, in
    /// 0...1: a slow tag may not have been heard since it was taken up.
    private static let prior = 0.01
    /// What has been in another room for this long was carried there, in seconds.
    private static let carried = 30.0
    /// Somebody who left within this time of the things may have them, in seconds.
    private static let together = 120.0
    /// How long to wait for people known by phone only, in seconds.
    private static let patienceForPhones = 240.0

    /// The user's things may have gone out with them, or have come back.
    ///
    /// - Parameter isQuiet: Whether an edit of the household is the cause: that sends nobody out.
    mutating func noteOuting(of user: User, isQuiet: Bool) {
        if let outing = users[user.id]?.outing { return review(outing, of: user) }
        guard !isQuiet, let place = users[user.id]?.settled.place else { return }
        let silent = silentThings(of: user.id, in: place)
        for thing in silent {
            let age = now.seconds(since: thing.last)
            if age < Self.patience {
                schedule(.user(user.id), at: thing.last.advanced(bySeconds: Self.patience))
            } else if age < Self.latest {
                if begin(with: thing, among: silent, of: user, in: place) { return }
                let next = age < Self.patienceForPhones ? Self.patienceForPhones : Self.latest
                schedule(.user(user.id), at: thing.last.advanced(bySeconds: next))
            } else if age < 2 * Self.latest, beacons[thing.beacon]?.rooms.wentOut ?? false,
                isAbout(user, in: place, since: thing.last)
            {
                learn(thing.item, of: user.id, goneWith: .others, until: thing.last)
            }
        }
    }

    private struct SilentThing {
        var item: ID<Item>
        var beacon: BeaconID
        /// When it was last heard.
        var last: Timestamp
        var belonging: Belonging
    }

    /// The things that went along with their owner before and are no longer heard in a place.
    private func silentThings(of owner: ID<User>, in place: ID<Place>) -> [SilentThing] {
        guard let belongings = users[owner]?.belongings else { return [] }
        return belongings.inOrder.compactMap { id, belonging in
            guard let item = household.items[id], item.owner == owner, item.kind != .pet,
                let beacon = item.beacon, let track = items[id], !track.isHeard,
                track.spot?.place == place, let last = beacons[beacon]?.rooms.lastHeard
            else { return nil }
            return SilentThing(
                item: id, beacon: beacon, last: last, belonging: belonging)
        }
    }

    /// Begins an outing if things went out together, or one by a door that was opened, and all else
    /// that tells of their owner lies there or is silent.
    private mutating func begin(
        with thing: SilentThing, among silent: [SilentThing], of user: User, in place: ID<Place>
    ) -> Bool {
        let things = silent.filter {
            $0.belonging.tellsOfOwner && mayBeOut($0.beacon, of: place, since: thing.last)
        }
        guard !things.isEmpty, let rooms = beacons[thing.beacon]?.rooms,
            isHeardOf(place, since: thing.last),
            let lying = lying(of: user, in: place, since: thing.last)
        else { return false }
        let doors = word(ofDoorsOf: place, silent: rooms)
        let mayBeTaken = mayHaveLeft(place, otherThan: user.id, at: thing.last)
        // Fixes alone cannot tell whether a phone is carried about in the house.
        let mustBeTheirs = mayBeTaken || lying.isEmpty
        let gone = things.filter { !mustBeTheirs || $0.belonging.isNobodyElses }.map(\.beacon)
        let silences = gone.compactMap(silence(of:))
        // What goes out by an opened door is in somebody's hands: theirs, if nothing shows them in.
        let fewest = doors == .moved && !mayBeTaken && lying.isEmpty ? 1 : Self.fewest
        guard gone.count >= fewest, !silences.isEmpty,
            ExitBelief.isCertain(
                ExitBelief.probability(of: silences, atLeast: doors == .moved ? Self.prior : 0),
                weight: doors.weight)
        else { return false }
        leave(gone)
        users[user.id]?.outing = UserTrack.Outing(
            place: place, since: thing.last, things: gone, lying: lying)
        return true
    }

    /// Whether somebody else left the place at that time, or may have, and so may have the things.
    private func mayHaveLeft(
        _ place: ID<Place>, otherThan user: ID<User>, at moment: Timestamp
    ) -> Bool {
        users.contains { id, track in
            guard id != user else { return false }
            let heard = lastHeard(household.users[id]?.beacons ?? [], in: place)
            let isHeardLast = heard.map { abs($0.seconds(since: moment)) < Self.together } ?? false
            guard track.settled.place == place else {
                return isHeardLast
                    || track.devices.values.contains { $0.left(place, near: moment, Self.together) }
            }
            // They are silent too, or their phone may tell later.
            return heard.map { $0 <= moment && isHeardLast }
                ?? (now.seconds(since: moment) < Self.patienceForPhones)
        }
    }

    /// The user's beacons that are heard, if all that tells of the user lies in a place as before
    /// the things went, or only a phone says that they are there; otherwise `nil`.
    private func lying(
        of user: User, in place: ID<Place>, since moment: Timestamp
    ) -> [UserTrack.Outing.Lying]? {
        guard let track = users[user.id] else { return nil }
        // A phone known to lie elsewhere, or silent for long, tells nothing now.
        let phones = track.devices.filter { name, phone in
            track.apart?[name] == nil
                && phone.confirmed.map { now.seconds(since: $0) < settings.unknownAfterInside }
                    ?? false
        }
        guard
            phones.values.allSatisfy({
                $0.standing == .inside(place) && $0.strayedAt == nil
                    && $0.movedAt.map { $0 < moment } ?? true
            })
        else { return nil }
        var lying: [UserTrack.Outing.Lying] = []
        for beacon in user.beacons where track.stayed?[beacon.rawValue] == nil {
            guard let rooms = beacons[beacon]?.rooms, let spot = rooms.current,
                let last = rooms.lastHeard
            else { continue }
            switch audibility(of: beacon) {
            // A beacon that fell silent at that time went with the things, or nobody can tell.
            case .absent where moment.seconds(since: last) > Self.latest: continue
            case .heard where spot.place == place && last > moment: break
            default: return nil
            }
            // Somebody passing may disturb what is heard of it; a carried beacon changes rooms.
            let rest = rooms.rest(at: last)
            let wasThere = rooms.roomSince.map { moment.seconds(since: $0) > Self.lying } ?? false
            guard wasThere && rest > Self.still || rest > RoomEstimator.atRest else { return nil }
            lying.append(UserTrack.Outing.Lying(beacon: beacon, room: spot.room))
        }
        return lying.isEmpty && phones.isEmpty ? nil : lying
    }

    /// Whether a beacon of the user is heard in the place, and was carried to another room since.
    private func isAbout(_ user: User, in place: ID<Place>, since moment: Timestamp) -> Bool {
        user.beacons.contains { beacon in
            isHeard(beacon, in: place)
                && beacons[beacon]?.rooms.roomSince.map { $0 > moment } ?? false
        }
    }

    /// When any of these beacons that are in a place, or were last, was heard.
    func lastHeard(_ all: [BeaconID], in place: ID<Place>) -> Timestamp? {
        all.compactMap { beacons[$0]?.rooms }.filter { $0.current?.place == place }
            .compactMap(\.lastHeard).max()
    }

    private func isHeard(_ beacon: BeaconID, in place: ID<Place>) -> Bool {
        audibility(of: beacon) == .heard && beacons[beacon]?.rooms.current?.place == place
    }

    // MARK: The end

    private mutating func review(_ outing: UserTrack.Outing, of user: User) {
        // Beacons lying at home tell nothing while the things are known to be elsewhere.
        let isFollowed = outing.things.contains {
            beacons[$0]?.rooms.current.map { $0.place != outing.place } ?? false
        }
        if !isFollowed, isRefuted(outing) {
            users[user.id]?.outing = nil
            for item in household.items(of: user.id) {
                guard let beacon = item.beacon, outing.things.contains(beacon),
                    let last = beacons[beacon]?.rooms.lastHeard
                else { continue }
                learn(item.id, of: user.id, goneWith: .others, until: last)
            }
        } else if isOver(outing, of: user, isFollowed: isFollowed) {
            users[user.id]?.outing = nil
        }
    }

    /// Whether a beacon that lay there was carried to another room: somebody else had the things.
    private func isRefuted(_ outing: UserTrack.Outing) -> Bool {
        outing.lying.contains { lying in
            guard isHeard(lying.beacon, in: outing.place),
                let rooms = beacons[lying.beacon]?.rooms, rooms.current?.room != lying.room,
                let moved = rooms.roomSince
            else { return false }
            return now.seconds(since: moved) >= Self.carried
        }
    }

    /// Whether something tells of the user again.
    private func isOver(_ outing: UserTrack.Outing, of user: User, isFollowed: Bool) -> Bool {
        let isBack = outing.things.contains { isHeard($0, in: outing.place) }
        let isHeardElsewhere = user.beacons.contains { beacon in
            guard audibility(of: beacon) == .heard else { return false }
            guard let place = beacons[beacon]?.rooms.current?.place, place == outing.place else {
                return users[user.id]?.stayed?[beacon.rawValue] == nil
            }
            return !isFollowed && !outing.lying.contains { $0.beacon == beacon }
        }
        guard let area = household.places[outing.place]?.area else { return true }
        let around = household.around(outing.place).filter { $0.isKnown(to: user.id) }.map(\.id)
        let isPhoneAway = devices(of: user.id).values.contains {
            $0.isProvenAway(from: outing.place, area, in: around, since: outing.since)
        }
        return isBack || isHeardElsewhere || isPhoneAway
    }

    /// A thing is now somebody else's, or nobody's: it no longer tells where its owner is.
    mutating func forgetThing(_ item: ID<Item>, _ beacon: BeaconID?, of owner: ID<User>) {
        guard users[owner]?.belongings?.removeValue(forKey: item) != nil else { return }
        effects.append(.changed(.user(owner), .soon))
        guard let beacon, users[owner]?.outing?.things.contains(beacon) ?? false else { return }
        users[owner]?.outing?.things.removeAll { $0 == beacon }
        guard users[owner]?.outing?.things.isEmpty ?? false else { return }
        users[owner]?.outing = nil
        reconsider(owner, isQuiet: true)
    }

    // MARK: Telling

    /// What lies where its owner left it when they went out with their things.
    func evidence(ofLyingBeaconsOf user: User) -> [Evidence] {
        guard let outing = users[user.id]?.outing else { return [] }
        return outing.lying.map { lying in
            let whereabouts = household.name(of: outing.place, room: lying.room)
            return Evidence(
                .sighting, "\(lying.beacon) lies in \(whereabouts)",
                at: beacons[lying.beacon]?.rooms.lastHeard ?? outing.since, place: outing.place,
                room: lying.room)
        }
    }

    // MARK: Learning

    /// A thing that fell silent as its owner left went along.
    mutating func learnAlong(_ item: Item, from old: ItemTrack, to new: ItemTrack) {
        guard new.isProvenAlong, !old.isProvenAlong, let departure = new.departure,
            let last = item.beacon.flatMap({ beacons[$0]?.rooms.lastHeard }),
            users[item.owner]?.outing == nil
        else { return }
        let isInCompany = mayHaveLeft(departure.place, otherThan: item.owner, at: last)
        learn(
            item.id, of: item.owner, goneWith: isInCompany ? .ownerAndOthers : .owner, until: last)
    }

    mutating func learn(
        _ item: ID<Item>, of owner: ID<User>, goneWith company: Belonging.Company,
        until last: Timestamp
    ) {
        guard users[owner] != nil else { return }
        var belongings = users[owner]?.belongings ?? [:]
        belongings[item, default: Belonging()].noteGoing(with: company, at: last)
        users[owner]?.belongings = belongings
    }
}

extension DeviceTrack {
    /// Whether the device left a place within this many seconds of a moment, by its fixes.
    fileprivate func left(_ place: ID<Place>, near moment: Timestamp, _ seconds: Double) -> Bool {
        guard let left, left.place == place, let verdict else { return false }
        return left.lastInside.seconds(since: moment) < seconds
            && moment.seconds(since: verdict.time) < seconds
    }
}
