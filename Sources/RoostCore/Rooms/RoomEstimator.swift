/// Turns what the nodes hear of one beacon into the place and the room that it is in.
///
/// This is the one seam between radio and belief. The loudest place wins, but another must be ahead
/// by a margin for a while; within a place a Bayesian filter weighs the rooms. A node that cannot
/// hear neither loses a beacon nor hands it over.
public struct RoomEstimator: Hashable, Sendable {
    public private(set) var hearings: [Hearing] = []
    public private(set) var current: Spot?
    /// That the beacon is gone and not back yet; `nil` while it is there.
    private var absence: Absence?
    /// Since when the beacon has been in its place without an absence.
    public private(set) var presentSince: Timestamp?
    /// Its stay until it was gone, if nothing but its silence showed that; kept when it is back.
    ///
    /// After a restart, its bearer may also have been known to have left.
    @Rare private(set) var interrupted: Stay?
    /// Since when it has been in its room.
    public private(set) var roomSince: Timestamp?
    /// The rooms of the present place, weighed.
    private(set) var belief: RoomBelief?
    /// Another room or place that is ahead, and until when it must stay ahead.
    @Rare private var challenger: Challenger?
    /// When the last reading that had waited in a queue arrived; `nil` if a fresh one came since.
    @Rare var caughtUp: Timestamp?
    /// When recent readings are to be weighed.
    private var weighingDue: Timestamp?
    /// The newest hearing that was weighed.
    private var weighedAt: Timestamp?
    /// Since the rooms were weighed, a node heard the beacon that had not heard it before.
    private var isHeardAnew = false
    /// Whether more of the queue that `caughtUp` tells of may come at any moment.
    var isQueueOpen = false
    private var stillness = Stillness()
    /// Recent readings of a beacon somebody wears, by the order of `hearings`; `nil` for others.
    var recent: RecentReadings?
    /// How certain the room was when it was kept or last weighed.
    private var keptConfidence: Double?

    public init() {}

    public var isGone: Bool { absence != nil }
    /// Whether the beacon was last heard on its way out by an exit.
    public var wentOut: Bool { absence?.wentOut ?? false }
    /// When a beacon that is gone was heard again.
    public var returned: Timestamp? { absence?.returned }

    /// Restores a kept estimator; the challenger, if there was one, starts anew.
    public init(
        hearings: [Hearing], current: Spot?, isGone: Bool = false, wentOut: Bool = false,
        presentSince: Timestamp? = nil, returned: Timestamp? = nil, roomSince: Timestamp? = nil,
        confidence: Double? = nil
    ) {
        if isGone { absence = Absence(wentOut: wentOut, returned: returned) }
        keptConfidence = confidence
        self.hearings = hearings
        self.current = current
        self.presentSince = presentSince
        self.roomSince = roomSince
        let last = hearings.map(\.lastHeard).max()
        if isGone, !wentOut, let current, let presentSince, let last {
            interrupted = Stay(
                place: current.place, since: presentSince, lastHeard: last, isRestored: true)
        }
    }

    /// A room of a place; `room` is `nil` if the nodes tell only the place.
    public struct Spot: Hashable, Sendable, Codable {
        public var place: ID<Place>
        public var room: ID<Room>?

        public init(place: ID<Place>, room: ID<Room>?) {
            self.place = place
            self.room = room
        }
    }

    /// How long the beacon was in a place without an absence.
    struct Stay: Hashable, Sendable {
        var place: ID<Place>
        var since: Timestamp
        var lastHeard: Timestamp
        var isRestored = false
    }

    /// How many nodes are remembered for one beacon.
    public static let mostHearings = 32
    /// Several nodes hear one packet, and their messages come one after the other: how long to wait
    /// for them, in seconds.
    static let gathering = 0.1

    // MARK: Hearing

    /// Takes in a reading; returns whether it was new.
    mutating func hear(
        _ rssi: RSSI?, by node: ID<Node>, at time: Timestamp
    ) -> Bool {
        let before = absence == nil ? nil : lastHeard
        let known = hearings.firstIndex { $0.node == node }
        if let index = known {
            let isAnew = hearings[index].isHeardAnew(rssi, at: time)
            guard hearings[index].hear(rssi, at: time, stillness: stillness.settled(at: time))
            else { return false }
            isHeardAnew = isHeardAnew || isAnew
        } else {
            isHeardAnew = true
            forgetOldest()
            // There are many beacons, and each is soon known to all nodes that can hear it.
            hearings.reserveCapacity(hearings.count + 1)
            hearings.append(Hearing(node: node, rssi: rssi, at: time))
        }
        if absence != nil {
            let interval = shortestInterval ?? 0
            absence?.hear(at: time, after: before, interval: interval)
        }
        recent?.note(rssi, by: known ?? hearings.count - 1, at: time)
        if presentSince == nil { presentSince = time }
        return true
    }

