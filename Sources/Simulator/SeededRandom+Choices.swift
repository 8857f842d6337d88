import SeededRandom

extension SeededRandom {
    mutating func within(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
    }

    mutating func happens(_ probability: Double) -> Bool { fraction() < probability }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[min(elements.count - 1, Int(fraction() * Double(elements.count)))]
    }

    /// A vector of this length in a random direction.
    mutating func vector(_ length: Double) -> Vector {
        let (x, y) = (bell(), bell())
        let norm = max(1e-9, (x * x + y * y).squareRoot())
        return Vector(east: x / norm * length, north: y / norm * length)
    }
}
