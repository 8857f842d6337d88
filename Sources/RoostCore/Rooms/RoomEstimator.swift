/// Turns what the nodes hear of one beacon into the place and the room that it is in.
///
/// This is the one seam between radio and belief. The loudest place wins, but another must be ahead
/// by a margin for a while; within a place a Bayesian filter weighs the rooms. A node that cannot
/// hear neither loses a beacon nor hands it over.
public struct RoomEstimator: Hashable, Sendable {
    public private(set) var hearings: [Hearing] = []
    public internal(set) var current: Spot?
    var attendance = Attendance()
    /// Since when it has been in its room.
    public internal(set) var roomSince: Timestamp?
    /// The rooms of the present place, weighed.
    var belief: RoomBelief?
    /// Whether the beacon went out by an exit; `nil` if nothing was weighed yet, nor kept.
    public internal(set) var exit: ExitBelief?
    /// How loud the beacon seems; `nil` if nothing was weighed yet, nor kept.
    public internal(set) var seemingPower: SeemingPower?
    /// Another room or place that is ahead, and until when it must stay ahead.
    @Rare var challenger: Challenger?
    /// When the last reading that had waited in a queue arrived; `nil` if a fresh one came since.
    @Rare var caughtUp: Timestamp?
    /// When recent readings are to be weighed.
    var weighingDue: Timestamp?
    /// Of which hearings, a bit each, something came since the rooms were weighed.
    var unweighed: UInt32 = 0
    /// The newest hearing that was weighed.
    var weighedAt: Timestamp?
    /// Since the rooms were weighed, a node heard the beacon that had not heard it before.
    var isHeardAnew = false
    /// Whether more of the queue that `caughtUp` tells of may come at any moment.
    var isQueueOpen = false
    var stillness = Stillness()
    /// Recent readings of a beacon somebody wears, by the order of `hearings`; `nil` for others.
    var recent: RecentReadings?
    /// How certain the room was when it was kept or last weighed.
    private var keptConfidence: Double?

    public init() {}

    public var isGone: Bool { attendance.absence != nil }
    /// Whether nothing but its silence shows that it is gone, if anything does.
    var mayBeThere: Bool { !isGone || attendance.isMereSilence }
    /// Whether the beacon was last heard on its way out by an exit.
    public var wentOut: Bool { attendance.absence?.wentOut ?? false }
    /// How loud a beacon that is gone may be heard from outside, in dBm; `nil` if unknown.
    public var heardOutside: Double? { attendance.absence?.outside.map(Double.init) }
    /// When a beacon that is gone was heard again.
    public var returned: Timestamp? { attendance.absence?.returned }
    /// Since when the beacon has been in its place without an absence.
    public var presentSince: Timestamp? { attendance.since }
    /// Its stay until it was gone, if nothing but its silence showed that; kept when it is back.
    var interrupted: Attendance.Stay? { wentOut ? nil : attendance.interrupted }

    /// Restores a kept estimator; the challenger, if there was one, starts anew.
    public init(
        hearings: [Hearing], current: Spot?, isGone: Bool = false, wentOut: Bool = false,
        heardOutside: Double? = nil, presentSince: Timestamp? = nil, returned: Timestamp? = nil,
        roomSince: Timestamp? = nil, confidence: Double? = nil, exit: ExitBelief? = nil,
        seemingPower: SeemingPower? = nil
    ) {
        keptConfidence = confidence
        (self.exit, self.seemingPower) = (exit, seemingPower)
        self.hearings = hearings
        self.current = current
        self.roomSince = roomSince
        attendance = Attendance(
            isGone: isGone, wentOut: wentOut, heardUpTo: heardOutside, returned: returned,
            since: presentSince, place: current?.place, lastHeard: hearings.map(\.lastHeard).max())
    }

    /// How many nodes are remembered for one beacon: `unweighed` has a bit for each.
    public static let mostHearings = 32

    // MARK: Hearing

    /// Takes in a reading; returns whether it was new.
    mutating func hear(
        _ rssi: RSSI?, by node: ID<Node>, at time: Timestamp
    ) -> Bool {
        let before = isGone ? lastHeard : nil
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
        if isGone {
            attendance.hear(at: time, after: before, interval: shortestInterval ?? 0)
        }
        unweighed |= 1 << (known ?? hearings.count - 1)
        recent?.note(rssi, by: known ?? hearings.count - 1, at: time)
        if presentSince == nil { attendance.since = time }
        return true
    }

    /// Where the beacon was before its absence tells nothing of where it is now.
    mutating func comeBack(at time: Timestamp) {
        attendance.comeBack(at: time)
        for index in hearings.indices where hearings[index].lastHeard < time {
            hearings[index].forgetLevel()
        }
        current = nil
        forgetWeighing()
        challenger = nil
        stillness = Stillness()
    }

