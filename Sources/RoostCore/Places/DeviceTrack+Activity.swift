/// How a device moves.
extension DeviceTrack {
    /// For how long a fix tells how the device moves and where it is going, in seconds.
    static let motionAge = 900.0

    /// For how long the distance covered does, in seconds, and the longest over which it is
    /// measured.
    private static let pathAge = 120.0
    /// Over how long it is measured between fine fixes, in seconds; longer, the coarser they are.
    private static let shortestPath = 30.0

    /// When the last fix tells less than before of how the device moves.
    var motionDue: [Timestamp] {
        guard let last else { return [] }
        let isByPath = last.activity == nil && last.speed == nil
        return [
            isByPath ? last.time.advanced(bySeconds: Self.pathAge) : nil,
            last.time.advanced(bySeconds: Self.motionAge),
            trail.last?.time.advanced(bySeconds: Self.motionAge),
        ].compactMap(\.self)
    }

    /// How the device moves, by its sensor, its speed, or the distance covered.
    func activity(at now: Timestamp) -> Activity? {
        guard let last, now.seconds(since: last.time) < Self.motionAge else { return nil }
        if let activity = last.activity { return activity }
        // The distance covered shows how somebody came, but only briefly how they are moving.
        let speed =
            last.speed ?? (now.seconds(since: last.time) < Self.pathAge ? impliedSpeed : nil)
        guard let speed else { return nil }
        switch speed {
        case ..<0.5: return .still
        case ..<4: return .walking
        default: return .vehicle
        }
    }

    /// Metres per second from a fix shortly before to the last, less what their noise explains;
    /// `nil` if the last fix is not part of the trail.
    private var impliedSpeed: Double? {
        guard let last, let to = trail.last, to.time == last.time else { return nil }
        let longest = min(Self.pathAge, max(Self.shortestPath, 2 * last.reach))
        let earlier = trail.dropLast()
        guard let previous = earlier.last, to.time.seconds(since: previous.time) >= 5 else {
            return nil
        }
        let from = earlier.first { to.time.seconds(since: $0.time) <= longest } ?? previous
        func speed(from point: TrailPoint, _ error: Double) -> Double {
            let metres = point.coordinate.distance(to: to.coordinate) + error
            return max(0, metres) / to.time.seconds(since: point.time)
        }
        // It may have stopped since.
        return min(speed(from: from, -last.reach), speed(from: previous, last.reach))
    }
}
