import Glibc

/// Weighs what the nodes hear against what the phones report: one belief about one user.
struct Fusion {
    var user: User
    var track: UserTrack
    var radio: [RadioWitness]
    /// What is heard in places that the user does not know.
    let veiled: [RadioWitness]
    var settings: EngineSettings

    /// - Parameter radio: All that the nodes hear of the user.
    init(user: User, track: UserTrack, radio: [RadioWitness], settings: EngineSettings) {
        self.user = user
        self.track = track
        self.radio = radio.filter { $0.veil == nil }
        veiled = radio.filter { $0.veil != nil }
        self.settings = settings
    }

    typealias Phone = UserTrack.Phone

    func belief(at now: Timestamp) -> Belief? {
        if let outing = track.outing { return belief(during: outing, at: now) }
        let phone = decidingDevice
        if let elsewhere = heardElsewhere(than: phone, at: now) { return elsewhere }
        if let heard = worn(of: phone, at: now) {
            return fromRadio(heard, phone: phone, rule: .heard, now: now)
        }
        if let frozen = frozen(at: now), !isElsewhere(phone, than: frozen) {
            return fromRadio(frozen, phone: phone, rule: .nodeOffline, now: now)
        }
        // Somebody heard arriving since the phone's last word is not where the phone was.
        if let latest, isOutdated(phone, by: latest) { return fromSilence(now: now) }
        return fromPhone(phone, now: now) ?? fromSilence(now: now)
    }

    /// What came last is heard in a place that the user does not know: they are in no other, or in
    /// the one around it.
    private func heardElsewhere(than phone: Phone?, at now: Timestamp) -> Belief? {
        guard let last = veiled.max(by: { $0.lastHeard < $1.lastHeard }) else { return nil }
        let (silence, isHeard) = (now.seconds(since: last.lastHeard), last.audibility == .heard)
        let isNewest = radio.allSatisfy { witness in
            witness.audibility == .absent || isHeard && witness.since < last.since
        }
        guard isNewest, silence < settings.unknownAfterOutside, isHeard || last.veil == .nowhere,
            !tellsMore(phone, than: last, at: now)
        else { return nil }
        return Belief(
            whereabouts: last.veil == .nowhere ? .outside : .at(last.spot),
            confidence: isHeard ? 0.9 : 0.6, sources: [.ble], rule: .heardElsewhere,
            evidenceTime: last.lastHeard)
    }

    /// Whether a phone came to a place since then, or is outside by what it said lately; one that was
    /// left somewhere only repeats itself.
    private func tellsMore(_ phone: Phone?, than witness: RadioWitness, at now: Timestamp) -> Bool {
        guard let phone, let verdict = phone.track.verdict, !isApart(phone) else { return false }
        if verdict.time > witness.since { return true }
        let isLate = phone.track.confirmed.map {
            now.seconds(since: $0) > settings.unknownAfterOutside
        }
        return phone.track.standing == .outside && isLate == false
    }

    /// The most certainty, in 0...1, that a phone is in a place that no fix has shown, since it fell
    /// silent near it; or that its user is where it was, since nodes there heard them later and no
    /// longer do, or since its last fix was outside.
    private static let presumed = 0.7

    /// The last word of a node that cannot hear now, if it is not too old; `nil` if the user has
    /// been heard elsewhere since.
    func frozen(at now: Timestamp) -> RadioWitness? {
        guard let last = radio.filter(\.isFrozen).max(by: { $0.lastHeard < $1.lastHeard }),
            now.seconds(since: last.lastHeard) <= settings.unknownAfterInside
        else { return nil }
        let isOver = radio.contains {
            $0.lastHeard > last.lastHeard && $0.spot.place != last.spot.place
        }
        return isOver ? nil : last
    }

    /// Whether the phone says, since then, that its user is outside or in another place.
    private func isElsewhere(_ phone: Phone?, than witness: RadioWitness) -> Bool {
        guard let phone, let last = phone.track.last, says(phone, otherThan: witness),
            !isApart(phone)
        else { return false }
        return last.time > witness.lastHeard
    }

