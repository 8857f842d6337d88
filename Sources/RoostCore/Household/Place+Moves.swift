/// A place that moves, as a home does: what it was stays true.
extension Place {
    /// The most moves that are remembered of one place.
    private static let mostMoves = 20

    /// Remembers where the place was, if no part of that belongs to it any more.
    ///
    /// One that is only drawn anew is judged by its better boundary, also for the past.
    mutating func noteMove(from known: Place, at now: Timestamp) {
        former = known.former
        guard let center = known.area.center,
            area.signedDistance(to: center) > known.area.outerRadius
        else { return }
        former = ((former ?? []) + [Former(area: known.area, until: now)]).suffix(Self.mostMoves)
    }

    /// The place as it was drawn at a time.
    func asOf(_ time: Timestamp) -> Place {
        guard let then = former?.first(where: { time < $0.until }) else { return self }
        var place = self
        place.area = then.area
        return place
    }
}
