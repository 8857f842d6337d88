/// How a device moves.
extension DeviceTrack {
    /// For how long a fix tells how the device moves and where it is going, in seconds.
    static let motionAge = 900.0

    /// For how long the distance covered does, in seconds.
    private static let pathAge = 120.0

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

    /// Metres per second between the last two fixes, less what their noise explains; `nil` if the
    /// last fix is not part of the trail.
    private var impliedSpeed: Double? {
        guard let last, let to = trail.last, to.time == last.time,
            let from = trail.dropLast().last
        else { return nil }
        let seconds = to.time.seconds(since: from.time)
        guard seconds >= 5 else { return nil }
        return max(0, from.coordinate.distance(to: to.coordinate) - last.reach) / seconds
    }
}
