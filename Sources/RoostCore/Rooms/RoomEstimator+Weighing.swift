/// When and how the rooms of the present place are weighed.
extension RoomEstimator {
    /// Several nodes hear one packet, and their messages come one after the other: how long to wait
    /// for them, in seconds.
    static let gathering = 0.1

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

    /// Weighs the rooms by what is heard now.
    mutating func weigh(
        _ map: RoomMap, at time: Timestamp, nodes: NodeBook, _ sender: Transmitter
    ) {
        guard let current else { return }
        let news = map.fingerprints == nil ? 1 : news(in: current.place, at: time, nodes: nodes)
        weighedAt = lastHeard
        unweighed = 0
        let known = belief.flatMap { $0.isAbout(map, of: current.place) ? $0 : nil }
        // What was believed about other rooms is void; after a restart, some of it was kept.
        let hasNewMap = known == nil && belief != nil
        var exit = hasNewMap ? ExitBelief() : exit ?? ExitBelief()
        var power = hasNewMap ? SeemingPower() : seemingPower ?? SeemingPower()
        var belief =
            known
            ?? RoomBelief(
                in: current.place, map: map, room: current.room, confidence: confidence, at: time)
        let snapshot = RoomSnapshot(
            of: hearings, in: current.place, believedIn: current.room, at: time, nodes: nodes)
        if !snapshot.heard.isEmpty {
            let stay = stay(at: time)
            let passed = belief.passed(at: time)
            let unlikeness = stillness.note(hearings, isHeardAnew: isHeardAnew, at: time)
            if isHeardAnew { belief.expectNews(at: time) }
            isHeardAnew = false
            let learning = belief.passed(at: time)
            let likelihood = map.likelihood(of: snapshot, from: sender)
            belief.step(
                likelihood, in: current.room, stay: stay,
                still: stillness.duration(at: time), unlikeness: unlikeness, news: news, map: map,
                at: time)
            power.learn(likelihood.offset, elapsed: learning)
            exit = belief.weighed(
                exit, by: snapshot, likelihood, power: sender.power + power.offset,
                stay: stayAtExit(current, stay, in: map, at: time),
                still: stillness.duration(at: time), elapsed: passed, map: map)
        }
        (self.belief, self.exit, seemingPower) = (belief, exit, power)
    }

    /// The share of the place's nodes that hear it now that told so since it was last weighed.
    private func news(in place: ID<Place>, at time: Timestamp, nodes: NodeBook) -> Double {
        var (all, new) = (0, 0)
        for (index, hearing) in hearings.enumerated()
        where hearing.isAudible && hearing.isFresh(at: time)
            && nodes.column(of: hearing.node, in: place) != nil
        {
            all += 1
            if unweighed & 1 << index != 0 { new += 1 }
        }
        return all == 0 ? 1 : Double(new) / Double(all)
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

    /// The likeliest room of the present place, if it is another than the present one and certain
    /// enough, and for how long it must be ahead, in seconds, unless that is clear.
    func likelierRoom(
        _ map: RoomMap, settings: EngineSettings
    ) -> (room: ID<Room>?, isClear: Bool, dwell: Double)? {
        // A beacon that may be out is in no other room.
        guard let belief, let best = belief.best, best.room != current?.room,
            best.probability * (1 - (exit?.probability ?? 0)) >= settings.roomCertainty
        else { return nil }
        let interval = shortestInterval
        if map.fingerprints != nil {
            // What nobody wears lies in a room for hours, and is seldom in another for seconds.
            return (best.room, recent != nil, max(Self.pickingUp, interval ?? 0))
        }
        // Short of certainty a second reading must agree.
        let isClear = best.probability >= Self.clearCertainty && interval != nil
        return (best.room, isClear, max(settings.roomDwell, interval ?? 0))
    }

    /// For how long a thing must seem to be in another room to have been carried there, in seconds.
    private static let pickingUp = 6.0
    /// At this certainty of another room, no waiting is needed.
    private static let clearCertainty = 0.99
}
