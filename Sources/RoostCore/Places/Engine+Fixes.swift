import OrderedCollections

extension Engine {
    /// The queue of a phone that was offline for weeks, at a fix every three minutes; beyond this,
    /// older fixes no longer wait for newer ones.
    private static let longestQueue = 10_000

    mutating func locate(_ key: DeviceKey, by fix: Fix) {
        guard !isPast(fix, of: key.user), meet(key) else { return }
        var fix = fix
        // A clock that runs ahead must not lock out tomorrow's fixes.
        if fix.time > now {
            fix.claimedTime = fix.time
            fix.time = now
        }
        // What the broker kept is no word of now, even if the clock was set back since.
        if fix.isRetained, fix.claimedTime != nil, hasSpoken(key) { return }
        fix.pinged?.clamp(to: now)
        effects.append(.record(fix, of: key))

        let device = users[key.user]?.devices[key.device.name]
        let (last, waiting) = (device?.last, device?.queue.count ?? 0)
        let isFirst = last == nil && waiting == 0
        // A retained fix is as old as its own time says, and news only if there is no other.
        if fix.isRetained, !isFirst { return }
        // A repeated position waits for no other: it is in order, or nothing but a sign of life.
        let isRepeated = fix.pinged != nil && device?.isKnown(fix.coordinate) ?? false
        let isLate = !isRepeated && now.seconds(since: fix.saidAt) > settings.lateAfter

        if isLate, !isFirst {
            if let last, !fix.isNewer(than: last), fix.word(after: last) == nil {
                return keepOrder(of: key, after: fix)
            }
            let now = now
            let due = withTrack(of: key) { $0.wait(for: fix, at: now) }
            if waiting + 1 >= Self.longestQueue {
                takeQueue(of: key)
            } else {
                schedule(.user(key.user), at: due)
            }
        } else {
            if waiting > 0, !isRepeated { takeQueue(of: key) }
            take(fix, of: key)
        }
    }

    /// Whether the fix is of somebody who was deleted since, and was kept by the broker or queued on
    /// their phone: it brings nobody back, and is not that of the next user of that name.
    private func isPast(_ fix: Fix, of user: ID<User>) -> Bool {
        guard let deletion = household.deletion(of: user) else { return false }
        // By the clock of a phone that is ahead, somebody was deleted in the future.
        return fix.saidAt <= deletion && (fix.isRetained || deletion <= now)
    }

    /// How many devices of one user are told apart.
    private static let mostDevices = 50

    /// Notes that a device publishes; returns whether it may.
    private mutating func meet(_ key: DeviceKey) -> Bool {
        if household.users[key.user]?.devices.contains(key.device) == true { return true }
        guard meet(key.user), var user = household.users[key.user] else { return false }
        guard user.devices.count < Self.mostDevices else {
            effects.append(.turnAway(key.user, because: .tooManyDevices))
            return false
        }
        user.devices.append(key.device)
        keep(.saveUser(user))
        return true
    }

    /// Whether a device ever told where it is.
    public func hasSpoken(_ key: DeviceKey) -> Bool {
        users[key.user]?.devices[key.device.name]?.heardLast != nil
    }

    /// Takes in the late fixes of a device, in the order of their own time.
    mutating func takeQueue(of key: DeviceKey) {
        let fixes = withTrack(of: key) { $0.takeQueue() }
        guard !fixes.isEmpty else { return }
        isReadingQueue = true
        for fix in fixes { take(fix, of: key, asOf: fix.saidAt) }
        isReadingQueue = false
        reconsider(key.user)
        // What stayed is told only now that it is known whether its owner came back.
        for item in household.items(of: key.user) { reconsider(item: item.id) }
    }

    /// The place whose nodes hear the user at that moment, as far as is known by now.
    private func placeHearing(_ user: ID<User>, at time: Timestamp) -> Place? {
        guard let track = users[user], let belief = track.belief,
            [.heard, .heardAgainstGPS].contains(belief.rule),
            let place = belief.whereabouts.spot?.place, let since = track.since, since <= time,
            abs(belief.evidenceTime.seconds(since: time)) <= Self.atOnce
        else { return nil }
        return household.places[place]
    }

    /// What is heard so many seconds before or after a fix is heard as it is taken.
    private static let atOnce = 60.0

    /// - Parameter moment: When it was sent, if it waited in a queue.
    private mutating func take(_ fix: Fix, of key: DeviceKey, asOf moment: Timestamp? = nil) {
        let places = household.places(knownTo: key.user)
        let (now, nodes) = (now, household.nodes)
        let heard = placeHearing(key.user, at: fix.time)
        let hasSettled = withTrack(of: key) { track in
            let before = track.standing
            track.settle(until: fix.time)
            return track.standing != before
        }
        // What the silence told comes first: the fix after it may say more.
        if hasSettled { reconsider(key.user, asOf: moment) }
        let (outcome, isElsewhere) = withTrack(of: key) { track in
            let before = track.standing
            let outcome = track.take(fix, places: places)
            if outcome == .believed {
                if let heard { track.join(heard, by: fix) }
                track.presume(after: fix, places: places) { place in
                    nodes.values.contains { $0.place == place }
                }
                track.awaitSilence(from: now)
            }
            return (outcome, track.standing != before)
        }
        switch outcome {
        case .believed:
            noteBattery(of: fix, from: key)
            reconsider(key.user, asOf: moment)
            warnMovingOff(key)
        case .repeated(let tellsBattery):
            if tellsBattery { noteBattery(of: fix, from: key) }
            reconsider(key.user)
        case .impossible:
            effects.append(.explain(disbelief(of: fix, from: key)))
        case .old:
            guard fix.pinged != nil else { return keepOrder(of: key, after: fix) }
            reconsider(key.user)
        }
        // Taken in again after a crash, what is not believed would be explained again.
        let isNews = isElsewhere || outcome == .impossible
        effects.append(.changed(.user(key.user), isNews ? .now : .soon))
    }

    /// If a fix came too late to be believed, what is believed is kept at once.
    ///
    /// Of the fixes of one batch the history does not tell in which order they came, nor which were
    /// taken in before the next came. Taken in again after a crash, this one would be believed
    /// before the newer one.
    private mutating func keepOrder(of key: DeviceKey, after fix: Fix) {
        guard let last = users[key.user]?.devices[key.device.name]?.last, fix.time < last.time
        else { return }
        effects.append(.changed(.user(key.user), .now))
    }

    /// Changes the track of a device in place, without a copy.
    private mutating func withTrack<Result>(
        of key: DeviceKey, _ body: (inout DeviceTrack) -> Result
    ) -> Result {
        body(
            &users[key.user, default: UserTrack()].devices[key.device.name, default: DeviceTrack()])
    }

    /// Warns somebody who is already moving off while an item is heard inside, before the geofence
    /// could tell.
    private mutating func warnMovingOff(_ key: DeviceKey) {
        guard let track = users[key.user], let device = track.devices[key.device.name],
            device.isLeaving, device.activity(at: now).map({ $0 != .still }) ?? false,
            let place = device.standing.place, track.settled.place == place,
            track.belief?.isByPhoneAlone == true,
            let fix = device.last
        else { return }
        warn(
            key.user, of: itemsStaying(of: key.user, in: place, exceptIn: nil, since: fix.time),
            leaving: place, from: nil,
            because: Evidence(
                .fix, "\(key.device.name) is moving off", at: fix.time, place: place,
                device: key.device))
    }
}
