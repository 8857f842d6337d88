import ArgumentParser

extension ParsableCommand {
    /// Refuses the value of an option that is outside `range`.
    func check(_ option: String, _ value: Int, in range: ClosedRange<Int>) throws {
        guard range.contains(value) else {
            throw ValidationError("\(option) must be \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
