import OrderedCollections

extension Engine {
    mutating func hear(_ batch: SightingBatch) {
        guard !batch.isRetained, let node = listen(to: batch.node, hearing: batch) else { return }
        let nodes = nodes
        for sighting in identified(batch).sightings {
            let time = node.time(of: sighting, at: now)
            let known = household.bearer(of: sighting.beacon)
            let other = sighting.alias.flatMap { household.bearer(of: $0) }
            if let (id, bearer) = known {
                take(sighting, of: id, borneBy: bearer, by: batch.node, at: time, nodes)
            }
            // Somebody who has the tag by another name takes it from nobody.
            if let (id, bearer) = other, bearer != known?.bearer {
                take(sighting, of: id, borneBy: bearer, by: batch.node, at: time, nodes)
            }
        }
    }

    private mutating func take(
        _ sighting: Sighting, of id: BeaconID, borneBy bearer: Household.Bearer,
        by source: ID<Node>, at time: Timestamp, _ nodes: NodeBook
    ) {
        let index = trackIndex(of: id, borneBy: bearer)
        if let alias = sighting.alias {
            tagNames.note(id == alias ? sighting.beacon : alias, of: id)
        }
        if case .user(let user) = bearer, beacons.values[index].rooms.isSilent(at: time) {
            learnSilence(of: user, until: time, by: source)
        }
        let change = beacons.values[index]
            .take(sighting, of: id, by: source, heardAt: time, now: now, nodes: nodes)
        guard change.isNew else { return }
        // A change of room is written together with its transition.
        effects.append(.changed(.beacon(id), change.isNews ? .now : .soon))
        if change.isWeighed { noteWalks(with: id) }
        scheduleSettling(of: id, due: change.due)
        switch bearer {
        case .user(let user):
            noteSign(of: user, id, sighting.rssi, by: source, at: time)
            take(change, of: id, wornBy: user)
        case .item(let item):
            take(change, of: item)
            if let battery = sighting.battery, battery == beacons[id]?.battery {
                noteBattery(battery, of: item)
            }
        }
    }

    /// Thinks again about a user whose beacon was heard, or only shows when they were last heard.
    private mutating func take(
        _ change: BeaconTrack.Change, of beacon: BeaconID, wornBy user: ID<User>
    ) {
        if change.isMoving {
            // Somebody who is moving may be on their way out.
            schedule(.user(user), at: now.advanced(bySeconds: RoomEstimator.doorSilence))
        }
        // A beacon left lying all day tells nothing with each packet.
        let isAwaited =
            users[user]?.outing == nil && !isLeftLying(beacon, by: user)
            && users[user]?.belief.map { ![.heard, .heardElsewhere].contains($0.rule) } ?? true
        if change.isNews || isAwaited {
            reconsider(user)
        } else {
            refresh(user)
            if change.isWeighed {
                showPosition(of: .user(user), by: beacon, isMoving: change.isMoving)
            }
        }
    }

    /// Thinks again about an item that was heard, or only shows when it was last heard.
    private mutating func take(_ change: BeaconTrack.Change, of item: ID<Item>) {
        let isAwaited = items[item].map { !$0.isHeard || $0.departure != nil } ?? true
        if change.isNews || isAwaited {
            reconsider(item: item)
        } else {
            effects.append(.changed(.item(item), .shown))
        }
    }

    /// Whether the beacon is known to lie where its user is not.
    private func isLeftLying(_ beacon: BeaconID, by user: ID<User>) -> Bool {
        guard let stayed = users[user]?.stayed?[beacon.rawValue] else { return false }
        return stayed == beacons[beacon]?.rooms.presentSince
    }

    private mutating func trackIndex(
        of beacon: BeaconID, borneBy bearer: Household.Bearer
    ) -> Int {
        if let index = beacons.index(forKey: beacon) { return index }
        // Growth by doubling would leave half of it empty.
        beacons.reserveCapacity(household.bearers.count)
        return beacons.updateValue(
            BeaconTrack(of: bearer, in: household), forKey: beacon, insertingAt: beacons.count
        ).index
    }

