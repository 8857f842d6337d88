/// Another room or place that is ahead, and until when it must stay ahead to be believed.
struct Challenger: Hashable, Sendable {
    private let spot: Spot
    let due: Timestamp
    /// When it was heard as it got ahead.
    private let reading: Timestamp

    /// - Parameters:
    ///   - earlier: The one ahead until now.
    ///   - dwell: How long it must be ahead, in seconds.
    ///   - reading: When it was last heard.
    init(
        _ spot: Spot, after earlier: Challenger?, dwell: Double,
        heardAt reading: Timestamp, at time: Timestamp
    ) {
        let same = earlier.flatMap { $0.spot == spot ? $0 : nil }
        self.spot = spot
        self.reading = same?.reading ?? reading
        due = same?.due ?? time.advanced(bySeconds: min(EngineSettings.longestDwell, dwell))
    }

    /// Whether it is this spot, and was heard again since it got ahead.
    func isRepeated(_ spot: Spot, heardAt newest: Timestamp) -> Bool {
        self.spot == spot && newest > reading
    }
}
