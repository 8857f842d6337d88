import Glibc

/// Turns what the nodes hear of one beacon into the room that it is in.
///
/// This is the one seam between radio and belief: a better estimator replaces this type and nothing
/// else. The strongest room wins, but another must be ahead by a margin for a while, and a node that
/// cannot hear neither loses a beacon nor hands it over.
public struct RoomEstimator: Hashable, Sendable {
    public private(set) var hearings: [Hearing] = []
    public private(set) var current: Spot?
    /// The beacon fell silent for longer than its rhythm explains, and was not heard since.
    public private(set) var isGone = false
    /// Since when the beacon has been in its place without having been absent.
    public private(set) var presentSince: Timestamp?
    /// Since when it has been in its room.
    public private(set) var roomSince: Timestamp?
    /// A room that leads, since when, and for how long it must.
    private var challenger: (spot: Spot, since: Timestamp, dwell: Double)?

    public init() {}

    /// Restores what was kept; the challenger, if there was one, starts anew.
    public init(
        hearings: [Hearing], current: Spot?, isGone: Bool = false, presentSince: Timestamp? = nil,
        roomSince: Timestamp? = nil
    ) {
        self.hearings = hearings
        self.current = current
        self.isGone = isGone
        self.presentSince = presentSince
        self.roomSince = roomSince
    }

    /// A room of a place; `room` is `nil` where the nodes tell only the place.
    public struct Spot: Hashable, Sendable, Codable {
        public var place: ID<Place>
        public var room: ID<Room>?

        public init(place: ID<Place>, room: ID<Room>?) {
            self.place = place
            self.room = room
        }
    }

    /// Whether the beacon is still there.
    public enum Audibility: Hashable, Sendable {
        case heard
        /// Not heard for longer than its rhythm explains, by nodes that could.
        case absent
        /// The node that heard it last cannot tell: it is offline.
        case frozen(ID<Node>)
    }

    /// When any node last heard the beacon.
    public var lastHeard: Timestamp? { hearings.map(\.lastHeard).max() }

    /// Takes in a reading; returns whether it was new.
    mutating func hear(
        _ rssi: RSSI?, by node: ID<Node>, at time: Timestamp
    ) -> Bool {
        if let index = hearings.firstIndex(where: { $0.node == node }) {
            guard hearings[index].hear(rssi, at: time) else { return false }
        } else {
            forgetOldest()
            hearings.append(Hearing(node: node, rssi: rssi, at: time))
        }
        if isGone { comeBack(to: node, at: time) }
        if presentSince == nil { presentSince = time }
        return true
    }

    /// Where the beacon was before it was absent says nothing of where it is now.
    private mutating func comeBack(to node: ID<Node>, at time: Timestamp) {
        for index in hearings.indices where hearings[index].node != node {
            hearings[index].forgetLevel()
        }
        current = nil
        challenger = nil
        isGone = false
        presentSince = time
    }

    /// A tag that travels a campus meets many nodes, and needs few of them.
    private mutating func forgetOldest() {
        guard hearings.count >= Self.mostHearings,
            let oldest = hearings.indices.min(by: {
                hearings[$0].lastHeard < hearings[$1].lastHeard
            })
        else { return }
        hearings.remove(at: oldest)
    }

    /// The nodes that are remembered of one beacon.
    public static let mostHearings = 32
    /// How long a room must lead at the most, in seconds, however slow the tag is.
    private static let longestDwell = 30.0

    /// Notes that the beacon is absent: no restart and no node that comes back makes it present.
    ///
    /// - Returns: Whether that is news.
    mutating func noteAbsence(
        at time: Timestamp, nodes: (ID<Node>) -> NodeView?, settings: EngineSettings
    ) -> Bool {
        guard !isGone, audibility(at: time, nodes: nodes, settings: settings)?.state == .absent
        else { return false }
        isGone = true
        return true
    }

    /// Notes that the beacon's bearer is known to be gone from its place, and the beacon with them.
    mutating func leave() {
        isGone = true
        challenger = nil
    }

