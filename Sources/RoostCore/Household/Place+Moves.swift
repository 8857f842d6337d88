/// A place that moves, as a home does: what it was stays true.
extension Place {
    /// The most moves that are remembered of one place.
    private static let mostMoves = 20

    /// Remembers where the place was, if no part of that belongs to it any more.
    ///
    /// Where it was is nobody's business who did not know it then.
    mutating func noteMove(from known: Place, at now: Timestamp) {
        guard known.owner == owner, known.isShared == isShared else { return former = nil }
        former = known.former
        guard let center = known.area.center,
            area.signedDistance(to: center) > known.area.outerRadius
        else { return }
        former = ((former ?? []) + [Former(area: known.area, until: now)]).suffix(Self.mostMoves)
    }

    /// The place as a fix of the past is judged by: where it was then, unless where it is now, or was
    /// next, is nearer, since a place that was drawn wrongly is corrected, and one that moved is
    /// edited late.
    func asOf(_ fix: Fix) -> Place {
        let then = (former ?? []).filter { fix.time < $0.until }.prefix(2).map(\.area)
        var place = self
        place.area =
            (then + [area]).min {
                $0.signedDistance(to: fix.coordinate) < $1.signedDistance(to: fix.coordinate)
            } ?? area
        return place
    }
}
