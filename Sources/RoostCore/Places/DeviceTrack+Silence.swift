/// What a device that tells its position only when it has moved shows by telling nothing.
///
/// It is within its stride of its newest fix. If it was on its way to the one place around there in which it
/// often stays, that is where it is.
extension DeviceTrack {
    /// The rule by which a silence near a place tells that the device is in it.
    static let silentNearby = "silent_nearby"

    /// Whether no fix showed yet that the device is where it stands.
    var isPresumed: Bool { verdict?.rule == Self.silentNearby }

    // MARK: Learning

    /// Learns from a fix that follows another how far the device goes before it tells.
    mutating func learnStride(to fix: Fix, after previous: Fix) {
        // What its owner or a boundary made it tell, or the clock, was due to no step.
        guard fix.isFine, previous.isFine, fix.crossing == nil, previous.crossing == nil,
            fix.coordinate != previous.coordinate,
            fix.time.seconds(since: previous.time) <= Self.longestStep
        else { return }
        let step = fix.coordinate.distance(to: previous.coordinate)
        stride = min(step, stride.map { Self.forgetting * $0 + 1 } ?? step).rounded()
    }

    /// Notes a stay in a place that ends at a time.
    mutating func learnStay(in place: ID<Place>, until time: Timestamp) {
        guard let verdict, !isPresumed, time.seconds(since: verdict.time) >= Self.shortestStay
        else { return }
        var known = frequent ?? FrequentPlaces()
        known.note(stayIn: place)
        frequent = known
    }

    /// Fixes that are further apart in time may be due to the clock, in seconds.
    private static let longestStep = 600.0
    /// So much longer steps become with each fix, until a short one comes.
    private static let forgetting = 1.03
    /// What tells after each such step, in metres, tells nothing by its silence.
    private static let leastStride = 50.0
    /// Less is no stay, in seconds.
    private static let shortestStay = 600.0

    // MARK: Silence

    /// Where a device that is outside all places is, should it tell nothing for a while.
    struct Presumption: Hashable, Sendable, Codable {
        var place: ID<Place>
        /// Of the fix beside the place.
        var time: Timestamp
        /// Metres from the boundary to that fix.
        var margin: Double
        /// So long a silence tells that the device is there, in seconds.
        var patience: Double
    }

    /// Looks for the place that a silence after `fix`, which was believed, would mean.
    ///
    /// - Parameter hasNodes: Whether nodes listen in a place: they would tell who comes.
    mutating func presume(
        after fix: Fix, places: [Place], hasNodes: (ID<Place>) -> Bool
    ) {
        presumption = nil
        guard standing == .outside, approach == nil, fix.isFine, let frequent, let walkedOn,
            let stride
        else { return }
        let near = places.compactMap { place -> (place: Place, margin: Double, stays: Int)? in
            let stays = frequent.stays(in: place.id)
            guard stays > 0 else { return nil }
            let margin = place.area.signedDistance(to: fix.coordinate)
            return margin <= stride + fix.reach ? (place, margin, stays) : nil
        }
        guard let best = near.max(by: { $0.stays < $1.stays }),
            near.allSatisfy({
                $0.place.id == best.place.id || $0.stays * Self.rivalry <= best.stays
            }), !hasNodes(best.place.id), isOnTheWay(to: best.place, at: best.margin, fix)
        else { return }
        presumption = Presumption(
            place: best.place.id, time: fix.time, margin: best.margin, patience: walkedOn)
    }

    /// After so long a silence the device did not walk on, in seconds; `nil` of one that tells by the clock.
    var walkedOn: Double? {
        guard let stride, stride >= Self.leastStride else { return nil }
        return max(Self.shortestWalk, stride / Self.slowest)
    }

    /// Whether the way since the fix before led towards a place: the angle between the two is acute.
    private func isOnTheWay(to place: Place, at margin: Double, _ fix: Fix) -> Bool {
        guard let before = trail.last(where: { $0.time < fix.time }) else { return false }
        let step = before.coordinate.distance(to: fix.coordinate)
        let (was, isNow) = (place.area.signedDistance(to: before.coordinate), max(0, margin))
        return was > 0 && was * was > step * step + isNow * isNow
    }

    /// Where it stayed so many times as often as in any other place around, it stays again.
    private static let rivalry = 4
    /// Nobody who walks is slower, in metres per second, and no walk told after less time, in seconds.
    private static let slowest = 0.8
    private static let shortestWalk = 240.0

    // MARK: Driving there

    /// Whether the device was driven to a place in which it often stays: of a drive past it, fixes so far
    /// apart seldom tell.
    func isDriven(to place: Place, _ fix: Fix, after previous: Fix?) -> Bool {
        guard let previous, frequent?.stays(in: place.id) ?? 0 > 0 else { return false }
        let seconds = fix.time.seconds(since: previous.time)
        return seconds >= Self.sparse
            && fix.coordinate.distance(to: previous.coordinate) >= Self.driving * seconds
    }

    /// Fixes that are so far apart in time, in seconds, and by more than a run, in metres per second.
    private static let sparse = 45.0
    private static let driving = 3.0
}
