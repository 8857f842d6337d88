/// Random numbers that are the same in each run with the same seed: SplitMix64 (Steele et al.,
/// 2014).
public struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// In 0..<1.
    public mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// Roughly normal with mean 0 and deviation 1: the sum of twelve even ones.
    public mutating func bell() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + fraction() } }
}
