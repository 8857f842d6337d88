import OrderedCollections

extension Engine {
    /// How many nodes are kept that nobody set up: they appear on a list that somebody must read.
    private static let mostUnknownNodes = 1000
    /// How many nodes are taken into the home because they know the name of a room.
    private static let mostAdopted = 100

    /// Notes that a node speaks.
    ///
    /// - Parameter batch: What it hears, if it reports that.
    /// - Returns: The node's state now; `nil` if it is new and there are too many without a place.
    mutating func listen(to node: ID<Node>, hearing batch: SightingBatch? = nil) -> NodeTrack? {
        guard var track = meet(node, room: batch?.room) else { return nil }
        let wasHealthy = track.isHealthy(at: now, settings: settings)
        // That it is back online, it says before it sends what it heard meanwhile.
        let before = (heard: track.heardLast, told: track.toldLast ?? track.lastSpoke)
        track.spoke(batch, at: now, settings: settings)
        let wasQuiet = track.isQuiet(at: now)
        if let batch { track.take(batch, at: now) }
        nodes[node] = track
        if let batch, let heard = before.heard {
            let newest = track.newest(of: batch, at: now)
            let word = Backlog.Word(newest: newest, before: heard, toldBefore: before.told)
            nodes.noteBacklog(of: node, word, at: now)
        }
        if wasQuiet { scheduleReview(of: node) }
        if !wasHealthy, track.isHealthy(at: now, settings: settings) { recover(node) }
        return track
    }

    /// Notes that a node exists.
    ///
    /// - Parameters:
    ///   - room: What it calls its room.
    ///   - isRetained: Whether the broker only keeps its word, which brings no deleted node back.
    private mutating func meet(
        _ node: ID<Node>, room: String? = nil, isRetained: Bool = false
    ) -> NodeTrack? {
        if let track = nodes[node] { return track }
        if household.nodes[node] == nil {
            if isRetained, household.deletion(of: node) != nil { return nil }
            let unknown = household.nodes.values.count { $0.place == nil || $0.ownRoomName != nil }
            guard unknown < Self.mostUnknownNodes else { return nil }
            keep(.saveNode(adopted(Node(id: node, ownRoomName: room))))
        }
        let track = NodeTrack(at: now)
        nodes[node] = track
        effects.append(.changed(.node(node), .now))
        scheduleReview(of: node)
        return track
    }

    mutating func noteStatus(of node: ID<Node>, _ status: NodeStatus, isRetained: Bool) {
        // What the broker retains of a scanner that was renamed, or given away, is no scanner.
        guard status != .offline || !isRetained || household.nodes[node] != nil,
            let before = meet(node, isRetained: isRetained)
        else { return }
        var after = before
        after.report(status, isRetained: isRetained, at: now)
        nodes[node] = after
        if !isRetained, let place = household.nodes[node]?.place {
            nodes.backlogs[place]?.noteStatus(of: node, at: now)
        }
        guard
            after.status != before.status || after.hearsNothingSince != before.hearsNothingSince
                || after.unprovenSince != before.unprovenSince
        else { return }
        effects.append(.changed(.node(node), .now))
        guard status != .online else { return recover(node) }
        if !isRetained {
            if status == .offline {
                recallBeacons(heardLastBy: node, until: before.lastSpoke)
            } else if let end = before.heardLast {
                // One that is deaf goes on to speak of itself: it may have had nothing to hear.
                recallBeacons(heardLastBy: node, until: end, evenIfOut: false)
            }
        }
        scheduleReview(of: node)
        reviewBearers(of: node)
    }

    /// What fell silent with a node that is offline or deaf, and has been for longer than anybody
    /// knew, is not gone: its broker says so only after a while, as does the node itself.
    mutating func recallBeacons(
        heardLastBy node: ID<Node>, until end: Timestamp, evenIfOut: Bool = true
    ) {
        guard now.seconds(since: end) <= Self.longestKeepAlive else { return }
        for id in beacons.keys
        where beacons[id]?.rooms.recall(heardLastBy: node, end, evenIfOut: evenIfOut) == true {
            effects.append(.changed(.beacon(id), .now))
        }
    }

