extension Engine {
    /// A message that tells only of nodes nobody set up makes a list that somebody must read.
    private static let mostUnplacedNodes = 1000
    /// Nothing was heard before 2020: a node that says so has no clock.
    private static let earliest = Timestamp(milliseconds: 1_577_836_800_000)

    mutating func hear(_ batch: SightingBatch) {
        guard !batch.isRetained, meet(batch.node, room: batch.room) else { return }
        if let sent = batch.sent { nodes.tracks[batch.node]?.compareClocks(sent: sent, at: now) }
        let lag = nodes.tracks[batch.node]?.clockLag ?? 0
        let nodes = nodes
        for sighting in batch.sightings {
            guard let (id, bearer) = bearer(of: sighting) else { continue }
            var time = sighting.time?.advanced(bySeconds: lag) ?? now
            if time > now || time < Self.earliest { time = now }
            let change = beacons[id, default: BeaconTrack()]
                .take(sighting, by: batch.node, heardAt: time, now: now, nodes: nodes)
            guard change.isNew else { continue }
            // A room is written with the transition that comes of it.
            effects.append(.changed(.beacon(id), change.isNews ? .now : .soon))
            scheduleSettling(of: id)
            switch bearer {
            case .user(let user):
                if change.isNews || users[user]?.belief.map({ $0.rule != "heard" }) ?? true {
                    reconsider(user)
                } else {
                    refresh(user, radio: id)
                }
            case .item(let item):
                if change.isNews || items[item].map({ !$0.isHeard || $0.departure != nil }) ?? true
                {
                    reconsider(item: item)
                } else {
                    effects.append(.changed(.item(item), .shown))
                }
                if let battery = sighting.battery { noteBattery(battery, of: item) }
            }
        }
    }

    /// Who or what bears the beacon, by whichever of its identities somebody made it known.
    private func bearer(of sighting: Sighting) -> (beacon: BeaconID, bearer: Household.Bearer)? {
        if let bearer = household.bearers[sighting.beacon] { return (sighting.beacon, bearer) }
        guard let alias = sighting.alias, let bearer = household.bearers[alias] else { return nil }
        return (alias, bearer)
    }

    private mutating func scheduleSettling(of beacon: BeaconID) {
        guard let due = beacons[beacon]?.rooms.challengeDue else { return }
        schedule(.beacon(beacon), at: max(due, now))
    }

    /// Another room has led for a while, and nothing new was heard that spoke against it.
    mutating func settle(_ beacon: BeaconID) {
        guard let bearer = household.bearers[beacon],
            beacons[beacon]?.settle(at: now, nodes: nodes).isNews == true
        else { return }
        effects.append(.changed(.beacon(beacon), .now))
        switch bearer {
        case .user(let user): reconsider(user)
        case .item(let item): reconsider(item: item)
        }
    }

    /// Notes that there is a node, and that it speaks; returns whether it may.
    ///
    /// - Parameter room: What a node that nobody set up calls its room.
    private mutating func meet(
        _ node: ID<Node>, speaking: Bool = true, room: String? = nil
    ) -> Bool {
        if nodes.tracks[node] == nil {
            if household.nodes[node] == nil {
                guard household.nodes.count < Self.mostUnplacedNodes else { return false }
                keep(.saveNode(adopted(Node(id: node, ownRoomName: room))))
            }
            nodes.tracks[node] = NodeTrack(at: now)
            effects.append(.changed(.node(node), .now))
            scheduleReport(of: node)
        }
        guard speaking else { return true }
        let wasHealthy = nodes.isHealthy(node, at: now)
        nodes.tracks[node]?.spoke(at: now, settings: settings)
        if !wasHealthy { recover(node) }
        return true
    }

    mutating func noteStatus(of node: ID<Node>, isOnline: Bool) {
        if nodes.tracks[node] == nil {
            guard meet(node) else { return }
        }
        let before = nodes.tracks[node]?.status
        nodes.tracks[node]?.report(isOnline: isOnline, at: now)
        guard nodes.tracks[node]?.status != before else { return }
        effects.append(.changed(.node(node), .now))
        if isOnline { recover(node) } else { scheduleReport(of: node) }
        reviewBearers(of: node)
    }

    /// What the node alone could tell is frozen at once when it goes, and told again when it is back.
    private mutating func reviewBearers(of node: ID<Node>) {
        guard let place = household.nodes[node]?.place else { return }
        let bearers = beacons.filter { $0.value.rooms.current?.place == place }
            .compactMap { household.bearers[$0.key] }
        for bearer in Set(bearers).sorted() {
            switch bearer {
            case .item(let item): reconsider(item: item)
            case .user(let user): reconsider(user)
            }
        }
    }

