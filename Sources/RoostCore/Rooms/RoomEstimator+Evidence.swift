import Glibc

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

    /// The loudest hearing by a node of the present room; `nil` if there is none.
    func nearest(nodes: NodeViews) -> Hearing? {
        hearings.filter { nodes[$0.node]?.spot == current }.max { $0.level < $1.level }
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
        return map.position(of: snapshot, power: power + (belief?.correction ?? 0))
    }

    /// Whether the beacon is still in the present place, and when it was last heard there.
    func audibility(nodes: NodeViews) -> (state: Audibility, lastHeard: Timestamp)? {
        guard let current else { return nil }
        let here = weighed.filter { nodes[$0.node]?.spot.place == current.place }
        let last = here.max { $0.lastHeard < $1.lastHeard }
        if isGone { return (last?.lastHeard ?? returned).map { (.absent, $0) } }
        guard let last else { return nil }
        let heardLatest = nodes[last.node]
        if let heardLatest, !heardLatest.isHealthy { return (.frozen(last.node), last.lastHeard) }
        let silence = last.silence(
            at: nodes.time, listeningSince: heardLatest?.listeningSince ?? last.lastHeard)
        // Whether somebody went out is decided with more care, in `Engine.noteWayOut(of:)`.
        let isWorn = recent != nil
        let timeout = isWorn ? absenceTimeout(nodes: nodes) : silenceTimeout(nodes: nodes)
        let isAbsent = silence > timeout
        return (isAbsent ? .absent : .heard, last.lastHeard)
    }

    /// How long the beacon may be silent before it is absent, by its own rhythm, in seconds.
    public func absenceTimeout(nodes: NodeViews) -> Double {
        let rhythm = interval(nodes: nodes) ?? 0
        let range = nodes.settings.absenceTimeout
        return min(
            range.upperBound, max(range.lowerBound, rhythm * nodes.settings.absenceIntervals))
    }

    /// The same, but less for a beacon last heard at a door: it is not expected to be heard again.
    func silenceTimeout(nodes: NodeViews) -> Double {
        let timeout = absenceTimeout(nodes: nodes)
        guard let misses = belief?.exit.missesUntilOut, rate > 0 else { return timeout }
        return min(timeout, max(Self.doorSilence, misses / rate))
    }

    /// The nodes that heard it until the end, and would still hear it if it were there.
    private var latestHearings: [Hearing] {
        guard let lastHeard else { return [] }
        return weighed.filter {
            $0.interval > 0 && lastHeard.seconds(since: $0.lastHeard) < 2 * $0.interval
        }
    }

    /// How many readings a second there would be if it were still where it was last heard.
    private var rate: Double { latestHearings.reduce(0) { $0 + 1 / $1.interval } }

    /// How likely the beacon had gone out when it was last heard, and how many readings are missed
    /// since: a node that cannot hear misses none.
    func silence(
        at time: Timestamp, nodes: NodeViews
    ) -> (exit: ExitBelief, misses: Double)? {
        guard let lastHeard, let belief else { return nil }
        let misses = latestHearings.reduce(0.0) { sum, hearing in
            guard let node = nodes[hearing.node], node.isHealthy else { return sum }
            let since = max(lastHeard, node.listeningSince)
            return sum + max(0, time.seconds(since: since)) / hearing.interval
        }
        return (belief.exit, misses)
    }

    /// The nodes among some that heard the beacon plainly at rest, and no weaker at last, until they
    /// fell silent, and should have heard it since.
    ///
    /// - Parameter quiet: When each of them last heard any beacon.
    func missed(by quiet: [ID<Node>: Timestamp], at time: Timestamp) -> [ID<Node>] {
        hearings.filter { hearing in
            guard let end = quiet[hearing.node], hearing.interval > 0,
                hearing.level >= RoomSnapshot.plain
            else { return false }
            return end.seconds(since: hearing.lastHeard) < Self.lastWords * hearing.interval
                && time.seconds(since: hearing.lastHeard) > Self.enoughMissed * hearing.interval
                && rest(at: hearing.lastHeard) > Self.atRest
                && hearing.lastReading > hearing.steady - Self.noise
        }
        .map(\.node)
    }

    /// How many intervals before a node fell silent it may have heard a beacon last, and how many
    /// it must have missed since.
    private static let lastWords = 3.0
    private static let enoughMissed = 5.0
    /// What has not stirred for this long does not leave without a sign, in seconds.
    private static let atRest = 60.0

    /// The least silence after which a beacon last heard at a door is out, in seconds.
    static let doorSilence = 6.0

    /// The shortest silence that this beacon's rhythm does not explain, in seconds.
    var shortestSilence: Double { max(Self.doorSilence, 2 * (shortestInterval ?? 0)) }

    /// Whether it has been unheard for longer than usual.
    func isSilent(at time: Timestamp) -> Bool {
        lastHeard.map { time.seconds(since: $0) >= shortestSilence } ?? false
    }

    /// The shortest learned interval at any node, in seconds.
    var shortestInterval: Double? { hearings.map(\.interval).filter { $0 > 0 }.min() }

    /// What a closed door and a few steps take, in decibels.
    private static let doorFading = 9.0
    /// The most that noise weakens a thing put down from a pocket, in decibels.
    private static let noise = 6.0
    /// Readings this close to the mean are as usual, in decibels.
    private static let alike = 4.0

    /// How loud the beacon is at the node that hears it best, in dBm: over a while, or lately if it
    /// was carried near.
    func loudness(at time: Timestamp) -> Double? {
        hearings.filter(\.isAudible).map { hearing in
            hearing.isFresh(at: time) ? max(hearing.steady, hearing.level) : hearing.steady
        }.max()
    }

    /// Whether the beacon was heard since, plainly and about as loud as before: it went nowhere.
    ///
    /// - Parameter isPutDown: Whether it was carried until then.
    func isUnfaded(
        since moment: Timestamp, from loudness: Double, isPutDown: Bool
    ) -> Bool {
        let fading = isPutDown ? Self.noise : Self.doorFading
        return hearings.contains { hearing in
            // One reading flatters: a thing perhaps in a pocket must also be this loud in the mean.
            let last = hearing.lastReading
            let level = isPutDown ? min(hearing.level, last) : last
            return hearing.lastHeard > moment && level >= RoomSnapshot.plain
                && level > loudness - fading
        }
    }

    /// How loud each node of the place away from the exits hears a beacon at rest; empty if it has
    /// not lain for this long, in seconds.
    func lying(
        for rest: Double, at time: Timestamp, nodes: NodeViews
    ) -> [Loudness.Level] {
        guard self.rest(at: time) > rest, let current else { return [] }
        return hearings.compactMap { hearing in
            // A node that has not heard it for some packets tells how loud it was somewhere else.
            guard let node = nodes[hearing.node], node.spot.place == current.place, !node.isExit,
                hearing.isAudible,
                time.seconds(since: hearing.lastHeard) < max(rest, 2 * hearing.interval)
            else { return nil }
            return Loudness.Level(node: hearing.node, dBm: hearing.steady)
        }
    }

    /// Whether a node that heard the beacon louder than a limit at rest, in dBm, has since heard it
    /// about as loudly.
    ///
    /// From beside the door to outside, little but the door itself weakens it: there it must also be
    /// this loud in the mean.
    func isAsLoud(
        since moment: Timestamp, as before: Loudness, whereLouderThan limit: Double
    ) -> Bool {
        before.lying.contains { level in
            guard level.dBm >= limit,
                let hearing = hearings.first(where: { $0.node == level.node }),
                hearing.lastHeard > moment
            else { return false }
            return before.isAtExit
                ? min(hearing.level, hearing.lastReading) > level.dBm - Self.noise
                : hearing.lastReading > level.dBm - Self.doorFading
        }
    }

    /// Whether two nodes away from the exits have since heard a beacon that lay still just as
    /// before, and none of them weaker: carried out, it would sound otherwise.
    func isUnchanged(since moment: Timestamp, from before: Loudness) -> Bool {
        let deviations = before.lying.compactMap { level in
            hearings.first { $0.node == level.node && $0.lastHeard > moment }
                .map { $0.lastReading - level.dBm }
        }
        return deviations.count { abs($0) <= Self.alike } >= 2
            && deviations.allSatisfy { $0 >= -Self.alike }
    }

    /// The shortest learned interval at a node of the present place, in seconds.
    public func interval(nodes: NodeViews) -> Double? {
        hearings.filter { $0.interval > 0 && nodes[$0.node]?.spot.place == current?.place }
            .map(\.interval).min()
    }

    /// The hearings, without those of a beacon that came back which are not weighed yet.
    private var weighed: [Hearing] {
        guard let returned else { return hearings }
        return hearings.filter { $0.lastHeard < returned }
    }

    /// Whether the beacon was last heard on its way out by a door.
    var wasHeardLastAtExit: Bool { wentOut || belief?.exit.missesUntilOut != nil }

    /// Whether the beacon is loudest at a door by its latest readings.
    func isAtExit(nodes: NodeViews) -> Bool {
        guard let lastHeard else { return false }
        let last = hearings.filter { lastHeard.seconds(since: $0.lastHeard) < 4 }
            .max { $0.lastReading < $1.lastReading }
        return last.flatMap { nodes[$0.node] }?.isExit ?? false
    }

    // MARK: Loudness

    /// The loudest of the spots whose nodes can hear.
    ///
    /// What was heard long ago counts for little, whoever has listened since.
    func loudest(
        at time: Timestamp, nodes: NodeViews, where isMeant: (Spot) -> Bool
    ) -> (spot: Spot, score: Double, interval: Double)? {
        var best: (spot: Spot, score: Double, interval: Double)?
        for hearing in hearings {
            guard let node = nodes[hearing.node], node.isHealthy, isMeant(node.spot) else {
                continue
            }
            let silence = time.seconds(since: hearing.lastHeard)
            let score = hearing.level - hearing.fading(ofSilence: silence)
            if score > best?.score ?? -.infinity { best = (node.spot, score, hearing.interval) }
        }
        return best
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
