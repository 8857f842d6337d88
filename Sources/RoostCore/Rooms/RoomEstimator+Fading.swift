/// Whether a beacon still sounds as it did where it lay, or fades because somebody carries it out.
extension RoomEstimator {
    /// What a closed door and a few steps take, in decibels.
    private static let doorFading = 9.0
    /// The most that noise weakens a thing put down from a pocket, in decibels.
    static let noise = 6.0
    /// A node away from the doors that hears a resting item above this hears it less from the
    /// street, in dBm.
    static let loudInside = -80.0
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
    /// - Parameters:
    ///   - isDoubtful: Whether little weakens it outside, or one reading may flatter: that of a
    ///     thing perhaps in a pocket, or beside the door. Then it must also be this loud in the
    ///     mean.
    ///   - before: How loud it was, in dBm, to be compared with a node's hearing; `nil` for none.
    func isUnfaded(
        since moment: Timestamp, isDoubtful: Bool, from before: (Hearing) -> Double?
    ) -> Bool {
        hearings.contains { hearing in
            guard hearing.lastHeard > moment, let before = before(hearing) else { return false }
            let last = hearing.lastReading
            let level = isDoubtful ? min(hearing.level, last) : last
            return level >= RoomSnapshot.plain
                && level > before - (isDoubtful ? Self.noise : Self.doorFading)
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

    /// Whether a beacon that lay still is heard since as it was there: by a node that heard it well
    /// there about as loud, or as `isUnchanged` asks.
    func isStaying(since moment: Timestamp, from before: Loudness) -> Bool {
        isUnfaded(since: moment, isDoubtful: true) {
            before.level(at: $0.node, over: Self.loudInside)
        }
            || isUnchanged(since: moment, from: before)
    }

    /// Whether two nodes away from the exits have since heard a beacon that lay still just as
    /// before, and none of them weaker: carried out, it would sound otherwise.
    ///
    /// A node that could barely hear it proves nothing: what it hears at all is as faint.
    func isUnchanged(since moment: Timestamp, from before: Loudness) -> Bool {
        let deviations = before.lying.compactMap { level in
            hearings.first { $0.node == level.node && $0.lastHeard > moment }
                .map { (from: level.dBm, by: $0.lastReading - level.dBm) }
        }
        return deviations.count { $0.from >= RoomSnapshot.plain && abs($0.by) <= Self.alike } >= 2
            && deviations.allSatisfy { $0.by >= -Self.alike }
    }
}