    mutating func scheduleSettling(of beacon: BeaconID, due: Timestamp?) {
        guard let due else { return }
        // Even what is already due waits a moment.
        schedule(.beacon(beacon), at: max(due, now.advanced(bySeconds: 0.001)))
    }

    /// Weighs what was gathered, and a challenger that has led for a while.
    mutating func settle(_ beacon: BeaconID) {
        guard let bearer = household.bearers[beacon], let index = beacons.index(forKey: beacon)
        else { return }
        // By index: a track is large, and access by key would move it out and in again.
        let isQueueRead = beacons.values[index].rooms.endQueue(at: now)
        let change = beacons.values[index].settle(beacon, at: now, nodes: nodes)
        if change.isWeighed { noteWalks(with: beacon) }
        scheduleSettling(of: beacon, due: change.due)
        guard change.isNews || isQueueRead else {
            return showPosition(of: bearer, by: beacon, isMoving: change.isMoving)
        }
        effects.append(.changed(.beacon(beacon), .now))
        switch bearer {
        case .user(let user): reconsider(user)
        case .item(let item): reconsider(item: item)
        }
    }
}

extension Engine {
    /// Shows a user's position anew, if positions are known; those of items are not sent this way.
    private mutating func showPosition(
        of bearer: Household.Bearer, by beacon: BeaconID, isMoving: Bool
    ) {
        guard case .user(let user) = bearer, let place = beacons[beacon]?.rooms.current?.place,
            nodes.map(of: place)?.hasPositions ?? false
        else { return }
        effects.append(.changed(.user(user), isMoving ? .passing : .shown))
    }
}

extension BeaconTrack {
    struct Change {
        /// Not a repetition.
        var isNew = false
        /// The room or the distance class changed.
        var isNews = false
        var isWeighed = false
        /// It does not lie where it lay a moment ago.
        var isMoving = false
        /// When to settle again even if nothing more is heard.
        var due: Timestamp?
    }

    fileprivate init(of bearer: Household.Bearer, in household: Household) {
        self.init()
        switch bearer {
        case .item(let item): measuredPower = household.items[item]?.txPower
        case .user: rooms.recent = RecentReadings()
        }
    }

    fileprivate mutating func take(
        _ sighting: Sighting, of beacon: BeaconID, by node: ID<Node>, heardAt time: Timestamp,
        now: Timestamp, nodes: NodeBook
    ) -> Change {
        // A node that was without a network tells of batteries that were changed since.
        let isLatest = rooms.hearings.allSatisfy { $0.lastHeard <= time }
        guard rooms.hear(sighting.rssi, by: node, at: time) else { return Change() }
        if isLatest {
            // No beacon sends at a level that no radio can receive.
            if let txPower = sighting.txPower, RSSI(dBm: txPower) != nil { self.txPower = txPower }
            if let battery = sighting.battery { self.battery = battery }
        }
        // What waited in a queue is weighed as it was heard, not all at once.
        rooms.noteArrival(
            isLate: now.seconds(since: time) > Self.latest, isLatest: isLatest, at: now)
        guard rooms.gather(at: rooms.moment(at: now)) else {
            return Change(isNew: true, due: rooms.settlingDue)
        }
        return settle(beacon, at: now, nodes: nodes)
    }

    /// What was heard longer ago than a message takes, in seconds.
    private static let latest = 5.0

    /// Somebody who has stood still for this long is not on their way, in seconds.
    private static let standing = 20.0

    /// Weighs again all that is heard.
    fileprivate mutating func settle(
        _ beacon: BeaconID, at now: Timestamp, nodes: NodeBook
    ) -> Change {
        let isWeighed = rooms.hasNews
        let moment = rooms.moment(at: now)
        let hasMoved = rooms.settle(
            at: moment, nodes: nodes, sender: Transmitter(beacon: beacon, power: power))
        let nearest = rooms.nearest(nodes: nodes.views(at: moment))
            .map { proximity(level: $0.level) }
        defer { proximity = nearest }
        return Change(
            isNew: true, isNews: hasMoved || nearest != proximity, isWeighed: isWeighed,
            isMoving: rooms.rest(at: now) < Self.standing, due: rooms.settlingDue)
    }
}
