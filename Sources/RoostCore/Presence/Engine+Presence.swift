import OrderedCollections

extension Engine {
    /// A deadline has come: late fixes are taken, and silence may now decide.
    mutating func reviewUser(_ user: ID<User>) {
        for (name, device) in devices(of: user).inOrder {
            guard let due = device.queueDue, due <= now, let device = Device(name) else { continue }
            takeQueue(of: DeviceKey(user: user, device: device))
        }
        for (name, device) in devices(of: user) {
            // A fix that is still waiting may show that there was no silence.
            guard let due = device.approachDue, due <= now, device.queue.isEmpty else { continue }
            users[user]?.devices[name]?.settle(until: .distantFuture)
        }
        reconsider(user)
        warnAtDoor(user)
        reviewWalk(of: user)
    }

    /// Weighs all evidence about a user again and draws the consequences.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether an edit of the household is the cause: nobody came or went.
    ///   - moment: When the evidence spoke, if it waited in a queue: what is too old today was news
    ///     then.
    mutating func reconsider(
        _ id: ID<User>, isQuiet: Bool = false, asOf moment: Timestamp? = nil
    ) {
        guard let user = household.users[id] else { return }
        for beacon in user.beacons { noteAbsence(of: beacon) }
        noteWayOut(of: user)
        noteLongSilence(of: user)
        noteCompanions(of: user)
        noteOuting(of: user, isQuiet: isQuiet)
        let witnesses = radioWitnesses(of: user)
        if users[id] == nil {
            guard !witnesses.isEmpty else { return }
            users[id] = UserTrack()
        }
        guard let track = users[id] else { return }
        var fusion = Fusion(user: user, track: track, radio: witnesses, settings: settings)
        fusion.setAside()
        if let moment {
            // Where they came to later does not tell where they were then.
            fusion.radio.removeAll {
                $0.audibility == .heard && $0.since > moment
                    && $0.spot.place != track.settled.place
            }
        }
        // As of then only if nothing has spoken since: the rest is known as of now.
        let time = moment.flatMap { moment in
            let spoken = witnesses.map(\.lastHeard) + track.devices.values.compactMap(\.heardLast)
            return spoken.allSatisfy { $0 <= moment } ? moment : nil
        }
        let belief = fusion.belief(at: time ?? now) ?? track.belief?.withoutEvidence
        if !isQuiet, let place = belief?.whereabouts.spot?.place, place != track.settled.place,
            let due = openQueueDue(of: id)
        {
            return schedule(.user(id), at: due)
        }
        if let belief { believe(belief, of: user, by: fusion, radio: witnesses, isQuiet: isQuiet) }
    }

    /// Until when a phone of theirs may still tell where they came from, before anything else tells
    /// that they came elsewhere; `nil` if none does.
    func openQueueDue(of user: ID<User>) -> Timestamp? {
        guard !isReadingQueue else { return nil }
        return devices(of: user).values.compactMap(\.queueDue).filter { $0 > now }.min()
    }