    /// Whether the phone's last word, which disagrees, predates the beacon's arrival, is refuted by
    /// the beacon's staying, or has been taken back by the phone itself.
    private func isOutdated(_ phone: Phone?, by witness: RadioWitness) -> Bool {
        guard let phone, let last = phone.track.last else { return false }
        let isRefuted =
            !witness.isReturning && witness.lastHeard.seconds(since: last.time) > Self.refutation
        return (last.time <= witness.since || isRefuted || isBack(phone, with: witness))
            && says(phone, otherThan: witness)
    }

    /// Whether a phone that was elsewhere, by what it showed before the beacon was last heard, may be
    /// back with it by its newest fix, although that alone does not show that it came.
    private func isBack(_ phone: Phone, with witness: RadioWitness) -> Bool {
        guard let fix = phone.track.fine, let verdict = phone.track.verdict,
            verdict.time < witness.lastHeard
        else { return false }
        // Whoever is not known to have left need not come.
        let mayCome =
            !witness.isReturning && fix.time.seconds(since: witness.lastHeard) < Self.comingBack
            && !isKnownElsewhere(since: witness)
        return (mayCome || track.settled.place == witness.spot.place)
            && witness.area.signedDistance(to: fix.coordinate) <= fix.reach
    }

    /// So long after a beacon was heard, a phone may still be coming in with it, in seconds.
    private static let comingBack = 600.0

    /// Somebody heard this long after a fix elsewhere was not there, in seconds.
    static let refutation = 60.0

    private func says(_ phone: Phone, otherThan witness: RadioWitness) -> Bool {
        phone.track.standing != .unknown && phone.track.standing != .inside(witness.spot.place)
    }

    /// The device whose word counts.
    var decidingDevice: Phone? { track.decidingDevice }

    /// The device that contradicts a belief by beacons, unless it is known to lie elsewhere.
    func doubted(by belief: Belief) -> Device? {
        guard belief.isByBeaconsAlone, let phone = decidingDevice, !isApart(phone) else {
            return nil
        }
        let isContradicted =
            switch (phone.track.standing, belief.whereabouts) {
            case (.inside(let place), .at(let spot)): place != spot.place
            case (.inside, .outside), (.outside, .at): true
            default: false
            }
        return isContradicted ? phone.device : nil
    }

    /// The newest sign of life of any device.
    private var heardLast: Timestamp? { track.heardLast }

    /// The beacon that is with its user, among those heard: the one that moved last, in the place
    /// to which one of them, or the phone, came last.
    ///
    /// What lies still changes no rooms, whatever the nodes make of it.
    func worn(of phone: Phone?, at now: Timestamp) -> RadioWitness? {
        func came(_ witness: RadioWitness) -> Timestamp {
            guard let phone, phone.track.standing == .inside(witness.spot.place) else {
                return witness.since
            }
            return max(witness.since, phone.track.verdict?.time ?? witness.since)
        }
        let heard = radio.filter { $0.audibility == .heard && !isRefuted($0, by: phone, at: now) }
        let newest = heard.max { (came($0), $0.beacon) < (came($1), $1.beacon) }
        func moved(_ witness: RadioWitness) -> Timestamp {
            guard witness.rest > RoomEstimator.atRest else { return witness.roomSince }
            return min(witness.roomSince, now.advanced(bySeconds: -witness.rest))
        }
        return heard.filter { $0.spot.place == newest?.spot.place }
            .max { (moved($0), $0.beacon) < (moved($1), $1.beacon) }
    }

    /// Whether the beacon counts as heard only because nobody listened, since a queue told of it
    /// late, or since it may be asleep, and the phone has since said that its user is elsewhere.
    private func isRefuted(
        _ witness: RadioWitness, by phone: Phone?, at now: Timestamp
    ) -> Bool {
        guard let phone, let out = phone.track.elsewhere(than: witness.spot.place),
            let confirmed = phone.track.confirmed, !isApart(phone), says(phone, otherThan: witness)
        else { return false }
        if witness.isPast, confirmed > witness.lastHeard { return true }
        guard out > witness.lastHeard else { return false }
        return witness.isOverdue(at: now) || isKnownElsewhere(since: witness)
            || fellSilent(witness, as: phone)
    }

