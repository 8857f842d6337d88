/// Whether a device that comes to a place may only be passing it.
extension DeviceTrack {
    /// Whether the device may only be passing, since it moved until now.
    ///
    /// One that was elsewhere before, and shows no more of its way, has arrived.
    ///
    /// - Parameters:
    ///   - place: Where it is, or was until then.
    ///   - isSure: Whether a way needs two stretches, if nothing earlier is known.
    func isUnderWay(_ fix: Fix, at place: Place, isSure: Bool = false) -> Bool {
        let reach = Self.noise(of: fix)
        let now = TrailPoint(coordinate: fix.coordinate, time: fix.time)
        guard trail.count > 2, let before = point(before: now, reach: reach) else { return false }
        guard isWay(from: before, to: now, reach: reach) else { return false }
        guard let first = point(before: before, reach: reach) else {
            let earlier = trail.last { before.time.seconds(since: $0.time) >= Self.stretch }
            let isBack = earlier.map { place.area.signedDistance(to: $0.coordinate) <= 0 } ?? false
            return !isSure && !isBack
        }
        // A device that goes there and back is on no way.
        let ways =
            first.coordinate.distance(to: before.coordinate)
            + before.coordinate.distance(to: now.coordinate)
        return isWay(from: first, to: before, reach: reach)
            && first.coordinate.distance(to: now.coordinate) >= Self.straightness * ways
    }

    /// Whether the device moved until now, by the last stretch of its way alone.
    func isGoing(_ fix: Fix) -> Bool {
        let reach = Self.noise(of: fix)
        let now = TrailPoint(coordinate: fix.coordinate, time: fix.time)
        return point(before: now, reach: reach).map { isWay(from: $0, to: now, reach: reach) }
            ?? false
    }

    /// Whether the device moves, by its own word or its fixes, and reports so often that its next
    /// fix will soon show whether it goes on.
    func isSeenGoing(_ fix: Fix, at place: Place) -> Bool {
        guard let previous = trail.last(where: { $0.time < fix.time }),
            fix.time.seconds(since: previous.time) <= Approach.redLight
        else { return false }
        return fix.isMoving ?? isUnderWay(fix, at: place)
    }

    /// Whether the device was faster than anybody on foot so lately that it may wait at a light.
    func hasBeenDriven(until fix: Fix) -> Bool {
        let reach = Self.noise(of: fix)
        return trail.contains { point in
            guard fix.time.seconds(since: point.time) <= Approach.redLight,
                let before = self.point(before: point, reach: reach)
            else { return false }
            return isWay(from: before, to: point, reach: reach, pace: Self.drivingPace)
        }
    }

    /// The longest time between two points of the trail, in seconds.
    var longestRecentPause: Double {
        zip(trail, trail.dropFirst()).map { $1.time.seconds(since: $0.time) }.max() ?? 0
    }

    /// The coarser the fixes, the longer a way takes to show.
    private static func noise(of fix: Fix) -> Double { min(100, fix.reach) }

    private func point(before point: TrailPoint, reach: Double) -> TrailPoint? {
        trail.last {
            let seconds = point.time.seconds(since: $0.time)
            return (max(Self.stretch, reach)...300).contains(seconds)
        }
    }

    private func isWay(
        from: TrailPoint, to: TrailPoint, reach: Double, pace: Double = walkingPace
    ) -> Bool {
        let distance = from.coordinate.distance(to: to.coordinate) - 0.5 * reach
        return distance >= pace * to.time.seconds(since: from.time)
    }

    /// The least speed of a walk, in metres per second.
    private static let walkingPace = 0.7
    /// The least speed of a drive, in metres per second.
    private static let drivingPace = 5.0
    /// The least time between two fixes that show it, in seconds.
    private static let stretch = 15.0
    /// How far a way must get ahead, as a share of its length: it may round a corner.
    private static let straightness = 0.6
}