    /// Where the beacon was before its absence tells nothing of where it is now.
    private mutating func comeBack(at time: Timestamp) {
        if wentOut { interrupted = nil }
        for index in hearings.indices where hearings[index].lastHeard < time {
            hearings[index].forgetLevel()
        }
        current = nil
        belief = nil
        challenger = nil
        stillness = Stillness()
        absence = nil
        presentSince = time
    }

    /// A tag that travels a campus meets many nodes and needs few of them.
    private mutating func forgetOldest() {
        guard hearings.count >= Self.mostHearings,
            let oldest = hearings.indices.min(by: {
                hearings[$0].lastHeard < hearings[$1].lastHeard
            })
        else { return }
        hearings.remove(at: oldest)
        // Recent readings know the hearings by their index.
        if recent != nil { recent = RecentReadings() }
    }

    /// Notes that the beacon is absent: no restart and no returning node makes it present.
    ///
    /// - Returns: Whether that is news.
    mutating func noteAbsence(nodes: NodeViews) -> Bool {
        guard !isGone, let current, let audibility = audibility(nodes: nodes),
            audibility.state == .absent
        else { return false }
        let last = audibility.lastHeard
        leave()
        interrupted = Stay(
            place: current.place, since: presentSince ?? last, lastHeard: last)
        return true
    }

    /// A node that heard the beacon last turns out to have fallen silent with it, as when the power
    /// fails: the silence told nothing.
    ///
    /// - Parameter lastSpoke: When the node last sent anything.
    /// - Returns: Whether it had told something.
    mutating func recall(heardLastBy node: ID<Node>, _ lastSpoke: Timestamp) -> Bool {
        guard isGone, interrupted?.isRestored == false, !wentOut, let last = latest,
            last.node == node,
            lastSpoke.seconds(since: last.lastHeard) < Self.lastWords * max(1, last.interval)
        else { return false }
        (absence, interrupted) = (nil, nil)
        return true
    }

    /// Notes that the beacon's bearer is known to have left its place, and the beacon with them.
    ///
    /// - Parameters:
    ///   - byExit: Whether they are known to have gone out by an exit.
    ///   - level: How loud it may be heard from outside, in dBm; `nil` if unknown.
    mutating func leave(byExit: Bool = false, heardUpTo level: Double? = nil) {
        absence = Absence(wentOut: byExit || wasHeardLastAtExit, heardUpTo: level)
        interrupted = nil
        challenger = nil
        weighingDue = nil
    }

    /// The beacon's bearer is known to have left: no node's failure explains its silence any more.
    mutating func confirmAbsence() { interrupted = nil }

    /// The beacon is where it was, but its place turns out to be another.
    mutating func move(to spot: Spot) {
        guard current != nil else { return }
        current = spot
        belief = nil
        challenger = nil
    }

    mutating func clamp(to now: Timestamp) {
        for index in hearings.indices { hearings[index].clamp(to: now) }
        presentSince?.clamp(to: now)
        roomSince?.clamp(to: now)
        interrupted?.since.clamp(to: now)
        interrupted?.lastHeard.clamp(to: now)
        keptConfidence = current == nil ? nil : confidence
        belief = nil
        challenger = nil
        weighingDue = nil
        stillness = Stillness()
        if recent != nil { recent = RecentReadings() }
        absence?.clamp(to: now)
        (caughtUp, isQueueOpen) = (nil, false)
    }

    // MARK: Weighing

    /// Whether something was heard that is not weighed yet.
    var hasNews: Bool { weighingDue != nil }

    /// When to settle again even if nothing more is heard.
    var settlingDue: Timestamp? {
        var due = weighingDue ?? .distantFuture
        if let challenger { due = min(due, challenger.due) }
        if let queueEnd { due = min(due, queueEnd) }
        return due == .distantFuture ? nil : due
    }

    /// Notes that there is something to weigh; returns whether to weigh it now: once every node
    /// that recently heard the beacon has heard it again, or has had time to.
    mutating func gather(at time: Timestamp) -> Bool {
        if weighingDue == nil { weighingDue = time.advanced(bySeconds: Self.gathering) }
        return isComplete || settlingDue.map { $0 <= time } ?? false
    }

