/// Where a travelling user is going, judging by the last minutes.
public struct Heading: Hashable, Sendable {
    public var place: ID<Place>
    /// When they will arrive if they go on like this.
    public var eta: Timestamp
}

extension DeviceTrack {
    /// The longest remaining time for which a heading is given, in seconds.
    private static let farthest = 10_800.0
    /// The last part of the way that is judged, in seconds.
    private static let judged = 300.0
    /// What a way has at least: points, seconds and metres.
    private static let leastPoints = 3
    private static let (leastTime, leastLength) = (20.0, 100.0)
    /// The share of the way that must have led towards the place, and how fast, in metres per
    /// second.
    private static let (leastFit, leastClosing) = (0.33, 1.0)

    /// The place that the device has steadily approached, if there is one.
    ///
    /// At least a third of its way must have led towards the place, at 1 m/s or more. If that is
    /// true of several, it heads for the one that its way fits best; of those that it fits about as
    /// well, rather for one in which it often stays, and then for the nearest.
    func heading(among places: [Place], at now: Timestamp) -> Heading? {
        guard standing == .outside, let last = trail.last,
            now.seconds(since: last.time) < Self.motionAge
        else { return nil }
        // The way begins where the last place was left; points from before a stop would make it
        // look slow; a phone with few points has nothing better.
        let outing = trail.filter { point in lastInside.map { point.time >= $0 } ?? true }
        let recent = outing.filter { last.time.seconds(since: $0.time) <= Self.judged }
        let way = recent.count >= Self.leastPoints ? recent : outing
        guard way.count >= Self.leastPoints, let first = way.first else { return nil }
        let seconds = last.time.seconds(since: first.time)
        let travelled = zip(way, way.dropFirst()).reduce(0) {
            $0 + $1.0.coordinate.distance(to: $1.1.coordinate)
        }
        guard seconds >= Self.leastTime, travelled >= Self.leastLength else { return nil }
        let candidates = places.compactMap { place -> (fit: Double, heading: Heading)? in
            let before = place.area.signedDistance(to: first.coordinate)
            // Within the boundary it is about to arrive.
            let after = max(0, place.area.signedDistance(to: last.coordinate))
            let closing = (before - after) / seconds
            let fit = (before - after) / travelled
            guard closing >= Self.leastClosing, fit >= Self.leastFit,
                after / closing <= Self.farthest
            else { return nil }
            let eta = last.time.advanced(bySeconds: after / closing)
            return (fit, Heading(place: place.id, eta: eta))
        }
        guard let best = candidates.map(\.fit).max() else { return nil }
        func rank(_ heading: Heading) -> (Int, Timestamp, ID<Place>) {
            (frequent?.stays(in: heading.place) ?? 0 > 0 ? 0 : 1, heading.eta, heading.place)
        }
        return candidates.filter { $0.fit >= best - Self.aboutAsWell }.map(\.heading)
            .min { rank($0) < rank($1) }
    }

    /// By how much ways may fit worse and still fit about as well, as a share of the way.
    private static let aboutAsWell = 0.15
}
