/// When somebody carries the device about inside a place.
extension DeviceTrack {
    /// That the device moved inside the place, by its own word.
    struct Walk: Hashable, Sendable, Codable {
        var newest: Timestamp
        /// The newest time that a later one confirmed; `nil` until then.
        var confirmed: Timestamp?
    }

    /// Fixes closer to each other than this are one word, in seconds.
    private static let leastInterval = 60.0
    /// Fixes further from each other than this do not confirm each other, in seconds.
    private static let greatestInterval = 900.0
    /// A way as long as this shows whether somebody strolls, in seconds.
    private static let strollInterval = 120.0
    /// Who set out from a door has passed the boundary after this many seconds.
    private static let wayOut = 120.0
    /// An errand in front of the house takes no longer than this, in seconds.
    private static let errand = 300.0

    /// Notes a fix inside the place in which the device stands.
    mutating func noteWalk(by fix: Fix, in area: Area) {
        guard fix.isFine, fix.isMoving == true || isStrolling(fix, in: area) else { return }
        guard let known = walk else { return walk = Walk(newest: fix.time) }
        let seconds = fix.time.seconds(since: known.newest)
        guard seconds >= Self.leastInterval else { return }
        let isConfirmed = seconds <= Self.greatestInterval
        walk = Walk(
            newest: fix.time, confirmed: isConfirmed ? known.newest : known.confirmed)
    }

    /// Whether a speed that may be noise is borne out by the way inside that was made since the last
    /// word.
    private func isStrolling(_ fix: Fix, in area: Area) -> Bool {
        guard fix.isMoving == nil, fix.speed != nil else { return false }
        return trail.contains {
            fix.time.seconds(since: $0.time) <= Self.strollInterval
                && walk.map(\.newest) ?? .distantPast <= $0.time
                && area.signedDistance(to: $0.coordinate) <= 0
                && $0.coordinate.distance(to: fix.coordinate) > 3 * fix.reach
        }
    }

    /// Whether a fix shows the device still inside a place when any errand in front of the house
    /// would be over.
    func remained(in place: ID<Place>, since moment: Timestamp) -> Bool {
        guard standing == .inside(place), !isPresumed, let last, last.isFine,
            let lastInside
        else { return false }
        return lastInside >= last.time && last.time.seconds(since: moment) >= Self.errand
    }

    /// Whether somebody has walked about inside with the device long after a moment.
    ///
    /// One fix is not enough: a phone on a table may report a speed.
    func isCarriedAbout(since moment: Timestamp) -> Bool {
        walk?.confirmed.map { $0.seconds(since: moment) >= Self.wayOut } ?? false
    }
}
