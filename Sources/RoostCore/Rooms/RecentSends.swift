/// The moments at which a node sent its last batches, by its own clock.
struct RecentSends: Hashable, Sendable {
    private var times: [Timestamp] = []
    /// Where the next one goes once there are as many as are kept.
    private var next = 0

    /// Of a node that sends each second, what is repeated within four minutes is known.
    private static let most = 256

    /// Returns whether it was not among them.
    mutating func note(_ time: Timestamp) -> Bool {
        guard !times.contains(time) else { return false }
        if times.count < Self.most {
            times.append(time)
        } else {
            times[next] = time
            next = (next + 1) % Self.most
        }
        return true
    }
}