    private var isComplete: Bool {
        guard let weighedAt else { return false }
        return hearings.allSatisfy { hearing in
            let age = weighedAt.seconds(since: hearing.lastHeard)
            return age < 0 || age > max(1, 2 * hearing.interval)
        }
    }

    /// Weighs all hearings again; returns whether the place or the room changed.
    mutating func settle(at time: Timestamp, nodes: NodeBook, sender: Transmitter) -> Bool {
        let hasNews = hasNews
        weighingDue = nil
        let views = nodes.views(at: time)
        let isPast = isPast(nodes: views)
        if !isPast, let end = absence?.end(by: hearings) { comeBack(at: end) }
        guard !isGone else {
            challenger = nil
            return false
        }
        let rival = loudest(at: time, nodes: views) { $0.place != current?.place }
        guard let current else {
            guard !isPast else {
                presentSince = nil
                return false
            }
            return rival.map { enter($0.spot.place, at: time, nodes: nodes, sender) } ?? false
        }
        if let rival {
            // A node that cannot hear keeps its last word against nodes of its place, not against
            // other places.
            let lead = rival.score - loudness(of: current.place, at: time, nodes: views)
            if lead >= Self.placeMargin,
                let hasMoved = move(
                    to: rival, from: current.place, lead: lead, at: time, nodes, sender)
            {
                return hasMoved
            }
        }
        guard let map = nodes.map(of: current.place) else {
            challenger = nil
            return false
        }
        if hasNews { weigh(map, at: time, nodes: nodes, sender) }
        return settleRoom(map, in: current.place, at: time, settings: nodes.settings)
    }

    /// Another place is ahead; returns whether the beacon has moved there, and `nil` if what is heard
    /// there tells nothing.
    private mutating func move(
        to rival: Rival, from place: ID<Place>, lead: Double, at time: Timestamp, _ nodes: NodeBook,
        _ sender: Transmitter
    ) -> Bool? {
        let there = Spot(place: rival.spot.place, room: nil)
        let views = nodes.views(at: time)
        // While the beacon is heard where it was, one reading elsewhere may be a stray one.
        if isFresh(in: place, at: time, nodes: views),
            challenger?.isRepeated(there, heardAt: rival.lastHeard) != true
        {
            let pending = Self.pending * max(1, interval(nodes: views) ?? 0)
            guard time.seconds(since: rival.lastHeard) < pending else { return nil }
            _ = leads(there, by: lead, rival, at: time)
            return false
        }
        return leads(there, by: lead, rival, at: time)
            && enter(there.place, at: time, nodes: nodes, sender)
    }

    private mutating func leads(
        _ spot: Spot, by lead: Double, _ rival: Rival, at time: Timestamp
    ) -> Bool {
        leads(
            spot, isClear: lead >= Self.clearMargin && rival.interval > 0,
            dwell: max(Self.placeDwell, 2 * rival.interval), heardAt: rival.lastHeard, at: time)
    }

    /// The beacon has come to another place, or to one at all.
    private mutating func enter(
        _ place: ID<Place>, at time: Timestamp, nodes: NodeBook, _ sender: Transmitter
    ) -> Bool {
        guard let map = nodes.map(of: place) else { return false }
        if current != nil { presentSince = time }
        roomSince = presentSince
        challenger = nil
        current = Spot(place: place, room: nil)
        belief = RoomBelief(in: place, map: map, at: time)
        weigh(map, at: time, nodes: nodes, sender)
        current?.room = belief?.best?.room
        return true
    }

    private mutating func weigh(
        _ map: RoomMap, at time: Timestamp, nodes: NodeBook, _ sender: Transmitter
    ) {
        guard let current else { return }
        weighedAt = lastHeard
        var belief =
            belief.flatMap { $0.isAbout(map, of: current.place) ? $0 : nil }
            ?? RoomBelief(
                in: current.place, map: map, room: current.room, confidence: confidence, at: time)
        let snapshot = RoomSnapshot(
            of: hearings, in: current.place, believedIn: current.room, at: time, nodes: nodes)
        if !snapshot.heard.isEmpty {
            let stay = stay(at: time)
            let passed = belief.passed(at: time)
            stillness.note(hearings, isHeardAnew: isHeardAnew, at: time)
            if isHeardAnew { belief.expectNews(at: time) }
            isHeardAnew = false
            let likelihood = map.likelihood(of: snapshot, from: sender)
            belief.step(
                likelihood, in: current.room, stay: stay,
                still: stillness.duration(at: time), map: map, at: time)
            belief.weighExit(
                snapshot, likelihood, power: sender.power,
                stay: stayAtExit(current, stay, in: map, at: time),
                still: stillness.duration(at: time), elapsed: passed, map: map)
        }
        self.belief = belief
    }