    /// Weighs all hearings again and returns whether the room is another one now.
    mutating func settle(
        at time: Timestamp, nodes: (ID<Node>) -> NodeView?, settings: EngineSettings
    ) -> Bool {
        guard !isGone, let best = strongest(at: time, nodes: nodes, except: current) else {
            challenger = nil
            return false
        }
        guard let current else {
            self.current = best.spot
            roomSince = presentSince ?? time
            return true
        }
        // A node that cannot hear keeps its last word against its neighbours, not against the world.
        let isNear = best.spot.place == current.place
        let present = score(of: current, at: time, nodes: nodes, keepsWord: isNear) ?? -.infinity
        let lead = best.score - present
        guard lead >= settings.roomMargin else {
            challenger = nil
            return false
        }
        // Short of a clear lead, a second reading at least must agree.
        let dwell = max(settings.roomDwell, min(Self.longestDwell, 2 * best.interval))
        let since = challenger?.spot == best.spot ? challenger?.since ?? time : time
        challenger = (best.spot, since, dwell)
        guard
            lead >= settings.roomClearMargin && best.interval > 0
                || time.seconds(since: since) >= dwell
        else { return false }
        self.current = best.spot
        challenger = nil
        roomSince = time
        if !isNear { presentSince = time }
        return true
    }

    /// When a room that leads now will have led for long enough, though nothing more is heard.
    var challengeDue: Timestamp? {
        challenger.map { $0.since.advanced(bySeconds: $0.dwell) }
    }

    /// The hearing that speaks loudest for the present room, or `nil` where there is none.
    public func nearest(nodes: (ID<Node>) -> NodeView?) -> Hearing? {
        hearings.filter { nodes($0.node)?.spot == current }.max { $0.level < $1.level }
    }

    /// How likely the present room is against the others, in 0...1.
    public func confidence(at time: Timestamp, nodes: (ID<Node>) -> NodeView?) -> Double {
        guard let current, let present = score(of: current, at: time, nodes: nodes) else {
            return 0
        }
        guard let other = strongest(at: time, nodes: nodes, except: current) else { return 0.99 }
        // A difference of 4 dB is one standard deviation of what walls and bodies do.
        return min(0.99, 1 / (1 + exp((other.score - present) / 4)))
    }

    /// Whether the beacon is still in the present place, and since when it was last heard there.
    public func audibility(
        at time: Timestamp, nodes: (ID<Node>) -> NodeView?, settings: EngineSettings
    ) -> (state: Audibility, lastHeard: Timestamp)? {
        guard let current else { return nil }
        let here = hearings.filter { nodes($0.node)?.spot.place == current.place }
        guard let last = here.max(by: { $0.lastHeard < $1.lastHeard }) else { return nil }
        if isGone { return (.absent, last.lastHeard) }
        let heardLatest = nodes(last.node)
        if let heardLatest, !heardLatest.isHealthy { return (.frozen(last.node), last.lastHeard) }
        let silence = last.silence(
            at: time, listeningSince: heardLatest?.listeningSince ?? last.lastHeard)
        let isAbsent = silence > absenceTimeout(nodes: nodes, settings: settings)
        return (isAbsent ? .absent : .heard, last.lastHeard)
    }

    /// How long the beacon may be silent before it is absent, by its own rhythm, in seconds.
    public func absenceTimeout(
        nodes: (ID<Node>) -> NodeView?, settings: EngineSettings
    ) -> Double {
        let rhythm = interval(nodes: nodes) ?? 0
        let range = settings.absenceTimeout
        return min(range.upperBound, max(range.lowerBound, rhythm * settings.absenceIntervals))
    }

    /// The shortest learned interval at a node of the present place, in seconds.
    public func interval(nodes: (ID<Node>) -> NodeView?) -> Double? {
        hearings.filter { $0.interval > 0 && nodes($0.node)?.spot.place == current?.place }
            .map(\.interval).min()
    }

