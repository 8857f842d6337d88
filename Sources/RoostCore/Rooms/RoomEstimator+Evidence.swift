/// What the hearings tell besides the room.
extension RoomEstimator {
    /// Whether the beacon is still there.
    enum Audibility: Hashable, Sendable {
        case heard
        /// Not heard for longer than its rhythm explains, by nodes that could.
        case absent
        /// The node that last heard it cannot tell: it is offline or deaf.
        case frozen(ID<Node>)
    }

    /// When any node last heard the beacon.
    public var lastHeard: Timestamp? { hearings.map(\.lastHeard).max() }

    /// When any node last heard the beacon plainly.
    var heardPlainlyLast: Timestamp? {
        hearings.filter { $0.lastReading >= RoomSnapshot.plain }.map(\.lastHeard).max()
    }

    /// The loudest hearing by a node of the present room, the less so the longer others have heard it
    /// since; `nil` if there is none.
    func nearest(nodes: NodeViews) -> Hearing? {
        guard let newest = lastHeard else { return nil }
        func loudness(_ hearing: Hearing) -> Double {
            hearing.level - hearing.fading(ofSilence: newest.seconds(since: hearing.lastHeard))
        }
        return hearings.filter { nodes[$0.node]?.spot == current }
            .max { loudness($0) < loudness($1) }
    }

    /// What the nodes of a place hear now, as a level in dBm for each column of its map; `nil` if
    /// none hears anything.
    func levels(in place: ID<Place>, at time: Timestamp, nodes: NodeBook) -> [Double]? {
        let snapshot = RoomSnapshot(
            of: hearings, in: place, believedIn: current?.room, at: time, nodes: nodes)
        return snapshot.heard.isEmpty
            ? nil : snapshot.levels(of: nodes.seats(in: place).count)
    }

    /// Where in the place's own frame the beacon is, in metres.
    ///
    /// - Parameter power: What a node one metre away would receive, in dBm, before any correction.
    func position(at time: Timestamp, nodes: NodeBook, power: Double) -> (x: Double, y: Double)? {
        guard !isGone, let current, let map = nodes.map(of: current.place) else { return nil }
        let snapshot = RoomSnapshot(
            of: hearings, in: current.place, believedIn: current.room, at: time, nodes: nodes)
        return map.position(of: snapshot, power: power + (seemingPower?.correction ?? 0))
    }

    /// Whether the beacon is still in the present place, and when it was last heard there.
    func audibility(nodes: NodeViews) -> (state: Audibility, lastHeard: Timestamp)? {
        guard let current else { return nil }
        let here = weighed.filter { nodes[$0.node]?.spot.place == current.place }
        let last = here.max { $0.lastHeard < $1.lastHeard }
        if isGone { return (last?.lastHeard ?? returned).map { (.absent, $0) } }
        guard let last, let node = nodes[last.node] else { return nil }
        guard node.isHealthy else { return (.frozen(last.node), last.lastHeard) }
        let silence = last.silence(
            at: min(moment(at: nodes.time), nodes.readUntil(in: current.place)),
            listeningSince: node.listeningSince)
        // Whether somebody went out is decided with more care, in `Engine.noteWayOut(of:)`.
        let isPatient = recent != nil || !node.hasSpoken
        let timeout = isPatient ? absenceTimeout(nodes: nodes) : silenceTimeout(nodes: nodes)
        let isAbsent = silence > timeout
        return (isAbsent ? .absent : .heard, last.lastHeard)
    }

    /// The hearings, without those of a beacon that came back which are not weighed yet.
    var weighed: [Hearing] {
        guard let returned else { return hearings }
        return hearings.filter { $0.lastHeard < returned }
    }

    /// The newest of them.
    var latest: Hearing? { weighed.max { $0.lastHeard < $1.lastHeard } }

    /// Whether the beacon was last heard on its way out by a door.
    var wasHeardLastAtExit: Bool { wentOut || exit?.missesUntilOut != nil }

    /// Whether the beacon is loudest at a door by its latest readings.
    func isAtExit(nodes: NodeViews) -> Bool {
        guard let lastHeard else { return false }
        let last = hearings.filter { lastHeard.seconds(since: $0.lastHeard) < 4 }
            .max { $0.lastReading < $1.lastReading }
        return last.flatMap { nodes[$0.node] }?.isExit ?? false
    }

    // MARK: Loudness

    /// A spot at which the beacon is loud, by the node that hears it best there.
    struct Rival {
        var spot: Spot
        var score: Double
        var interval: Double
        var lastHeard: Timestamp
    }

    /// The loudest of the spots whose nodes can hear.
    ///
    /// What was heard long ago counts for little, whoever has listened since.
    func loudest(
        at time: Timestamp, nodes: NodeViews, where isMeant: (Spot) -> Bool
    ) -> Rival? {
        var best: Rival?
        for hearing in hearings {
            guard let node = nodes[hearing.node], node.isHealthy, isMeant(node.spot) else {
                continue
            }
            let silence = time.seconds(since: hearing.lastHeard)
            let score = hearing.level - hearing.fading(ofSilence: silence)
            if score > best?.score ?? -.infinity {
                best = Rival(
                    spot: node.spot, score: score, interval: hearing.interval,
                    lastHeard: hearing.lastHeard)
            }
        }
        return best
    }

    /// Whether a node of a place has heard the beacon so lately that it is still there.
    func isFresh(in place: ID<Place>, at time: Timestamp, nodes: NodeViews) -> Bool {
        hearings.contains { $0.isFresh(at: time) && nodes[$0.node]?.spot.place == place }
    }

    /// How loud the beacon is in a place; time in which nobody listened does not count as silence.
    func loudness(
        of place: ID<Place>, at time: Timestamp, nodes: NodeViews
    ) -> Double {
        hearings.compactMap { hearing in
            guard let node = nodes[hearing.node], node.spot.place == place else { return nil }
            return hearing.level - hearing.fading(at: time, node: node)
        }.max() ?? -.infinity
    }
}
