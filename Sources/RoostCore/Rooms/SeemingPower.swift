/// How many decibels louder a beacon seems than assumed, as learned while its rooms were weighed.
///
/// The mean over a minute, or over the time there was until then.
public struct SeemingPower: Hashable, Sendable {
    // In single precision: every beacon has one of these.
    private var mean: Float
    private var seconds: Float

    public var offset: Double { Double(mean) }
    /// For how long it has been learned, in seconds.
    public var learned: Double { Double(seconds) }

    /// The time over which it is learned, in seconds.
    private static let longest = 60.0
    /// What is assumed at first counts as this long, in seconds.
    private static let first = 2.0
    /// Tags differ by this much, in decibels.
    private static let usual = 6.0

    /// - Parameters:
    ///   - offset: What was kept, in decibels.
    ///   - learned: For how long it had been learned, in seconds.
    public init(offset: Double = 0, learned: Double = 0) {
        mean = Float(offset)
        seconds = Float(max(Self.first, learned))
    }

    mutating func learn(_ new: Double, elapsed: Double) {
        seconds = Float(min(Self.longest, learned + elapsed))
        mean = Float(offset + elapsed / max(learned, elapsed) * (new - offset))
    }

    /// What is to be corrected, in decibels; 0 if no more than tags differ.
    var correction: Double { abs(offset) > Self.usual ? offset : 0 }
}
