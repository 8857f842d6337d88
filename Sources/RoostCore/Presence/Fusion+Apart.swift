/// What is away from its user: a beacon that stayed behind, a phone that was left, or all that
/// usually tells.
extension Fusion {
    // MARK: Beacons that stayed

    /// The beacons that stay where they are heard while their user is elsewhere, each with the
    /// moment since which it has been there.
    ///
    /// Once proven, this holds until the phone is back or the beacon was away.
    var stayed: [String: Timestamp] {
        // During an outing only the things are considered.
        if track.outing != nil { return track.stayed ?? [:] }
        let phone = decidingDevice
        var stayed: [String: Timestamp] = [:]
        for witness in radio {
            let name = witness.beacon.rawValue
            let isKnown = track.stayed?[name] == witness.since
            guard let phone, phone.track.standing != .inside(witness.spot.place),
                isKnown
                    // A beacon that came after the phone's last verdict is with its user.
                    || phone.track.isProvenAway(
                        from: witness.spot.place, witness.area, since: witness.since)
            else { continue }
            stayed[name] = witness.since
        }
        return stayed
    }

    // MARK: Phones that were left

    /// The user fell silent, or went out by a door, while their phone lay elsewhere: its word is not
    /// where they are.
    func goneWithout(_ phone: Phone, now: Timestamp) -> Belief? {
        guard isApart(phone), let latest, latest.audibility != .heard else { return nil }
        return fromSilence(now: now)
    }

    /// Whether the phone is known to lie elsewhere than its user was heard.
    func isApart(_ phone: Phone) -> Bool {
        phone.track.verdict.map { track.apart?[phone.device.name] == $0.time } ?? false
    }

    /// The devices that lie elsewhere than their user was heard, each with the moment since which
    /// it has been there.
    ///
    /// Once proven, this holds until the device is moved.
    var apart: [String: Timestamp] {
        var apart: [String: Timestamp] = [:]
        for (name, device) in track.devices {
            guard case .inside(let place) = device.standing, let since = device.verdict?.time,
                let last = device.last, let confirmed = device.confirmed, last.isMoving != true
            else { continue }
            let isProven = radio.contains { witness in
                witness.audibility == .heard && witness.spot.place != place
                    && !device.isPresumed && witness.since > since
                    && confirmed.seconds(since: witness.since) > Self.refutation
                    && last.isFar(from: witness.area)
            }
            if isProven || track.apart?[name] == since { apart[name] = since }
        }
        return apart
    }

    // MARK: Outings with things alone

    /// What usually tells of the user was left behind: only their things show where they are.
    func belief(during outing: UserTrack.Outing, at now: Timestamp) -> Belief? {
        if let heard = worn(of: nil) {
            return fromRadio(heard, phone: nil, rule: .heard, now: now)
        }
        if let frozen = radio.first(where: { isFrozen($0, at: now) }) {
            return fromRadio(frozen, phone: nil, rule: .nodeOffline, now: now)
        }
        if let latest, latest.spot.place != outing.place { return fromSilence(now: now) }
        let isKnown = now.seconds(since: outing.since) < settings.unknownAfterInside
        return Belief(
            whereabouts: isKnown ? .outside : .unknown, confidence: isKnown ? 0.7 : 0.5,
            sources: [.ble], rule: isKnown ? .thingsWentOut : .silent, device: nil,
            evidenceTime: outing.since)
    }
}

extension DeviceTrack {
    /// Whether the device has gone so far from a place since a moment, and so steadily, that a
    /// beacon heard there from before is not with it.
    func isProvenAway(from place: ID<Place>, _ area: Area, since moment: Timestamp) -> Bool {
        guard standing != .unknown, standing != .inside(place), !isPresumed, let verdict, let last,
            last.isFine, verdict.time > moment
        else { return false }
        if case .inside = standing { return last.isFar(from: area) }
        let outside = trail.filter { $0.time >= verdict.time }
        guard let first = outside.first, outside.count >= 3 else { return false }
        return last.time.seconds(since: first.time) >= 120
            && first.coordinate.distance(to: last.coordinate) + verdict.margin >= 1000
    }
}

extension Fix {
    /// Whether the fix is too far from a place to be an error.
    fileprivate func isFar(from area: Area) -> Bool {
        area.signedDistance(to: coordinate) >= 500 + 2 * reach
    }
}