    /// How long it has been where it may go out by an exit, in seconds; `nil` if it came in there.
    private func stayAtExit(
        _ spot: Spot, _ stay: Double, in map: RoomMap, at time: Timestamp
    ) -> Double? {
        guard map.isExit(spot.room) else { return 0 }
        let passed = roomSince == presentSince ? nil : stay
        // A thing at rest that was taken up is on its way as if it had just come.
        guard recent == nil, let takenUp else { return passed }
        return min(passed ?? .infinity, time.seconds(since: takenUp))
    }

    /// How long it has been in its room, in seconds.
    private func stay(at time: Timestamp) -> Double {
        roomSince.map { time.seconds(since: $0) } ?? 0
    }

    /// How long the beacon has been at rest, in seconds.
    func rest(at time: Timestamp) -> Double { stillness.duration(at: time) }

    /// When the beacon was taken up after a long rest; `nil` if nobody saw it.
    var takenUp: Timestamp? { stillness.takenUp }

    private mutating func settleRoom(
        _ map: RoomMap, in place: ID<Place>, at time: Timestamp, settings: EngineSettings
    ) -> Bool {
        guard let belief, let best = belief.best, best.room != current?.room else {
            challenger = nil
            return false
        }
        let spot = Spot(place: place, room: best.room)
        // A beacon that may be out is in no other room.
        guard best.probability * (1 - belief.exit.probability) >= settings.roomCertainty else {
            challenger = nil
            return false
        }
        // Short of certainty a second reading must agree, unless the rooms were measured; then what
        // has lain in a room for a while is seldom in another for a few seconds.
        let interval = shortestInterval
        let isMeasured = map.fingerprints != nil
        let isLeft = isMeasured && recent == nil && stay(at: time) > Self.layingDown
        let isClear =
            !isLeft
            && (isMeasured || best.probability >= Self.clearCertainty && interval != nil)
        let dwell = isLeft ? Self.pickingUp : max(settings.roomDwell, interval ?? 0)
        guard leads(spot, isClear: isClear, dwell: dwell, heardAt: time, at: time) else {
            return false
        }
        current = spot
        challenger = nil
        roomSince = time
        return true
    }

    /// Notes that another spot is ahead; returns whether it has been for long enough.
    private mutating func leads(
        _ spot: Spot, isClear: Bool, dwell: Double, heardAt reading: Timestamp, at time: Timestamp
    ) -> Bool {
        let new = Challenger(spot, after: challenger, dwell: dwell, heardAt: reading, at: time)
        challenger = new
        return isClear || new.due <= time
    }

    /// What nobody wears has been laid down after this long in a room, in seconds.
    private static let layingDown = 120.0
    /// For how long it must seem to be in another room until it has been picked up, in seconds.
    private static let pickingUp = 10.0
    /// At this certainty of another room, no waiting is needed.
    private static let clearCertainty = 0.99
    /// How many decibels another place must be ahead, and how many make waiting unnecessary.
    static let placeMargin = 4.0
    private static let clearMargin = 12.0
    /// For how many intervals one reading of another place waits for the next.
    private static let pending = 3.0
    /// How long another place must be ahead, in seconds.
    private static let placeDwell = 2.5

    // The weighing is not kept: after a restart, two estimators with the same history differ in it.
    public static func == (lhs: RoomEstimator, rhs: RoomEstimator) -> Bool {
        lhs.hearings == rhs.hearings && lhs.current == rhs.current && lhs.isGone == rhs.isGone
            && lhs.presentSince == rhs.presentSince && lhs.roomSince == rhs.roomSince
            && lhs.returned == rhs.returned && lhs.wentOut == rhs.wentOut
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(hearings)
        hasher.combine(current)
    }

    /// The probability of the present room against the others, in 0...1.
    public var confidence: Double {
        guard let current else { return 0 }
        return min(
            0.99, belief?.probability(of: current.room) ?? keptConfidence ?? RoomBelief.usual)
    }
}
