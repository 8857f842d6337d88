/// Whether a beacon lies where it lay, by what is heard of it.
///
/// What lies still changes no rooms, and what is heard of it for a while is what its spot sounds like.
struct Stillness: Hashable, Sendable {
    private var since: Timestamp?

    /// Decibels that noise does not make of a beacon that lies still.
    private static let noise = 7.0
    /// How long it must lie before what is heard counts as its spot, in seconds.
    private static let arrest = 5.0

    /// Whether it has lain for long enough to learn what that sounds like.
    func isSettled(at time: Timestamp) -> Bool {
        since.map { time.seconds(since: $0) > Self.arrest } ?? false
    }

    /// For how long it has lain there, in seconds.
    func duration(at time: Timestamp) -> Double {
        since.map { max(0, time.seconds(since: $0)) } ?? 0
    }

    /// Compares what is heard with what was heard for a while.
    ///
    /// - Parameter isHeardAnew: Whether a node heard it for the first time since then.
    mutating func note(_ hearings: [Hearing], isHeardAnew: Bool, at time: Timestamp) {
        if since == nil || isHeardAnew || hearings.contains(where: { Self.hasMoved($0, at: time) })
        {
            since = time
        }
    }

    private static func hasMoved(_ hearing: Hearing, at time: Timestamp) -> Bool {
        hearing.isAudible && abs(hearing.level - hearing.steady) > noise
            && max(hearing.level, hearing.steady) > RoomSnapshot.sensitivity
            && time.seconds(since: hearing.lastHeard) < 3 * max(1, hearing.interval)
    }
}