    /// Whether the beacon fell silent as the phone left its place, and is silent since: one that
    /// sends only while it is moved went along, or lies where it was put down.
    private func fellSilent(_ witness: RadioWitness, as phone: Phone) -> Bool {
        guard let out = phone.track.elsewhere(than: witness.spot.place),
            let last = phone.track.last,
            let left = phone.track.left, left.place == witness.spot.place,
            // Where nobody listened meanwhile, nothing fell silent.
            witness.awaited == nil
        else { return false }
        return out.seconds(since: witness.lastHeard) <= Self.together
            && left.lastInside.seconds(since: witness.lastHeard) <= Self.setOut
            && last.time.seconds(since: witness.lastHeard)
                > max(Self.refutation, Self.missed * (witness.interval ?? 0))
    }

    /// So many packets are missed before a beacon is silent.
    private static let missed = 4.0

    /// Whoever sets out is out of a place within this many seconds.
    private static let setOut = 180.0

    /// Whether a phone's word has counted for more than the beacon's since that was last heard:
    /// nodes that begin to listen again have heard nothing new.
    private func isKnownElsewhere(since witness: RadioWitness) -> Bool {
        guard let belief = track.belief, belief.isByPhoneAlone, let since = track.since,
            since >= witness.lastHeard
        else { return false }
        switch belief.whereabouts {
        case .at(let spot): return spot.place != witness.spot.place
        case .outside: return true
        case .unknown, .offline: return false
        }
    }

    var latest: RadioWitness? {
        radio.max { ($0.lastHeard, $0.beacon) < ($1.lastHeard, $1.beacon) }
    }

    func fromRadio(
        _ witness: RadioWitness, phone: Phone?, rule: BeliefRule, now: Timestamp
    ) -> Belief {
        let agrees =
            phone.map { $0.track.standing == .inside(witness.spot.place) && !$0.track.isLeaving }
            ?? false
        let isVetoed = phone?.track.standing == .outside && !isOutdated(phone, by: witness)
        let silence = max(0, now.seconds(since: witness.lastHeard))
        let fading = 1 - 0.3 * min(1, silence / witness.silenceTimeout)
        return Belief(
            whereabouts: .at(witness.spot),
            confidence: witness.confidence * fading * (isVetoed ? 0.8 : 1),
            sources: agrees ? [.ble, .gps] : [.ble],
            rule: isVetoed ? .heardAgainstGPS : rule, device: agrees ? phone?.device : nil,
            beacon: witness.beacon, evidenceTime: witness.lastHeard)
    }