    /// How long a broker may take to notice that a node is gone, in seconds: one and a half of the
    /// pauses that are usual between two signs of life.
    private static let longestKeepAlive = 300.0

    /// Doubts the nodes that have said nothing since the broker started: if they lost their power
    /// with it, it still shows them as online.
    mutating func doubtNodes(brokerUptime seconds: Double) {
        let doubtful = nodes.tracks.filter { $0.value.isDoubtful(brokerUptime: seconds, at: now) }
        for node in doubtful.keys.sorted() {
            nodes[node]?.unprovenSince = now
            effects.append(.changed(.node(node), .now))
            scheduleReview(of: node)
            reviewBearers(of: node)
        }
    }

    /// Freezes at once what only this node could tell when it goes, and updates it when it is back.
    mutating func reviewBearers(of node: ID<Node>, otherThan known: ID<User>? = nil) {
        guard let place = household.nodes[node]?.place else { return }
        let bearers = beacons.filter { _, track in
            track.rooms.current?.place == place && track.rooms.hearings.contains { $0.node == node }
        }
        .compactMap { household.bearers[$0.key] }
        for bearer in Set(bearers).sorted() {
            switch bearer {
            case .item(let item): reconsider(item: item)
            case .user(let user) where user != known: reconsider(user)
            case .user: break
            }
        }
    }

    mutating func noteInfo(_ info: NodeInfo, of node: ID<Node>) {
        // A retained message is no sign that the node is alive.
        guard (info.isRetained ? meet(node, isRetained: true) : listen(to: node)) != nil,
            var known = household.nodes[node]
        else { return }
        // A node's own word replaces what it said before, but not what somebody set up.
        let isRoomOwn =
            [nil, ownRoom(of: known), known.ownRoomName.flatMap(ID.init(from:))]
            .contains(known.room)
        if let place = info.place, place != known.place {
            // Of a place where it was not put, nothing that it says holds: no room either.
            guard known.place == nil || known.place == known.ownPlace && isRoomOwn else { return }
            if known.place != nil { known = Node(id: node, isExit: known.isExit, door: known.door) }
            known.ownPlace = place
        }
        if isRoomOwn {
            if let room = info.room { (known.ownRoomName, known.room) = (room, nil) }
            if let isExit = info.isExit, known.door == nil { known.isExit = isExit }
        }
        known = adopted(known)
        if known != household.nodes[node] { keep(.saveNode(known)) }
    }

    /// A node without a place stands in the one that it names, or if it knows only its room's name,
    /// in the only shared home, if any.
    func adopted(_ node: Node) -> Node {
        var node = node
        if node.place == nil, let own = node.ownPlace {
            guard household.places[own] != nil else { return node }
            node.place = own
        }
        guard node.room == nil, node.ownRoomName != nil else { return node }
        if node.place == nil {
            let homes = household.places.values.filter { $0.kind == .home && $0.isShared }
            guard homes.count == 1, let home = homes.first?.id else { return node }
            let known = household.nodes.values.count { $0.place == home && $0.ownRoomName != nil }
            guard known < Self.mostAdopted else { return node }
            (node.place, node.ownPlace) = (home, home)
        }
        node.room = ownRoom(of: node)
        return node
    }

    /// The room of its place that a node names as its own; `nil` if it names none or has no place.
    private func ownRoom(of node: Node) -> ID<Room>? {
        guard let name = node.ownRoomName, let place = node.place.flatMap({ household.places[$0] })
        else { return nil }
        // ESPresense calls the Living Room `living_room`, others `living-room`.
        func plain(_ name: String) -> String? {
            ID<Room>(from: name)?.rawValue.replacing("_", with: "-")
        }
        guard let wanted = plain(name) else { return nil }
        let same =
            place.rooms.first { [$0.name, $0.id.rawValue].map(plain).contains(wanted) }
            ?? place.rooms.first { asciiOnly($0.name) == wanted }
        return same?.id ?? ID(from: name)
    }

    /// A room's name as ESPresense writes it: `k-che` for Küche.
    private func asciiOnly(_ name: String) -> String {
        name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
            .joined(separator: "-")
    }
}
