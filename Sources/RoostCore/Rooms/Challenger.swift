/// Another room or place that is ahead, and until when it must stay ahead to be believed.
struct Challenger: Hashable, Sendable {
    private let spot: RoomEstimator.Spot
    let due: Timestamp

    /// The longest that one must be ahead, in seconds, however slow the tag is.
    private static let longestDwell = 30.0

    /// - Parameters:
    ///   - earlier: The one ahead until now.
    ///   - dwell: How long it must be ahead, in seconds.
    init(
        _ spot: RoomEstimator.Spot, after earlier: Challenger?, dwell: Double, at time: Timestamp
    ) {
        self.spot = spot
        due =
            earlier.flatMap { $0.spot == spot ? $0.due : nil }
            ?? time.advanced(bySeconds: min(Self.longestDwell, dwell))
    }
}
