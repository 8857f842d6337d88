import OrderedCollections

/// The report on a user: where they are, how certain and how old that is, and its evidence.
public struct PresenceView: Hashable, Sendable {
    public var user: ID<User>
    public var name: String
    public var hand: Hand
    public var place: ID<Place>?
    public var placeName: String?
    /// The places that this place lies in, the smallest first.
    public var around: [Place]
    /// Whether the place, or one around it, is called home: if any that all may be seen in is, one
    /// of those.
    public var isAtHome: Bool
    public var room: ID<Room>?
    public var roomName: String?
    public var activity: Activity?
    /// 0...1.
    public var confidence: Double
    /// Since when all of that holds, the room too.
    public var since: Timestamp?
    /// Since when it holds of their place, or of being out of all or unknown.
    public var handSince: Timestamp?
    public var sources: [Belief.Source]
    public var heading: Heading?
    /// Per cent, of the deciding device.
    public var battery: Int?
    /// The newest observation behind it.
    public var updated: Timestamp?
    /// Metres in the place's own frame, x and y, if its nodes have positions.
    public var position: [Double]?
}

/// The best position of a user, for those who may know it.
public struct LocationView: Hashable, Sendable {
    public var user: ID<User>
    /// `nil` if beacons show where the user is, and their phone is elsewhere or never spoke.
    public var device: Device?
    public var fix: Fix
}

extension Engine {
    public func presence(of id: ID<User>) -> PresenceView? {
        guard let user = household.users[id] else { return nil }
        let track = users[id] ?? UserTrack()
        let phone = track.decidingDevice?.track
        let spot = track.belief?.whereabouts.spot
        let place = spot.flatMap { household.places[$0.place] }
        let around = spot.map { household.around($0.place, for: id) } ?? []
        return PresenceView(
            user: id, name: user.name, hand: hand(of: track.belief), place: spot?.place,
            placeName: place?.name,
            around: around,
            isAtHome: isHome([place].compactMap { $0 } + around),
            room: spot?.room,
            roomName: spot?.room.flatMap { place?.roomName($0) },
            // By beacons alone: what the phone does is how they came, or is done elsewhere.
            activity: track.belief?.isByBeaconsAlone == true ? nil : phone?.activity(at: now),
            confidence: track.belief?.confidence ?? 0,
            since: track.since, handSince: track.handSince ?? track.since,
            sources: track.belief?.sources ?? [],
            heading: track.belief?.whereabouts == .outside
                ? phone?.heading(among: household.places(knownTo: id), at: now) : nil,
            battery: phone?.battery,
            // A room that fell silent shows the place until then, also if the phone spoke earlier.
            updated: track.belief.map { max($0.evidenceTime, track.since ?? $0.evidenceTime) },
            position: position(of: id))
    }

    private func isHome(_ places: [Place]) -> Bool {
        let homes = places.filter(\.isCalledHome)
        return homes.contains(where: \.isShared)
            || !homes.isEmpty && !household.sharedPlaces.contains(where: \.isCalledHome)
    }

    /// The best recent fix of the deciding device; if beacons show its user to be elsewhere, or
    /// showed it last, or there is no device, the middle of that place.
    public func location(of id: ID<User>) -> LocationView? {
        let phone = phoneFix(of: id)
        guard let place = placeByBeacons(of: id), let center = place.area.center,
            let belief = users[id]?.belief,
            phone.map({ place.area.signedDistance(to: $0.fix.coordinate) > $0.fix.reach })
                ?? !belief.isMereLeaving
        else { return phone.map { LocationView(user: id, device: $0.device, fix: $0.fix) } }
        // A new time is news for all friends, even if the position is the same.
        let time = belief.evidenceTime.floor(seconds: Self.pageOfTime)
        let there = Fix(
            coordinate: center, accuracy: place.area.extent,
            time: max(time, users[id]?.since ?? time))
        return LocationView(user: id, device: nil, fix: there)
    }

    /// How often the position of somebody who stays where they are is renewed, in seconds.
    private static let pageOfTime: Int64 = 600

    /// The place in which beacons alone show a user, or showed them while their phone lies
    /// elsewhere.
    private func placeByBeacons(of id: ID<User>) -> Place? {
        guard let track = users[id], let belief = track.belief else { return nil }
        let isByBeacons = belief.isByBeaconsAlone
        switch belief.whereabouts {
        // Just outside the place that they left.
        case .at where belief.isMereLeaving, .outside where belief.isMereLeaving:
            return track.left.flatMap { household.places[$0.place] }
        case .at(let spot): return isByBeacons ? household.places[spot.place] : nil
        case .outside: return nil
        case .unknown, .offline:
            guard let phone = track.decidingDevice, track.isApart(phone) else { return nil }
            return track.settled.place.flatMap { household.places[$0] }
        }
    }

    /// The best recent fix of the deciding device.
    func phoneFix(of id: ID<User>) -> (device: Device, fix: Fix)? {
        guard let (device, phone) = users[id]?.decidingDevice, let fix = phone.position else {
            return nil
        }
        return (device, fix)
    }

    private func hand(of belief: Belief?) -> Hand {
        switch belief?.whereabouts {
        case .at(let spot):
            guard let place = household.places[spot.place] else { return .unknown }
            return Hand(in: place)
        case .outside: return .travelling
        case .unknown, nil: return .unknown
        case .offline: return .offline
        }
    }

    /// The position of the beacon that shows where they are.
    private func position(of user: ID<User>) -> [Double]? {
        users[user]?.belief?.beacon.flatMap { beacons[$0] }
            .flatMap { $0.rooms.position(at: now, nodes: nodes, power: $0.power) }
            .map { [$0.x, $0.y] }
    }
}