    /// Draws the consequences of what is believed of a user.
    ///
    /// - Parameter radio: All that the nodes hear of them, also what is set aside.
    private mutating func believe(
        _ belief: Belief, of user: User, by fusion: Fusion, radio: [Fusion.RadioWitness],
        isQuiet: Bool
    ) {
        let id = user.id
        var track = fusion.track
        let old = track.belief
        let steps = isQuiet ? [] : steps(of: id, from: track, to: belief, radio: radio)
        for step in steps where step.room == nil {
            track.arrived = step.isEntering ? step.time : nil
            if !step.isEntering { track.leave(step.place, at: step.time) }
        }
        switch belief.whereabouts {
        case .at(let spot): track.settled = .at(spot)
        case .outside: track.settled = .outside
        case .unknown, .offline: break
        }
        track.belief = belief
        track.refreshed = now
        let isNews = old?.whereabouts != belief.whereabouts
        if isNews {
            // What a silence leaves behind may be older than what was believed until then.
            let shown = steps.last?.time ?? belief.evidenceTime
            let (new, before) = (belief.whereabouts, old?.whereabouts)
            let isOtherRoom = new.spot != nil && new.spot?.place == before?.spot?.place
            let since = track.since
            track.since = min(now, max(shown, since ?? shown))
            track.handSince = isOtherRoom ? track.handSince ?? since : track.since
        }
        if !isQuiet, let device = fusion.doubted(by: belief), !agrees(track, device, belief, of: id)
        {
            let due = track.questionDue(at: now)
            if due <= now {
                track.asked = now
                effects.append(.ask(DeviceKey(user: id, device: device)))
            } else {
                schedule(.user(id), at: due)
            }
        }
        users[id] = track
        // Also if nobody knows any more where they are, or another place was drawn anew.
        noteOccupancy(from: old?.whereabouts.spot?.place, to: belief.whereabouts.spot?.place)
        scheduleReview(of: id, belief: belief, radio: radio)
        guard isNews else {
            effects.append(.changed(.user(id), .soon))
            return noteMove(of: id, isQuiet: isQuiet)
        }
        effects.append(.changed(.user(id), .now))
        let isByTime = isQuiet || belief.rule.isByTime
        effects.append(
            .explain(
                decision(
                    about: user, belief, from: fusion.track, radio: radio,
                    at: isByTime ? now : track.since ?? belief.evidenceTime)))
        for step in steps { effects.append(.announce(Transition(step, of: id, by: .user))) }
        drawConsequences(of: steps, for: user, belief: belief, isQuiet: isQuiet)
        noteMove(of: id, isQuiet: isQuiet)
    }

    /// Whether of the places in which a device and its user are, one lies in the other.
    private func agrees(
        _ track: UserTrack, _ device: Device, _ belief: Belief, of user: ID<User>
    ) -> Bool {
        guard !belief.isMereLeaving, let one = track.devices[device.name]?.standing.place,
            let other = belief.whereabouts.spot?.place
        else { return false }
        return household.isWithin(one, other, for: user)
            || household.isWithin(other, one, for: user)
    }

    /// Keeps a user who is still heard from being shown as silent.
    mutating func refresh(_ user: ID<User>) {
        guard let refreshed = users[user]?.refreshed, now.seconds(since: refreshed) < 30 else {
            return reconsider(user)
        }
    }

    // MARK: Steps between places and rooms

    private func steps(
        of user: ID<User>, from track: UserTrack, to belief: Belief, radio: [Fusion.RadioWitness]
    ) -> [Step] {
        let spot = belief.whereabouts.spot
        guard track.settled != .never, spot != nil || belief.whereabouts == .outside,
            spot != track.settled.spot
        else { return [] }
        // Nobody leaves before they came, or before they were last heard.
        let heard = radio.filter { $0.spot.place == track.settled.place }.map(\.lastHeard).max()
        let seen = belief.isByPhoneAlone ? lastFix(of: belief, by: track) : nil
        let earliest = [track.since, heard, seen].compactMap { $0 }.max()
        let proven = proof(of: belief, by: track, radio: radio)
        // Where in the place they are is not known since they were last heard.
        let isRoomLost = spot != nil && spot?.room == nil && spot?.place == track.settled.place
        let time = min(now, isRoomLost ? earliest ?? proven : max(proven, earliest ?? proven))
        return Step.between(
            track.settled.spot, spot, at: time, around: { household.around($0, for: user) })
    }

    /// When the phone that tells that somebody left their place was last seen in it, if it still
    /// knows.
    private func lastFix(of belief: Belief, by track: UserTrack) -> Timestamp? {
        guard let settled = track.settled.place, belief.whereabouts.spot?.place != settled,
            let area = household.places[settled]?.area,
            let phone = belief.device.flatMap({ track.devices[$0.name] })
        else { return nil }
        return phone.lastSeen(in: area)
    }