    mutating func noteInfo(_ info: NodeInfo, of node: ID<Node>) {
        // What the broker kept was said when the node still lived.
        guard meet(node, speaking: !info.isRetained), var known = household.nodes[node] else {
            return
        }
        // What somebody set up is not overruled by what the node thinks.
        if known.place == nil { known.place = info.place.flatMap { household.places[$0]?.id } }
        if let room = info.room, known.room == nil { known.ownRoomName = room }
        if let isExit = info.isExit, known.room == nil { known.isExit = isExit }
        known = adopted(known)
        if known != household.nodes[node] { keep(.saveNode(known)) }
    }

    /// A node that knows its room's name but no place stands in the household's one home.
    func adopted(_ node: Node) -> Node {
        var node = node
        guard node.room == nil, let name = node.ownRoomName else { return node }
        if node.place == nil {
            let homes = household.places.values.filter { $0.kind == .home && $0.isShared }
            node.place = homes.count == 1 ? homes.first?.id : nil
        }
        guard let place = node.place.flatMap({ household.places[$0] }) else { return node }
        node.room =
            place.rooms.first { $0.name.lowercased() == name.lowercased() }?.id ?? ID(from: name)
        return node
    }

    // MARK: A node that is gone

    mutating func scheduleReport(of node: ID<Node>) {
        guard let due = nodes.tracks[node]?.reportDue(settings: settings) else { return }
        schedule(.node(node), at: due)
    }

    mutating func reviewNode(_ node: ID<Node>) {
        guard let track = nodes.tracks[node], let due = track.reportDue(settings: settings) else {
            return
        }
        guard due <= now else { return scheduleReport(of: node) }
        guard !track.isReported else { return }
        nodes.tracks[node]?.isReported = true
        effects.append(.changed(.node(node), .now))
        let place = household.nodes[node]?.place
        let room = household.nodes[node]?.room
        let since = track.status == .offline ? track.since : track.lastSpoke
        let name = placeName(place, room: room).map { "\(node) in \($0)" } ?? "\(node)"
        for user in wardens(of: place) {
            give(
                Alert(
                    user: user, kind: .nodeOffline, cause: "\(node) \(since.milliseconds)",
                    title: "Node \(node) is gone",
                    text: "The node \(name) no longer answers. "
                        + "What only it could tell stays as it was.",
                    node: node, place: place, room: room, time: since,
                    evidence: [
                        Evidence(
                            .node, "\(node) went silent", at: since, place: place, room: room,
                            node: node)
                    ]))
        }
    }

    private mutating func recover(_ node: ID<Node>) {
        nodes.tracks[node]?.isReported = false
        effects.append(.changed(.node(node), .now))
        scheduleReport(of: node)
    }

    /// Who looks after the nodes: the administrators, or all who know the place.
    private func wardens(of place: ID<Place>?) -> [ID<User>] {
        let admins = household.users.values.filter(\.isAdmin).map(\.id).sorted()
        if !admins.isEmpty { return admins }
        guard let place = place.flatMap({ household.places[$0] }) else { return [] }
        return household.users.keys.filter { place.isKnown(to: $0) }.sorted()
    }
}

extension BeaconTrack {
    struct Change {
        /// Not a repetition.
        var isNew = false
        /// The room or the distance class is another one.
        var isNews = false
    }

    fileprivate mutating func take(
        _ sighting: Sighting, by node: ID<Node>, heardAt time: Timestamp, now: Timestamp,
        nodes: NodeBook
    ) -> Change {
        guard rooms.hear(sighting.rssi, by: node, at: time) else { return Change() }
        // No beacon sends stronger or weaker than a radio can receive.
        if let txPower = sighting.txPower, RSSI(dBm: txPower) != nil { self.txPower = txPower }
        if let battery = sighting.battery { self.battery = battery }
        return settle(at: now, nodes: nodes)
    }

    /// Weighs all that is heard again.
    fileprivate mutating func settle(at now: Timestamp, nodes: NodeBook) -> Change {
        let views = nodes.views(at: now)
        let hasMoved = rooms.settle(at: now, nodes: views, settings: nodes.settings)
        let nearest = rooms.nearest(nodes: views).map { proximity(level: $0.level) }
        defer { proximity = nearest }
        return Change(isNew: true, isNews: hasMoved || nearest != proximity)
    }
}
