/// A small generator of numbers that are the same in each run with the same seed (Steele et al., 2014).
public struct Chance: Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// In 0..<1.
    public mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func within(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
    }

    mutating func happens(_ probability: Double) -> Bool { fraction() < probability }

    /// About a normal distribution with mean 0 and deviation 1: the sum of twelve even ones.
    mutating func bell() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + fraction() } }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[min(elements.count - 1, Int(fraction() * Double(elements.count)))]
    }

    /// A vector of this length to anywhere.
    mutating func vector(_ length: Double) -> Vector {
        let (x, y) = (bell(), bell())
        let norm = max(1e-9, (x * x + y * y).squareRoot())
        return Vector(east: x / norm * length, north: y / norm * length)
    }
}

/// Metres east and north.
public struct Vector: Hashable, Sendable {
    public var east: Double
    public var north: Double

    public init(east: Double, north: Double) {
        (self.east, self.north) = (east, north)
    }

    var length: Double { (east * east + north * north).squareRoot() }

    static func + (a: Vector, b: Vector) -> Vector {
        Vector(east: a.east + b.east, north: a.north + b.north)
    }

    static func - (a: Vector, b: Vector) -> Vector {
        Vector(east: a.east - b.east, north: a.north - b.north)
    }

    static func * (a: Vector, factor: Double) -> Vector {
        Vector(east: a.east * factor, north: a.north * factor)
    }
}