    /// When the evidence for a belief first showed it, as far as it tells.
    private func proof(
        of belief: Belief, by track: UserTrack, radio: [Fusion.RadioWitness]
    ) -> Timestamp {
        if let place = belief.whereabouts.spot?.place, place != track.settled.place,
            let witness = radio.first(where: { $0.beacon == belief.beacon }),
            // A tag that lay there all along tells nothing of when its user came.
            witness.since > track.since ?? .distantPast
        {
            return min(belief.evidenceTime, witness.since)
        }
        guard belief.isByPhoneAlone, let phone = belief.device.flatMap({ track.devices[$0.name] }),
            let verdict = phone.verdict,
            let out = track.settled.place.map(phone.elsewhere) ?? verdict.time,
            belief.whereabouts == .outside || verdict.time < out
        else { return belief.evidenceTime }
        return min(belief.evidenceTime, out)
    }

    /// Tells people of the steps, and looks for items.
    private mutating func drawConsequences(
        of steps: [Step], for user: User, belief: Belief, isQuiet: Bool
    ) {
        for step in steps where step.room == nil {
            tellArrival(step, of: user, belief: belief)
            if !step.isEntering {
                learnLeaving(user.id, by: step)
                beginDeparture(step, of: user, belief: belief)
            }
            // Only after the doors were asked whether anybody went.
            doubtDoors(of: step.place, because: step, of: user)
            if !step.isEntering { takeAlong(beaconsOf: user, from: step.place) }
        }
        noteDoor(steps, user: user.id)
        for item in household.items(of: user.id) {
            reconsider(item: item.id, isQuiet: isQuiet)
            // An item that goes along is where its owner is.
            if items[item.id]?.isAlong ?? false {
                effects.append(.changed(.item(item.id), .now))
            }
        }
    }

    /// Somebody who left took along the beacons that are not heard: they are no longer in their
    /// last room, even if the node that heard them there cannot tell.
    private mutating func takeAlong(beaconsOf user: User, from place: ID<Place>) {
        for beacon in user.beacons {
            beacons[beacon]?.rooms.confirmAbsence()
            guard let rooms = beacons[beacon]?.rooms, !rooms.isGone, rooms.current?.place == place,
                audibility(of: beacon) != .heard
            else { continue }
            beacons[beacon]?.rooms.leave()
            effects.append(.changed(.beacon(beacon), .now))
        }
    }

    // MARK: Evidence

    /// Whether a beacon is heard where it last was; an unknown one is absent.
    func audibility(of beacon: BeaconID) -> RoomEstimator.Audibility {
        beacons[beacon]?.rooms.audibility(nodes: nodeViews)?.state ?? .absent
    }

    /// A beacon silent for too long is absent from now on, until it is heard again.
    mutating func noteAbsence(of beacon: BeaconID) {
        guard let rooms = beacons[beacon]?.rooms, !rooms.isGone else { return }
        let (views, isOut) = (nodeViews, seemsOut(rooms))
        guard beacons[beacon]?.rooms.noteAbsence(nodes: views, wentOut: isOut) == true else {
            return
        }
        if isOut, let place = rooms.current?.place, word(ofDoorsOf: place, silent: rooms) == .moved
        {
            beacons[beacon]?.rooms.leave(byExit: true)
        }
        effects.append(.changed(.beacon(beacon), .now))
    }

    /// The beacons that are with the user, as far as known: what they wear, or their things.
    private func tellingBeacons(of user: User) -> [BeaconID] {
        if let outing = users[user.id]?.outing { return outing.things }
        // Only those that still belong to them.
        let companions = (users[user.id]?.companions?.beacons ?? []).filter { beacon in
            guard case .item(let item)? = household.bearers[beacon] else { return false }
            return household.items[item]?.owner == user.id
        }
        return user.beacons + companions
    }

    /// The name of the item that bears a beacon; the beacon's own if it is no item.
    private func name(of beacon: BeaconID) -> String {
        guard case .item(let id)? = household.bearers[beacon] else { return beacon.rawValue }
        return household.items[id]?.name ?? beacon.rawValue
    }

