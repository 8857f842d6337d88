/// Whether a beacon still lies where it lay, by what is heard of it.
///
/// A beacon at rest changes no rooms; what is heard of it for a while is how its spot sounds.
struct Stillness: Hashable, Sendable {
    private var since: Timestamp?
    /// How long it had been moving since its last long rest, in seconds; infinite if nobody saw
    /// that rest.
    private var wandering = Float.infinity

    /// A joint change in what several nodes hear that noise does not cause, as the root of the sum
    /// of squares, in decibels.
    private static let noise = 10.0
    /// How long it must rest before what is heard counts as its spot, in seconds.
    private static let arrest = 5.0
    /// A beacon at rest for this long is in nobody's pocket, in seconds.
    private static let long = 3600.0

    /// How long it has been at rest, in seconds.
    func duration(at time: Timestamp) -> Double {
        since.map { max(0, time.seconds(since: $0)) } ?? 0
    }

    /// The same, or 0 if too short to learn what the spot sounds like.
    func settled(at time: Timestamp) -> Double {
        let duration = duration(at: time)
        return duration > Self.arrest ? duration : 0
    }

    /// When it was taken up after a long rest; `nil` if nobody saw it.
    var takenUp: Timestamp? {
        wandering.isFinite ? since?.advanced(bySeconds: -Double(wandering)) : nil
    }

    /// Compares what is heard with what has been heard for a while.
    ///
    /// - Parameter isHeardAnew: Whether a node hears it that did not hear it there before.
    /// - Returns: How unlike they are: the sum of squares over the nodes, in dB².
    mutating func note(
        _ hearings: [Hearing], isHeardAnew: Bool, at time: Timestamp
    ) -> Double {
        let unlikeness = hearings.reduce(0.0) { $0 + Self.unlikeness(of: $1, at: time) }
        if since == nil || isHeardAnew || unlikeness > Self.noise * Self.noise {
            let rest = duration(at: time)
            wandering = rest >= Self.long ? 0 : wandering + Float(rest)
            since = time
        }
        return unlikeness
    }

    private static func unlikeness(of hearing: Hearing, at time: Timestamp) -> Double {
        guard hearing.isAudible,
            max(hearing.level, hearing.steady) > RoomSnapshot.sensitivity,
            hearing.isFresh(at: time)
        else { return 0 }
        let deviation = hearing.level - hearing.steady
        return deviation * deviation
    }
}
