/// What is elsewhere than its user: a beacon that stayed behind, a phone that was left, or all that usually tells.
extension Fusion {
    // MARK: Beacons that stayed

    /// The beacons that stay where they are heard while their user is elsewhere, each with the moment
    /// since which it is there.
    ///
    /// That is proven once, and holds until the phone is back or the beacon was away.
    var stayed: [String: Timestamp] {
        let phone = decidingDevice
        var stayed: [String: Timestamp] = [:]
        for witness in radio {
            let name = witness.beacon.rawValue
            let isKnown = track.stayed?[name] == witness.since
            guard let phone, phone.track.standing != .inside(witness.spot.place),
                isKnown || isProvenAway(phone, from: witness)
            else { continue }
            stayed[name] = witness.since
        }
        return stayed
    }

    /// Whether the phone went so far, and so steadily, that the beacon must have stayed behind.
    private func isProvenAway(_ phone: Phone, from witness: RadioWitness) -> Bool {
        guard says(phone, otherThan: witness), !phone.track.isPresumed,
            let verdict = phone.track.verdict, let last = phone.track.last, last.isFine,
            // What moved since the other settled is with its user.
            verdict.time > witness.since
        else { return false }
        if case .inside = phone.track.standing {
            return isFar(last, from: witness)
        }
        let outside = phone.track.trail.filter { $0.time >= verdict.time }
        guard let first = outside.first, outside.count >= 3 else { return false }
        return last.time.seconds(since: first.time) >= 120
            && first.coordinate.distance(to: last.coordinate) + verdict.margin >= 1000
    }

    // MARK: Phones that were left

    /// The user was heard going out by a door while their phone lay elsewhere: what it says is not where they are.
    func goneWithout(_ phone: Phone, now: Timestamp) -> Belief? {
        guard let since = phone.track.verdict?.time, track.apart?[phone.device.name] == since,
            let latest, latest.audibility == .absent, latest.wasAtExit, latest.lastHeard > since
        else { return nil }
        return fromSilence(now: now)
    }

    /// The devices that lie elsewhere than their user was heard, each with the moment since which it is there.
    ///
    /// That is proven once, and holds until the device is moved.
    var apart: [String: Timestamp] {
        var apart: [String: Timestamp] = [:]
        for (name, device) in track.devices {
            guard case .inside(let place) = device.standing, let since = device.verdict?.time,
                let last = device.last, last.isMoving != true
            else { continue }
            let isProven = radio.contains { witness in
                witness.audibility == .heard && witness.spot.place != place
                    && last.time.seconds(since: witness.since) > Self.refutation
                    && isFar(last, from: witness)
            }
            if isProven || track.apart?[name] == since { apart[name] = since }
        }
        return apart
    }

    /// Whether a fix is too far from a witness for an error.
    private func isFar(_ fix: Fix, from witness: RadioWitness) -> Bool {
        witness.area.signedDistance(to: fix.coordinate) >= Self.farAway + 2 * fix.reach
    }

    /// So far away, in metres.
    private static let farAway = 500.0

    // MARK: All but the things

    /// The rule by which who went out with their things, and without their phone, is out.
    static let thingsWentOut = "things_went_out"

    /// What tells of the user lies where they left it: their things say where they are, or a phone that they
    /// have after all.
    func belief(during outing: UserTrack.Outing, at now: Timestamp) -> Belief? {
        if let heard = worn(of: nil) {
            return fromRadio(heard, phone: nil, rule: "heard", now: now)
        }
        guard let latest, latest.spot.place == outing.place else { return fromSilence(now: now) }
        if let phone = decidingDevice, case .inside(let place) = phone.track.standing,
            place != outing.place, let last = phone.track.last, isFar(last, from: latest),
            phone.track.verdict.map({ $0.time > outing.since }) ?? false
        {
            return fromPhone(phone, now: now)
        }
        let isKnown = now.seconds(since: outing.since) < settings.unknownAfterInside
        return Belief(
            whereabouts: isKnown ? .outside : .unknown, confidence: isKnown ? 0.7 : 0.5,
            sources: [.ble], rule: isKnown ? Self.thingsWentOut : "silent", device: nil,
            evidenceTime: outing.since)
    }
}
