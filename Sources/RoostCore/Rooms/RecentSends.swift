/// The moments at which a node sent its last batches, by its own clock.
struct RecentSends: Hashable, Sendable {
    private var times: [Timestamp] = []
    /// Where the next one goes once there are as many as are kept.
    private var next = 0

    /// Of a node that sends each second, what is repeated within four minutes is known.
    private static let most = 256

    private var latest: Timestamp?

    /// Returns whether it was not among them, or is the latest once more: whole seconds repeat, and
    /// a clock may stand still.
    mutating func note(_ time: Timestamp) -> Bool {
        if time == latest { return true }
        guard !times.contains(time) else { return false }
        latest = time
        if times.count < Self.most {
            times.append(time)
        } else {
            times[next] = time
            next = (next + 1) % Self.most
        }
        return true
    }
}
