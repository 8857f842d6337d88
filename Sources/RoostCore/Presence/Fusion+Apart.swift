/// What is away from its user: a beacon that stayed behind, a phone that was left, or all that
/// usually tells.
extension Fusion {
    /// Notes what is away from the user; the beacons among it tell nothing any more.
    mutating func setAside() {
        // Only what is heard, now or before, sets anything aside.
        guard !radio.isEmpty || !veiled.isEmpty || track.stayed != nil || track.apart != nil else {
            return
        }
        // What is apart does not tell which beacons stayed behind, nor do these tell what is apart.
        let all = radio
        radio = all.filter { track.stayed?[$0.beacon.rawValue] != $0.since }
        let apart = apart
        track.apart = apart.isEmpty ? nil : apart
        radio = all
        let stayed = stayed
        track.stayed = stayed.isEmpty ? nil : stayed
        radio.removeAll { stayed[$0.beacon.rawValue] != nil }
    }

    // MARK: Beacons that stayed

    /// The beacons that stay where they are heard while their user is elsewhere, each with the
    /// moment since which it has been there.
    ///
    /// Once proven, this holds until the phone is back or the beacon was away; to be silent is not
    /// to be away for one that lay there long after the phone had gone.
    private var stayed: [String: Timestamp] {
        // During an outing only the things are considered.
        if track.outing != nil { return track.stayed ?? [:] }
        let phone = decidingDevice
        var stayed: [String: Timestamp] = [:]
        for witness in radio {
            let name = witness.beacon.rawValue
            let known = track.stayed?[name]
            guard let phone, phone.track.standing != .inside(witness.spot.place),
                !isApart(phone),
                known.map({ $0 == witness.since || $0 == lay(witness, without: phone) }) ?? false
                    // A beacon that came after the phone's last verdict is with its user.
                    || phone.track.isProvenAway(
                        from: witness.spot.place, witness.area, in: witness.around,
                        since: witness.since)
                        && !isSeconded(witness, against: phone)
                        && !isCarried(witness, without: phone)
            else { continue }
            stayed[name] = witness.since
        }
        return stayed
    }

    /// Since when the beacon lay in its place before it fell silent, if the phone was elsewhere.
    private func lay(_ witness: RadioWitness, without phone: Phone) -> Timestamp? {
        guard let before = witness.before,
            let gone = phone.track.wasGone(from: witness.spot.place, in: witness.around)
        else { return nil }
        return before.lastHeard > gone ? before.since : nil
    }

    /// Whether the beacon stirs, and was carried to another room since the phone was elsewhere: it
    /// did not stay where its user left it.
    private func isCarried(_ witness: RadioWitness, without phone: Phone) -> Bool {
        guard let out = phone.track.elsewhere(than: witness.spot.place) else { return false }
        return witness.roomSince > out && witness.rest < Self.restless
    }

    /// Whether another device came to the beacon's place with the user, and is still there, while
    /// this one was elsewhere: what was not there does not prove that anybody left.
    private func isSeconded(_ witness: RadioWitness, against phone: Phone) -> Bool {
        guard let arrived = track.arrived, track.settled.place == witness.spot.place else {
            return false
        }
        if let left = phone.track.left, left.place == witness.spot.place, left.lastInside >= arrived
        {
            return false
        }
        return track.devices.values.contains { device in
            guard device.standing == .inside(witness.spot.place), let came = device.verdict?.time,
                let heard = device.heardLast
            else { return false }
            return abs(came.seconds(since: arrived)) <= Self.together
                && witness.lastHeard.seconds(since: heard) <= UserTrack.alive
        }
    }

    /// What comes to a place within this many seconds came together.
    static let together = 600.0

    // MARK: Phones that were left

    /// The user fell silent, or went out by a door, while their phone lay elsewhere: its word is
    /// not where they are.
    func goneWithout(_ phone: Phone, now: Timestamp) -> Belief? {
        guard isApart(phone), let latest, latest.audibility != .heard else { return nil }
        return fromSilence(now: now)
    }

    /// Whether the phone is known to lie elsewhere than its user was heard.
    func isApart(_ phone: Phone) -> Bool { track.isApart(phone) }

