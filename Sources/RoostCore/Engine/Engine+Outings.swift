import OrderedCollections

/// Who went out with their things, and left behind what usually tells of them.
///
/// A phone that lies on the table does not outvote the keys and the wallet that went out by the door.
extension Engine {
    /// One thing may be in other hands.
    private static let fewest = 2
    /// Who is only in front of the house is back by then, in seconds; what went earlier is not asked.
    private static let patience = 60.0..<300.0
    /// What had not stirred for so long before the things went was in nobody's hand, in seconds.
    private static let lying = 30.0

    /// The user's things may have gone out with them, or have come back.
    mutating func noteOuting(of user: User) {
        if let outing = users[user.id]?.outing {
            let isRefuted = isStirred(user, in: outing)
            guard isRefuted || isOver(outing, of: user) else { return }
            users[user.id]?.outing = nil
            guard isRefuted else { return }
            for thing in outing.things { learnBelonging(of: thing) { $0.noteWithout() } }
            return
        }
        guard let place = users[user.id]?.settled.place else { return }
        let silent = household.items(of: user.id).compactMap { item -> BeaconID? in
            guard item.kind != .pet, let thing = items[item.id], !thing.isHeard,
                thing.spot?.place == place,
                users[user.id]?.belongings?[item.id]?.tellsOfOwner ?? false
            else { return nil }
            return item.beacon
        }
        guard silent.count >= Self.fewest, let rooms = latest(of: silent),
            let last = rooms.lastHeard
        else { return }
        let age = now.seconds(since: last)
        guard age < Self.patience.upperBound else { return }
        guard age >= Self.patience.lowerBound else {
            return schedule(.user(user.id), at: last.advanced(bySeconds: Self.patience.lowerBound))
        }
        let gone = silent.filter { wasCarried($0, in: place, until: last) }
        let silences = gone.compactMap(silence(of:))
        guard gone.count >= Self.fewest, silences.count == gone.count,
            isHeardOf(place, since: last),
            ExitBelief.isCertain(
                ExitBelief.probability(silences, with: []),
                weight: weight(ofDoorsOf: place, silent: rooms)),
            let lying = lying(of: user, in: place, since: last)
        else { return }
        leave(gone)
        users[user.id]?.outing = UserTrack.Outing(
            place: place, since: last, things: gone, lying: lying)
    }

    /// What is heard of the user, where all that tells of them lies in a place as it lay before; else `nil`.
    private func lying(
        of user: User, in place: ID<Place>, since moment: Timestamp
    ) -> [UserTrack.Outing.Lying]? {
        let phones = (users[user.id]?.devices.values ?? [:].values).filter { $0.last != nil }
        guard
            phones.allSatisfy({
                $0.standing == .inside(place) && $0.movedAt.map { $0 < moment } ?? true
                    && $0.strayedAt == nil
            })
        else { return nil }
        let heard = user.beacons.filter { audibility(of: $0) != .absent }
        let lying = heard.compactMap { beacon -> UserTrack.Outing.Lying? in
            guard let rooms = beacons[beacon]?.rooms, let spot = rooms.current,
                spot.place == place,
                rooms.rest(at: now) > now.seconds(since: moment) + Self.lying
            else { return nil }
            return UserTrack.Outing.Lying(beacon: beacon, room: spot.room)
        }
        let isAll = lying.count == heard.count && lying.count + phones.count > 0
        return isAll ? lying : nil
    }

    /// Where a beacon of the user is heard.
    private func heardSpots(of user: User) -> [(beacon: BeaconID, spot: RoomEstimator.Spot)] {
        user.beacons.compactMap { beacon in
            guard audibility(of: beacon) == .heard, let spot = beacons[beacon]?.rooms.current
            else { return nil }
            return (beacon, spot)
        }
    }

    /// Whether what lay there was carried to another room: somebody else had the things.
    private func isStirred(_ user: User, in outing: UserTrack.Outing) -> Bool {
        heardSpots(of: user).contains { heard in
            heard.spot.place == outing.place
                && outing.lying.contains {
                    $0.beacon == heard.beacon && $0.room != heard.spot.room
                }
        }
    }

    /// Whether something tells of the user again.
    private func isOver(_ outing: UserTrack.Outing, of user: User) -> Bool {
        let isHeardAgain = heardSpots(of: user).contains { heard in
            heard.spot.place != outing.place
                || !outing.lying.contains { $0.beacon == heard.beacon }
        }
        let isPhoneElsewhere = (users[user.id]?.devices.values ?? [:].values).contains { phone in
            switch phone.standing {
            case .unknown: false
            case .outside: true
            case .inside(let place): place != outing.place
            }
        }
        return isHeardAgain || isPhoneElsewhere || household.places[outing.place] == nil
            || outing.things.contains { thing in
                owner(of: thing) != user.id
                    || audibility(of: thing) == .heard
                        && beacons[thing]?.rooms.current?.place == outing.place
            }
    }

    private func audibility(of beacon: BeaconID) -> RoomEstimator.Audibility {
        beacons[beacon]?.rooms.audibility(
            at: now, nodes: nodes.views(at: now), settings: settings)?.state ?? .absent
    }

    // MARK: Telling

    /// What lies where its owner left it as they went out with their things.
    func evidence(ofLyingBeaconsOf user: User) -> [Evidence] {
        guard let outing = users[user.id]?.outing else { return [] }
        return outing.lying.map { lying in
            let whereabouts = placeName(outing.place, room: lying.room) ?? outing.place.rawValue
            return Evidence(
                .sighting, "\(lying.beacon) lies in \(whereabouts)",
                at: beacons[lying.beacon]?.rooms.lastHeard ?? outing.since, place: outing.place,
                room: lying.room)
        }
    }

    // MARK: Learning

    /// A thing went along with its owner, or was lost where they are.
    mutating func learnBelonging(_ item: Item, from old: ItemTrack, to new: ItemTrack) {
        guard !new.isHeard, let owner = users[item.owner], let beacon = item.beacon else { return }
        if new.withOwner == .yes, old.withOwner != .yes, new.departure != nil, owner.outing == nil {
            learnBelonging(of: beacon) { $0.noteAlong() }
        }
        if new.isLost, !old.isLost, owner.settled.place == new.spot?.place {
            learnBelonging(of: beacon) { $0.noteWithout() }
        }
    }

    private mutating func learnBelonging(
        of thing: BeaconID, _ learn: (inout Belonging) -> Void
    ) {
        guard case .item(let id)? = household.bearers[thing],
            let owner = household.items[id]?.owner
        else { return }
        var belongings = users[owner]?.belongings ?? [:]
        learn(&belongings[id, default: Belonging()])
        users[owner]?.belongings = belongings
    }

    /// Whose thing bears a beacon.
    func owner(of thing: BeaconID) -> ID<User>? {
        guard case .item(let id)? = household.bearers[thing] else { return nil }
        return household.items[id]?.owner
    }
}
