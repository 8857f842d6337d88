import OrderedCollections

/// What people carry shows where they are once their phone is silent.
extension Engine {
    /// Things that came within this time of each other came together, in seconds.
    private static let together = 300.0
    /// So many things must have come: a single one may be in other hands.
    private static let fewest = 2
    /// After this long a silent phone tells nothing more, in seconds.
    private static let phoneSilence = 3600.0
    /// The same of one whose battery was almost empty.
    private static let emptyPhoneSilence = 300.0
    /// For how long a phone under way must say nothing after they came, in seconds.
    private static let phonePause = 90.0
    /// Nobody comes home faster than this, in metres per second.
    private static let fastest = 50.0
    /// A battery with no more than this is almost empty, in per cent.
    private static let emptyBattery = 3

    /// Things that were with the user come to a place after the phone has been silent for long, or
    /// was on the way and says nothing more.
    mutating func noteCompanions(of user: User) {
        guard var track = users[user.id] else { return }
        let isHeard = user.beacons.contains { audibility(of: $0) == .heard }
        let phone = track.devices.max {
            ($0.value.heardLast ?? .distantPast, $0.key)
                < ($1.value.heardLast ?? .distantPast, $1.key)
        }?.value
        if let came = track.companions {
            guard isHeard || phone?.last.map({ $0.time > came.time }) ?? false else { return }
            track.companions = nil
            users[user.id] = track
            return
        }
        guard !isHeard, let phone, let last = phone.heardLast else { return }
        let isEmpty = (phone.battery ?? 100) <= Self.emptyBattery
        let silence = isEmpty ? Self.emptyPhoneSilence : Self.phoneSilence
        // Most people sit somewhere with a phone that speaks.
        guard now.seconds(since: last) > silence || phone.standing == .outside else { return }
        let came = household.itemIDs(of: user.id).compactMap {
            id -> (beacon: BeaconID, place: ID<Place>, time: Timestamp)? in
            guard let thing = items[id], thing.isHeard, thing.withOwner == .yes,
                let place = thing.spot?.place, place != track.settled.place,
                let time = thing.heardSince, now.seconds(since: time) < Self.together,
                let item = household.items[id], item.kind != .pet, let beacon = item.beacon,
                time.seconds(since: last) > silence || mayBring(phone, to: place, by: time)
            else { return nil }
            return (beacon, place, time)
        }
        guard let first = came.min(by: { ($0.time, $0.beacon) < ($1.time, $1.beacon) }) else {
            return
        }
        let there = came.filter { $0.place == first.place }.sorted { $0.beacon < $1.beacon }
        guard there.count >= (isEmpty ? 1 : Self.fewest),
            !hasOtherArrived(than: user.id, at: first.place)
        else { return }
        // A phone that has just spoken may do so again.
        let due = first.time.advanced(bySeconds: Self.phonePause)
        guard first.time.seconds(since: last) > silence || due <= now else {
            return schedule(.user(user.id), at: due)
        }
        track.companions = UserTrack.Companions(time: first.time, beacons: there.map(\.beacon))
        users[user.id] = track
    }

    /// Whether a phone that was last under way may have come to a place by a moment.
    private func mayBring(_ phone: DeviceTrack, to place: ID<Place>, by moment: Timestamp) -> Bool {
        guard phone.standing == .outside, let last = phone.position,
            let area = household.places[place]?.area,
            let activity = phone.activity(at: last.time), activity != .still,
            phone.heardLast.map({ $0 <= moment }) ?? false
        else { return false }
        let way = max(0, area.signedDistance(to: last.coordinate) - last.reach)
        let seconds = moment.seconds(since: last.time)
        return seconds > 0 && way <= Self.fastest * seconds
    }

    /// Whether somebody else just came there, who may have brought the things.
    private func hasOtherArrived(than user: ID<User>, at place: ID<Place>) -> Bool {
        users.contains { id, track in
            id != user && track.settled.place == place
                && track.arrived.map { now.seconds(since: $0) < Self.together } ?? false
        }
    }
}
