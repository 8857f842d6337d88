/// Which of two fixes is right, if nothing moves as fast as they would mean.
extension DeviceTrack {
    /// Whether a fix to which the device would have had to fly shows that the one before was wrong.
    ///
    /// The phone names its place, or the device had been there.
    func isTruer(_ fix: Fix, than last: Fix, places: [Place]) -> Bool {
        let isNamed = places.contains { place in
            place.area.signedDistance(to: fix.coordinate) <= fix.reach && fix.isIn(place)
        }
        guard !isNamed else { return true }
        guard let before = trail.last(where: { $0.time < last.time }) else { return false }
        return before.coordinate.distance(to: fix.coordinate) + fix.reach + last.reach
            < before.coordinate.distance(to: last.coordinate)
    }

    /// Whether an earlier fix of recent minutes was where the newest one is.
    var isConfirmed: Bool {
        guard let last else { return false }
        return trail.contains { point in
            point.time < last.time
                && point.coordinate.distance(to: last.coordinate) <= 2 * last.reach
        }
    }

    func isImpossible(_ fix: Fix, after other: Fix) -> Bool {
        other.coordinate.distance(to: fix.coordinate) > Self.range(from: other, to: fix)
    }

    /// Nothing moves faster than this, airliners included, in metres per second.
    private static let fastest = 275.0

    /// How long fixes that would mean flying must agree to be believed, in seconds: an access point
    /// that was moved misleads a phone for minutes.
    static let agreement = 600.0

    /// How far from `other` the device can be at `fix`, in metres.
    static func range(from other: Fix, to fix: Fix) -> Double {
        // Phones give whole seconds.
        let seconds = max(0, fix.time.seconds(since: other.time)) + 1
        return fastest * seconds + other.reach + fix.reach
    }
}
