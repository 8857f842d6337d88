/// A small generator of numbers that are the same in each run with the same seed (Steele et al., 2014).
struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// In 0..<1.
    mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// About a normal distribution with mean 0 and deviation 1: the sum of twelve even ones.
    mutating func bell() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + fraction() } }
}