    func fromPhone(_ phone: Phone?, now: Timestamp) -> Belief? {
        guard let phone, let last = phone.track.last, let confirmed = phone.track.confirmed,
            let alive = heardLast
        else { return nil }
        let age = max(0, now.seconds(since: confirmed))
        func belief(_ whereabouts: Belief.Whereabouts, _ confidence: Double, _ rule: BeliefRule)
            -> Belief
        {
            Belief(
                whereabouts: whereabouts, confidence: confidence, sources: [.gps], rule: rule,
                device: phone.device, evidenceTime: confirmed)
        }
        // Another device may show that its user is not offline, but not where they are.
        if now.seconds(since: alive) > settings.offlineAfter {
            return belief(.offline, 0.9, .noSignOfLife)
        }
        let rule = phone.track.verdict?.rule ?? .fix
        switch phone.track.standing {
        case .inside(let place):
            // A place no fix has shown holds no longer than a sighting outside.
            let isPresumed = phone.track.isPresumed
            let longest = isPresumed ? settings.unknownAfterOutside : settings.unknownAfterInside
            if age > longest { return belief(.unknown, 0.5, .fixTooOld) }
            if let gone = goneThroughDoor(from: place, phone: phone.track) {
                // They may be back, but a phone that only repeats itself does not tell.
                let isKnown = now.seconds(since: gone.evidenceTime) < settings.unknownAfterInside
                return isKnown ? gone : belief(.unknown, 0.5, .fixTooOld)
            }
            if let gone = goneWithout(phone, now: now) { return gone }
            // A room is only known while it is heard.
            var certainty = isPresumed ? Self.presumed : certainty(of: last)
            if isSilent(since: confirmed, in: place) || phone.track.isLeaving {
                certainty = min(Self.presumed, certainty)
            }
            return belief(
                .at(.init(place: place, room: nil)), certainty * exp(-age / longest), rule)
        case .outside:
            if age > settings.unknownAfterOutside { return belief(.unknown, 0.5, .fixTooOld) }
            return belief(
                .outside, certainty(of: last) * exp(-age / settings.unknownAfterOutside), rule)
        case .unknown:
            return radio.isEmpty ? belief(.unknown, 0.5, .fixTooCoarse) : nil
        }
    }

    /// Whether nodes of a place that heard the user after the phone's last word no longer do.
    private func isSilent(since moment: Timestamp, in place: ID<Place>) -> Bool {
        latest.map {
            $0.spot.place == place && $0.audibility == .absent && $0.lastHeard > moment
        } ?? false
    }

    /// The user was heard going out by a door after their phone came.
    ///
    /// What it still reports from the pavement, or from the table where it was forgotten, does not
    /// bring them back; that they go on to walk about inside with it does.
    private func goneThroughDoor(from place: ID<Place>, phone: DeviceTrack) -> Belief? {
        let isOut = track.belief?.rule == .doorHeardLast
        guard let last = phone.last,
            let witness = radio.filter({ $0.spot.place == place && $0.audibility == .absent })
                .max(by: { $0.lastHeard < $1.lastHeard }),
            witness.wasAtExit,
            // What may be leaving itself brings nobody back.
            witness.lastHeard > phone.verdict?.time ?? last.time || isOut && phone.isLeaving,
            // A beacon that comes home after its owner's phone has not gone out since.
            !witness.isReturning || isOut,
            !phone.isCarriedAbout(since: witness.lastHeard),
            last.time.seconds(since: witness.lastHeard) < settings.unknownAfterInside
        else { return nil }
        return Belief(
            whereabouts: witness.beyond, confidence: 0.7, sources: [.ble], rule: .doorHeardLast,
            evidenceTime: witness.lastHeard)
    }

    /// Silence alone: weak evidence, unless the user was last heard on the way to a door.
    func fromSilence(now: Timestamp) -> Belief? {
        guard let last = latest else { return nil }
        let silence = now.seconds(since: last.lastHeard)
        func belief(_ whereabouts: Belief.Whereabouts, _ confidence: Double, _ rule: BeliefRule)
            -> Belief
        {
            Belief(
                whereabouts: whereabouts, confidence: confidence, sources: [.ble], rule: rule,
                evidenceTime: last.lastHeard)
        }
        let alive = max(last.lastHeard, heardLast ?? last.lastHeard)
        if now.seconds(since: alive) > settings.offlineAfter {
            return belief(.offline, 0.9, .noSignOfLife)
        }
        if last.wasAtExit, silence < settings.unknownAfterOutside {
            return belief(last.beyond, 0.7, .doorHeardLast)
        }
        if silence > RoomEstimator.oblivion * last.silenceTimeout {
            return belief(.unknown, 0.5, .silent)
        }
        return belief(
            .at(last.spot), last.confidence * (1 - silence / (4 * last.silenceTimeout)), .fading)
    }

    /// How far a fix can be trusted by its accuracy alone.
    private func certainty(of fix: Fix) -> Double {
        switch fix.reach {
        case ...20: 0.95
        case ...50: 0.9
        case ...100: 0.8
        default: 0.6
        }
    }
}
