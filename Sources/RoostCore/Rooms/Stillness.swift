/// Whether a beacon lies where it lay, by what is heard of it.
///
/// What lies still changes no rooms, and what is heard of it for a while is what its spot sounds like.
struct Stillness: Hashable, Sendable {
    private var since: Timestamp?
    /// For how long it had been about by then, since it had lain for long, in seconds; infinite where nobody
    /// saw that.
    private var wandering = Float.infinity

    /// By how many decibels what several nodes hear differs together, as the root of the sum of squares,
    /// and noise does not make it.
    private static let noise = 10.0
    /// How long it must lie before what is heard counts as its spot, in seconds.
    private static let arrest = 5.0
    /// What has lain for so long is in nobody's pocket, in seconds.
    private static let long = 3600.0

    /// For how long it has lain there, in seconds.
    func duration(at time: Timestamp) -> Double {
        since.map { max(0, time.seconds(since: $0)) } ?? 0
    }

    /// The same, or 0 where it is too short to learn what the spot sounds like.
    func settled(at time: Timestamp) -> Double {
        let duration = duration(at: time)
        return duration > Self.arrest ? duration : 0
    }

    /// When it was taken up after it had lain for long; `nil` where nobody saw it.
    var takenUp: Timestamp? {
        wandering.isFinite ? since?.advanced(bySeconds: -Double(wandering)) : nil
    }

    /// Compares what is heard with what was heard for a while.
    ///
    /// - Parameter isHeardAnew: Whether a node heard it that did not hear it there.
    mutating func note(_ hearings: [Hearing], isHeardAnew: Bool, at time: Timestamp) {
        let unlikeness = hearings.reduce(0.0) { $0 + Self.unlikeness(of: $1, at: time) }
        guard since == nil || isHeardAnew || unlikeness > Self.noise * Self.noise else { return }
        let rest = duration(at: time)
        wandering = rest >= Self.long ? 0 : wandering + Float(rest)
        since = time
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
