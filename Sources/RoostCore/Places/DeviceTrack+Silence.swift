/// What the silence of a device that reports its position only after moving shows.
///
/// It is within its stride of its newest fix. If it was on its way to the one place around there in
/// which it often stays, that is where it is.
extension DeviceTrack {
    /// Where a device outside all places is if it stays silent for a while.
    struct Presumption: Hashable, Sendable, Codable {
        var place: ID<Place>
        /// The time of the fix beside the place.
        var time: Timestamp
        /// Metres from the boundary to that fix.
        var margin: Double
        /// How long a silence must be to show that the device is there, in seconds.
        var patience: Double
        /// The end of the last outage since that fix; `nil` if there was none.
        var listenedSince: Timestamp?

        /// Since when nothing was heard although the gateway listened.
        var began: Timestamp { listenedSince ?? time }
    }

    /// Whether no fix has yet shown the device where it stands.
    var isPresumed: Bool {
        standing.place != nil && verdict?.rule == .silentNearby
    }

    // MARK: Learning

    /// Learns from two successive fixes how far the device goes before it reports.
    mutating func learnStride(to fix: Fix, after previous: Fix) {
        // A boundary crossing is reported whatever the distance.
        guard fix.isFine, previous.isFine, fix.crossing == nil, previous.crossing == nil,
            fix.coordinate != previous.coordinate,
            fix.time.seconds(since: previous.time) <= Self.longestWait
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

    /// Fixes further apart than this may be due to a clock, in seconds.
    private static let longestWait = 600.0
    /// The factor by which the stride grows with each fix until a shorter step comes.
    private static let forgetting = 1.03
    /// With shorter strides a clock decides the reports, and with longer ones a silence may mean
    /// anywhere, in metres.
    private static let strides = 50.0...1000.0
    /// The most strides from one fix to the next.
    private static let longestStep = 2.0
    /// Less than this is no stay, in seconds.
    private static let shortestStay = 600.0

    // MARK: Silence

    /// The silence that rules out walking on, in seconds; `nil` if the device reports by a clock.
    var walkedOn: Double? {
        guard let stride, Self.strides.contains(stride) else { return nil }
        return max(Self.shortestWalk, stride / Self.slowest)
    }

    /// Looks for the place that a silence after `fix`, which was believed, would mean.
    ///
    /// - Parameter hasNodes: Whether nodes listen in a place: they would show who comes.
    mutating func presume(after fix: Fix, places: [Place], hasNodes: (ID<Place>) -> Bool) {
        guard !isPresumed else { return }
        presumption = nil
        guard standing == .outside, fix.isFine, let frequent, let walkedOn, let stride
        else { return }
        // Of a device that moved into a place, silence says no more than of one beside it.
        let entering = approach?.place
        guard entering == nil || approach?.newest == fix.time && fix.isMoving != false else {
            return
        }
        let near = places.compactMap { place -> (place: Place, margin: Double, stays: Int)? in
            let margin = place.area.signedDistance(to: fix.coordinate)
            // A place without known stays may be just as near.
            return margin <= stride + fix.reach
                ? (place, margin, max(1, frequent.stays(in: place.id))) : nil
        }
        guard let best = near.max(by: { $0.stays < $1.stays }), best.stays > 1,
            best.place.id != entering,
            near.allSatisfy({
                $0.place.id == best.place.id || $0.stays * Self.rivalry <= best.stays
            }), !hasNodes(best.place.id),
            isOnTheWay(to: best.place, at: best.margin, fix, stride: stride)
        else { return }
        approach = nil
        presumption = Presumption(
            place: best.place.id, time: fix.time, margin: best.margin, patience: walkedOn)
    }

    /// Takes back what was presumed if `fix` shows that there was no such silence, or that the
    /// device is still where it fell silent.
    mutating func dropRefuted(by fix: Fix, after previous: Fix?, places: [Place]) {
        guard isPresumed, let presumption,
            let place = places.first(where: { $0.id == presumption.place })
        else { return }
        let margin = place.area.signedDistance(to: fix.coordinate)
        let isBroken = fix.time.seconds(since: presumption.began) < presumption.patience
        let isStillBeside =
            previous.map { previous in
                previous.time == presumption.time && previous.coordinate != fix.coordinate
                    && previous.coordinate.distance(to: fix.coordinate) <= fix.reach
            } ?? false
        guard margin > 0 && isBroken || margin > fix.reach && fix.isFine && isStillBeside else {
            return
        }
        self.presumption = nil
        excursion = nil
        standing = .outside
        verdict = Verdict(
            rule: .fixOutside, time: fix.time, margin: margin,
            speed: speed(from: previous, to: fix))
    }

    /// Whether the step since the last fix led towards a place: at an acute angle to its direction.
    private func isOnTheWay(to place: Place, at margin: Double, _ fix: Fix, stride: Double) -> Bool
    {
        guard let before = trail.last(where: { $0.time < fix.time }) else { return false }
        let step = before.coordinate.distance(to: fix.coordinate)
        // A device at rest is on no way; one far beyond its stride now reports by a clock.
        guard (Self.strides.lowerBound...Self.longestStep * stride).contains(step) else {
            return false
        }
        let (was, isNow) = (place.area.signedDistance(to: before.coordinate), max(0, margin))
        return was > 0 && was * was > step * step + isNow * isNow
    }

    /// How many times as often as in any other place around it must have stayed in one to count.
    private static let rivalry = 4
    /// The slowest walk, in metres per second.
    private static let slowest = 0.8
    /// The least silence that rules one out, in seconds.
    private static let shortestWalk = 240.0

    // MARK: Driving there

    /// Whether the device was driven to a place in which it often stays: fixes this far apart
    /// seldom show a drive past it.
    func isDriven(to place: Place, _ fix: Fix, after previous: Fix?) -> Bool {
        guard let previous, frequent?.stays(in: place.id) ?? 0 > 0 else { return false }
        let seconds = fix.time.seconds(since: previous.time)
        let step = fix.coordinate.distance(to: previous.coordinate)
        return seconds >= Self.sparse
            && step >= max(Self.driving * seconds, Self.passing * place.area.extent)
    }

    /// The least time between such fixes, in seconds.
    private static let sparse = 45.0
    /// A speed beyond running, in metres per second.
    private static let driving = 3.0
    /// Of two fixes this many radii of a place apart, at most one shows a place that is passed.
    private static let passing = 4.0
}
