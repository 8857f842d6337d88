/// Readings that waited in a queue count as of when they were heard.
extension RoomEstimator {
    /// Notes when a reading arrived.
    ///
    /// - Parameter isLate: Whether it had waited in a queue, which may hold more. One that is older
    ///   than what is known begins none: others are heard as they come.
    mutating func noteArrival(isLate: Bool, isLatest: Bool, at now: Timestamp) {
        guard isLate else { return (caughtUp, isQueueOpen) = (nil, false) }
        if isLatest || isQueueOpen { (caughtUp, isQueueOpen) = (now, true) }
    }

    /// What counts as now: while a queue is read, the time of which it tells.
    func moment(at now: Timestamp) -> Timestamp {
        guard isQueueOpen, let caughtUp, let lastHeard, now.seconds(since: caughtUp) < Self.lull
        else { return now }
        return min(now, lastHeard.advanced(bySeconds: Self.gathering))
    }

    /// Whether a queue was read, and now counts again.
    mutating func endQueue(at now: Timestamp) -> Bool {
        guard let queueEnd, queueEnd <= now else { return false }
        isQueueOpen = false
        return true
    }

    /// Whether the newest reading had waited for so long that it does not tell who is there now.
    func isPast(nodes: NodeViews) -> Bool {
        guard let caughtUp, let lastHeard else { return false }
        let limit = min(Self.latest, Self.oblivion * silenceTimeout(nodes: nodes))
        return caughtUp.seconds(since: lastHeard) > limit
    }

    /// Whatever a beacon's rhythm, nothing older tells of now, in seconds.
    private static let latest = 600.0

    /// When a queue that is read will have ended, if nothing more comes of it.
    var queueEnd: Timestamp? { isQueueOpen ? caughtUp?.advanced(bySeconds: Self.lull) : nil }

    /// The longest pause within a queue that is read, in seconds.
    private static let lull = 2.0
}
