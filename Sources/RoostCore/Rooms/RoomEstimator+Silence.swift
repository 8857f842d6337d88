/// How long a beacon may be silent, and what its silence tells.
extension RoomEstimator {
    /// How long the beacon may be silent before it is absent, by its own rhythm, in seconds.
    func absenceTimeout(nodes: NodeViews) -> Double {
        let rhythm = interval(nodes: nodes) ?? 0
        let range = nodes.settings.absenceTimeout
        return min(
            range.upperBound, max(range.lowerBound, rhythm * Self.absenceIntervals))
    }

    /// The same, but less for a beacon last heard at a door: it is not expected to be heard again.
    func silenceTimeout(nodes: NodeViews) -> Double {
        let timeout = absenceTimeout(nodes: nodes)
        guard let misses = exit?.missesUntilOut, rate > 0 else { return timeout }
        return min(timeout, max(Self.doorSilence, misses / rate))
    }

    /// After so many of these timeouts, its silence no longer tells where it is.
    static let oblivion = 3.0

    /// From when on a beacon that was not heard since the nodes listen again should have been, by
    /// its own rhythm, and never before it would have been absent if they had listened all along;
    /// `nil` if they have.
    func awaited(nodes: NodeViews) -> Timestamp? {
        guard let last = latest, let node = nodes[last.node], node.listeningSince > last.lastHeard
        else { return nil }
        let pause = max(Self.shortestWait, Self.enoughAwaited * last.interval)
        return max(
            node.listeningSince.advanced(bySeconds: pause),
            last.lastHeard.advanced(bySeconds: absenceTimeout(nodes: nodes)))
    }

    /// A beacon that is not heard for this many of its usual intervals counts as absent.
    private static let absenceIntervals = 8.0

    /// How long a node may take to hear a beacon again that is there: so many intervals, and at
    /// least so many seconds.
    private static let enoughAwaited = 6.0
    private static let shortestWait = 20.0

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
    /// since: a node that cannot hear misses none, nor one that may not be back at the broker.
    func silence(
        at time: Timestamp, nodes: NodeViews
    ) -> (exit: ExitBelief, misses: Double)? {
        guard let lastHeard, let exit else { return nil }
        let misses = latestHearings.reduce(0.0) { sum, hearing in
            guard let node = nodes[hearing.node], node.isHealthy, node.hasSpoken else { return sum }
            let since = max(lastHeard, node.listeningSince)
            return sum + max(0, time.seconds(since: since)) / hearing.interval
        }
        return (exit, misses)
    }

    /// Whether one of some nodes heard the beacon plainly at rest, and no weaker at last, until it
    /// fell silent, and should have heard it since.
    ///
    /// - Parameter quiet: When each of them last heard any beacon.
    func isMissed(by quiet: [ID<Node>: Timestamp], at time: Timestamp) -> Bool {
        hearings.contains { hearing in
            guard let end = quiet[hearing.node], hearing.interval > 0,
                hearing.level >= RoomSnapshot.plain
            else { return false }
            return end.seconds(since: hearing.lastHeard) < Self.lastWords * hearing.interval
                && time.seconds(since: hearing.lastHeard) > Self.enoughMissed * hearing.interval
                && rest(at: hearing.lastHeard) > Self.atRest
                && hearing.lastReading > hearing.steady - Self.noise
        }
    }

    /// Whether it lay still until about that moment, and was heard plainly and this often, in
    /// seconds, and no weaker than before.
    func layUntil(_ moment: Timestamp, heardEvery longest: Double) -> Bool {
        guard let lastHeard, abs(lastHeard.seconds(since: moment)) <= longest,
            rest(at: lastHeard) > Self.atRest
        else { return false }
        let plain = latestHearings.filter { max($0.level, $0.lastReading) >= RoomSnapshot.plain }
        return plain.contains { $0.interval <= longest }
            && plain.allSatisfy { $0.lastReading > $0.steady - Self.noise }
    }

    /// Whether it was still heard in another room so many seconds after another beacon had come to
    /// the room that this one is in.
    func stayedBehind(_ other: RoomEstimator, for seconds: Double) -> Bool {
        guard let spot = current, let there = other.current, spot != there,
            let came = other.roomSince, let lastHeard
        else { return false }
        return lastHeard.seconds(since: came) > seconds
    }

    /// How many intervals before a node fell silent it may have heard a beacon last, and how many
    /// it must have missed since.
    static let lastWords = 3.0
    private static let enoughMissed = 5.0
    /// What has not stirred for this long lies somewhere: it passes no door without a sign, in
    /// seconds.
    static let atRest = 60.0

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

    /// The shortest learned interval at a node of the present place, in seconds; until one of them
    /// has heard it twice, at any.
    func interval(nodes: NodeViews) -> Double? {
        hearings.filter { $0.interval > 0 && nodes[$0.node]?.spot.place == current?.place }
            .map(\.interval).min() ?? shortestInterval
    }
}