    /// Whether the last that was heard of the beacon was its way to a door.
    ///
    /// It was there as loud as anywhere, and had come there lately, from within: a tag that falls
    /// asleep by the door went nowhere, and one that was first heard at the door came in by it.
    public func wasHeardLastAtExit(nodes: (ID<Node>) -> NodeView?) -> Bool {
        guard let lastHeard, let roomSince, let presentSince else { return false }
        let recent = hearings.filter { lastHeard.seconds(since: $0.lastHeard) < 10 }
        guard let loudest = recent.map(\.lastReading).max() else { return false }
        return recent.contains { hearing in
            guard let node = nodes(hearing.node), node.isExit, hearing.lastReading >= loudest - 3
            else { return false }
            if node.spot == current {
                return roomSince > presentSince
                    && lastHeard.seconds(since: roomSince) <= Self.passage
            }
            return hearing.level > nearest(nodes: nodes)?.level ?? -.infinity
        }
    }

    /// Whether the beacon is loudest at a door by its very last readings.
    func isAtExit(nodes: (ID<Node>) -> NodeView?) -> Bool {
        guard let lastHeard else { return false }
        let last = hearings.filter { lastHeard.seconds(since: $0.lastHeard) < 4 }
            .max { $0.lastReading < $1.lastReading }
        return last.flatMap { nodes($0.node) }?.isExit ?? false
    }

    /// Who is at the door for longer than this does not leave, in seconds.
    private static let passage = 180.0

    mutating func clamp(to now: Timestamp) {
        for index in hearings.indices { hearings[index].clamp(to: now) }
        presentSince = presentSince.map { min($0, now) }
        roomSince = roomSince.map { min($0, now) }
        challenger = nil
    }

    /// The loudest room but one; what was heard long ago counts for little, whoever listened since.
    private func strongest(
        at time: Timestamp, nodes: (ID<Node>) -> NodeView?, except excluded: Spot?
    ) -> (spot: Spot, score: Double, interval: Double)? {
        var best: (spot: Spot, score: Double, interval: Double)?
        for hearing in hearings {
            guard let node = nodes(hearing.node), node.spot != excluded, node.isHealthy else {
                continue
            }
            let score = score(of: hearing, silence: time.seconds(since: hearing.lastHeard))
            // One reading alone may be a fluke.
            if score > best?.score ?? -.infinity {
                best = (node.spot, score, hearing.interval)
            }
        }
        return best
    }

    /// How loud the present room is: nobody listening is no silence.
    ///
    /// - Parameter keepsWord: Whether a node that cannot hear keeps its last word.
    private func score(
        of spot: Spot, at time: Timestamp, nodes: (ID<Node>) -> NodeView?, keepsWord: Bool = true
    ) -> Double? {
        hearings.compactMap { hearing in
            guard let node = nodes(hearing.node), node.spot == spot else { return nil }
            if !node.isHealthy, keepsWord { return hearing.level }
            let silence = hearing.silence(at: time, listeningSince: node.listeningSince)
            return score(of: hearing, silence: silence)
        }.max()
    }

    /// The level, less what its silence takes away: 2 dB for each missed interval after the third.
    private func score(of hearing: Hearing, silence: Double) -> Double {
        let missed = silence / max(1, hearing.interval) - 3
        return hearing.level - min(60, max(0, 2 * missed))
    }

    public static func == (lhs: RoomEstimator, rhs: RoomEstimator) -> Bool {
        lhs.hearings == rhs.hearings && lhs.current == rhs.current && lhs.isGone == rhs.isGone
            && lhs.presentSince == rhs.presentSince && lhs.roomSince == rhs.roomSince
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(hearings)
        hasher.combine(current)
    }
}

/// What an estimator must know of a node: where it stands, and whether its silence means anything.
public struct NodeView: Hashable, Sendable {
    public var spot: RoomEstimator.Spot
    public var isExit: Bool
    public var isHealthy: Bool
    public var listeningSince: Timestamp
}