    /// The devices that lie elsewhere than their user was heard, each with the moment since which
    /// it has been there.
    ///
    /// Once proven, this holds until the device is moved, unless somebody else moves it: its user's
    /// beacons stir elsewhere.
    private var apart: [String: Timestamp] {
        var apart: [String: Timestamp] = [:]
        for (name, device) in track.devices {
            guard let since = device.verdict?.time else { continue }
            if track.apart?[name] != nil, isCarriedByOthers(device) {
                apart[name] = since
                continue
            }
            guard let place = device.standing.place,
                let last = device.last, let confirmed = device.confirmed, last.isMoving != true
            else { continue }
            let isProven = (radio + veiled).contains { witness in
                witness.audibility == .heard && witness.spot.place != place
                    // In a place around it, it may have come along without a word.
                    && (!witness.around.contains(place)
                        || confirmed.seconds(since: witness.since) > DeviceTrack.settled)
                    && !device.isPresumed && witness.since > since
                    && confirmed.seconds(since: witness.since) > Self.refutation
                    // What a queue tells late was not heard while the phone spoke.
                    && (!witness.isPast || witness.lastHeard > confirmed)
                    && last.isFar(from: witness.area)
            }
            if isProven || track.apart?[name] == since { apart[name] = since }
        }
        return apart
    }

    /// Whether somebody else moves the device: the user's beacons are heard where it is not, and
    /// none has come to it since it was left.
    ///
    /// What is worn stirs: a beacon that has stirred since the device set out is with its user. One
    /// that stirred shortly before counts too, for a while; then nobody knows.
    private func isCarriedByOthers(_ device: DeviceTrack) -> Bool {
        guard let since = device.verdict?.time, let last = device.last,
            device.standing != .unknown
        else { return false }
        let heard = (radio + veiled).filter { $0.audibility == .heard }
        let isFetched = heard.contains {
            device.standing == .inside($0.spot.place) && $0.since > since
        }
        guard !isFetched else { return false }
        let moment = heard.map(\.lastHeard).reduce(last.time, max)
        let way = moment.seconds(since: device.left?.lastInside ?? since)
        return heard.contains { witness in
            device.standing != .inside(witness.spot.place)
                && (witness.rest < way
                    || witness.rest < way + Self.restless && way < Self.doubtful)
        }
    }

    /// What somebody wears stirs within this many seconds.
    private static let restless = 1800.0
    /// After this many seconds without a stir, nobody knows who moves the device.
    private static let doubtful = 7200.0

    // MARK: Outings with things alone

    /// What usually tells of the user was left behind: only their things show where they are.
    func belief(during outing: UserTrack.Outing, at now: Timestamp) -> Belief? {
        if let heard = worn(of: nil, at: now) {
            return fromRadio(heard, phone: nil, rule: .heard, now: now)
        }
        if let frozen = frozen(at: now) {
            return fromRadio(frozen, phone: nil, rule: .nodeOffline, now: now)
        }
        if let latest, latest.spot.place != outing.place { return fromSilence(now: now) }
        let isKnown = now.seconds(since: outing.since) < settings.unknownAfterInside
        let out = radio.first { $0.spot.place == outing.place }?.beyond ?? .outside
        return Belief(
            whereabouts: isKnown ? out : .unknown, confidence: isKnown ? 0.7 : 0.5,
            sources: [.ble], rule: isKnown ? .thingsWentOut : .silent,
            evidenceTime: outing.since)
    }
}

extension DeviceTrack {
    /// Whether the device has gone so far from a place since a moment, and so steadily, that a
    /// beacon heard there from before is not with it.
    ///
    /// - Parameter around: The places around that one: to be in these is to be outside.
    func isProvenAway(
        from place: ID<Place>, _ area: Area, in around: [ID<Place>], since moment: Timestamp
    ) -> Bool {
        guard !isPresumed, let verdict, let last, last.isFine, last.isFar(from: area),
            let out = elsewhere(than: place), out > moment
        else { return false }
        if let other = standing.place, !around.contains(other) { return true }
        // Where it has been for a while, it is.
        if last.time.seconds(since: out) >= Self.settled { return true }
        let outside = trail.filter { $0.time >= out }
        guard let first = outside.first, outside.count >= 3 else { return false }
        return last.time.seconds(since: first.time) >= 120
            && first.coordinate.distance(to: last.coordinate) + verdict.margin >= 1000
    }

    /// From when on what is heard in a place was not with the device, which is elsewhere.
    fileprivate func wasGone(from place: ID<Place>, in around: [ID<Place>]) -> Timestamp? {
        guard let out = elsewhere(than: place) else { return nil }
        let isInOther = standing.place.map { !around.contains($0) } ?? false
        let since = isInOther ? out : out.advanced(bySeconds: Self.nearby)
        guard let left, left.place != place else { return since }
        return min(since, left.lastInside)
    }

    /// For how long after it was proven to be outside it may still be within hearing, in seconds.
    private static let nearby = 600.0
    /// How long no error lasts that puts a phone far away, in seconds.
    fileprivate static let settled = 600.0
}

extension Fix {
    /// Whether the fix is too far from a place to be an error.
    fileprivate func isFar(from area: Area) -> Bool {
        area.signedDistance(to: coordinate) >= 500 + 2 * reach
    }
}
