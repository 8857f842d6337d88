/// Searches for the number that would make a difference.
///
/// What would have changed a belief is not written down beside each rule, where it would soon be
/// wrong: the evidence is varied, and the same rules are asked again.
enum Threshold {
    /// The last of the whole numbers from `start` towards `end` that makes no difference; `nil` if
    /// `start` already makes one, or `end` makes none.
    ///
    /// The answer is assumed to change once between the two.
    static func last(
        from start: Int, towards end: Int, without isDifferent: (Int) -> Bool
    ) -> Int? {
        guard !isDifferent(start), isDifferent(end) else { return nil }
        var (same, different) = (start, end)
        while abs(different - same) > 1 {
            let middle = same + (different - same) / 2
            if isDifferent(middle) { different = middle } else { same = middle }
        }
        return same
    }
}