    /// A tag that travels a campus meets many nodes and needs few of them.
    private mutating func forgetOldest() {
        guard hearings.count >= Self.mostHearings,
            let oldest = hearings.indices.min(by: {
                hearings[$0].lastHeard < hearings[$1].lastHeard
            })
        else { return }
        hearings.remove(at: oldest)
        unweighed = 0
        // Recent readings know the hearings by their index.
        if recent != nil { recent = RecentReadings() }
    }

    /// Notes that the beacon is absent: no restart and no returning node makes it present.
    ///
    /// - Parameter wentOut: Whether it was last heard on its way out.
    /// - Returns: Whether that is news.
    mutating func noteAbsence(nodes: NodeViews, wentOut: Bool) -> Bool {
        guard !isGone, let current, let audibility = audibility(nodes: nodes),
            audibility.state == .absent
        else { return false }
        attendance.fallSilent(
            wentOut: wentOut, in: current.place, lastHeard: audibility.lastHeard)
        dropPending()
        return true
    }

    /// A node that heard the beacon last turns out to have fallen silent with it, as when the power
    /// fails: the silence told nothing.
    ///
    /// - Parameters:
    ///   - end: When the node last sent or heard anything.
    ///   - evenIfOut: Whether this is also true of what seemed to go out by the exit beside it.
    /// - Returns: Whether it had told something.
    mutating func recall(heardLastBy node: ID<Node>, _ end: Timestamp, evenIfOut: Bool) -> Bool {
        guard attendance.isMereSilence, let last = latest, last.node == node,
            end.seconds(since: last.lastHeard) < Self.lastWords * max(1, last.interval),
            !wentOut || evenIfOut && wasBeside(last)
        else { return false }
        attendance.recall()
        return true
    }

    /// Whether it was heard plainly at last, and no weaker than before, and by no other node, which
    /// would hear it still: then it was not on its way out.
    private func wasBeside(_ last: Hearing) -> Bool {
        last.lastReading >= RoomSnapshot.plain && last.lastReading > last.steady - Self.noise
            && weighed.allSatisfy {
                $0.node == last.node || last.lastHeard.seconds(since: $0.lastHeard) > Self.atRest
            }
    }

    /// Notes that the beacon's bearer is known to have left its place, and the beacon with them.
    ///
    /// - Parameters:
    ///   - byExit: Whether they are known to have gone out by an exit.
    ///   - level: How loud it may be heard from outside, in dBm; `nil` if unknown.
    mutating func leave(byExit: Bool = false, heardUpTo level: Double? = nil) {
        attendance.leave(wentOut: byExit || wasHeardLastAtExit, heardUpTo: level)
        dropPending()
    }

    /// Notes that it fell silent beside an exit, which alone shows that its bearer has left.
    mutating func fallSilentAtExit() {
        guard let place = current?.place, let last = latest?.lastHeard else { return }
        attendance.fallSilent(wentOut: true, in: place, lastHeard: last)
        dropPending()
    }

    /// What was heard of a beacon that is gone is not weighed any more.
    private mutating func dropPending() {
        challenger = nil
        weighingDue = nil
    }

    /// The beacon's bearer is known to have left: no node's failure explains its silence any more.
    mutating func confirmAbsence() { attendance.confirmAbsence() }

    /// The beacon is where it was, but its place turns out to be another.
    mutating func move(to spot: Spot) {
        guard current != nil else { return }
        current = spot
        forgetWeighing()
        challenger = nil
    }

    /// What was weighed was about another place, or another stay.
    mutating func forgetWeighing() { (belief, exit, seemingPower) = (nil, nil, nil) }

    /// For how long it holds that a beacon is going out while nobody listens, in seconds.
    private static let lasting = 0.0...20.0

    /// Nobody listened until now.
    ///
    /// How loud the beacon seems remains, and for a moment also whether it was going out: who went
    /// meanwhile is told.
    mutating func clamp(to now: Timestamp) {
        let isRecent = lastHeard.map { Self.lasting.contains(now.seconds(since: $0)) } ?? false
        if !isRecent { exit = nil }
        for index in hearings.indices { hearings[index].clamp(to: now) }
        attendance.clamp(to: now)
        roomSince?.clamp(to: now)
        keptConfidence = current == nil ? nil : confidence
        belief = nil
        dropPending()
        stillness = Stillness()
        if recent != nil { recent = RecentReadings() }
        (caughtUp, isQueueOpen) = (nil, false)
    }

    /// The probability of the present room against the others, in 0...1.
    public var confidence: Double {
        guard let current else { return 0 }
        return min(
            0.99, belief?.probability(of: current.room) ?? keptConfidence ?? RoomBelief.usual)
    }
}