    func radioWitnesses(of user: User) -> [Fusion.RadioWitness] {
        tellingBeacons(of: user).compactMap { beacon in
            guard let rooms = beacons[beacon]?.rooms, let current = rooms.current,
                let place = household.places[current.place],
                let heard = rooms.audibility(nodes: nodeViews)
            else { return nil }
            let seemsOut = seemsOut(rooms)
            let isKnown = place.isKnown(to: user.id)
            var around = household.around(place.id).filter { $0.isKnown(to: user.id) }
            // Somebody's own place within the home is in the home, for those who know only that.
            let seen = isKnown || around.isEmpty ? place : around.removeFirst()
            let spot = seen.id == place.id ? current : Spot(place: seen.id, room: nil)
            // Whoever was beside a door that stayed shut is expected to be heard again.
            let isShort = seemsOut || !rooms.wasHeardLastAtExit
            return Fusion.RadioWitness(
                beacon: beacon, name: name(of: beacon), spot: spot,
                veil: isKnown ? nil : seen.id == place.id ? .nowhere : .within,
                around: around.map(\.id), area: seen.area,
                audibility: heard.state,
                lastHeard: heard.lastHeard, since: rooms.presentSince ?? heard.lastHeard,
                before: rooms.interrupted.flatMap { $0.place == spot.place ? $0 : nil },
                roomSince: rooms.roomSince ?? heard.lastHeard, rest: rooms.rest(at: now),
                wasAtExit: seemsOut, isReturning: rooms.returned != nil,
                confidence: rooms.confidence,
                // A tag that sleeps between whiles is judged by how it was awake.
                interval: now.seconds(since: heard.lastHeard) >= RoomEstimator.doorSilence
                    ? rooms.recent?.lastPause ?? rooms.shortestInterval : nil,
                silenceTimeout: isShort
                    ? rooms.silenceTimeout(nodes: nodeViews)
                    : rooms.absenceTimeout(nodes: nodeViews),
                awaited: rooms.awaited(nodes: nodeViews), isPast: rooms.caughtUp != nil)
        }
    }

    /// Schedules the moment at which time alone could change the belief.
    private mutating func scheduleReview(
        of user: ID<User>, belief: Belief, radio: [Fusion.RadioWitness]
    ) {
        let ages = [
            settings.unknownAfterOutside, settings.unknownAfterInside, settings.offlineAfter,
        ]
        var moments = [belief.evidenceTime.advanced(bySeconds: settings.staleAfter + 0.001)]
        for witness in radio {
            switch witness.audibility {
            case .heard:
                moments.append(witness.lastHeard.advanced(bySeconds: witness.silenceTimeout + 0.01))
                moments.append(now.advanced(bySeconds: witness.silenceTimeout + 0.01))
                if let awaited = witness.awaited { moments.append(awaited) }
            case .absent:
                moments += [
                    RoomEstimator.oblivion * witness.silenceTimeout, settings.unknownAfterOutside,
                    settings.offlineAfter,
                ].map { witness.lastHeard.advanced(bySeconds: $0 + 1) }
            case .frozen:
                moments.append(now.advanced(bySeconds: 60))
            }
        }
        for device in devices(of: user).values {
            for case let said? in [device.confirmed, device.heardLast] {
                for seconds in ages { moments.append(said.advanced(bySeconds: seconds + 1)) }
            }
            moments += [device.queueDue, device.approachDue].compactMap { $0 } + device.motionDue
        }
        // An unconfirmed belief grows less certain from hour to hour.
        if belief.confidence > 0.1 { moments.append(now.advanced(bySeconds: 1800)) }
        schedule(.user(user), atNextOf: moments)
    }

    /// "Home" or "Kitchen, Home", for people.
    func placeName(_ place: ID<Place>?, room: ID<Room>?) -> String? {
        guard let place, household.places[place] != nil else { return nil }
        return household.name(of: place, room: room)
    }
}
