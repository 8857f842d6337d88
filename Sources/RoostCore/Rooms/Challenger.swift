/// Another room or place that leads, and until when it must to be believed.
struct Challenger: Hashable, Sendable {
    private let spot: RoomEstimator.Spot
    let due: Timestamp

    /// How long one must lead at the most, in seconds, however slow the tag is.
    private static let longestDwell = 30.0

    /// - Parameters:
    ///   - earlier: Which one led until now.
    ///   - dwell: How long it must lead, in seconds.
    init(
        _ spot: RoomEstimator.Spot, after earlier: Challenger?, dwell: Double, at time: Timestamp
    ) {
        self.spot = spot
        due =
            earlier.flatMap { $0.spot == spot ? $0.due : nil }
            ?? time.advanced(bySeconds: min(Self.longestDwell, dwell))
    }
}
