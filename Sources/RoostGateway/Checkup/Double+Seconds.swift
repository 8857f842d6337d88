extension Double {
    /// The span of so many seconds in words, as `3 h`: whole ones of the largest unit of which
    /// there are at least two.
    var secondsInWords: String {
        for (unit, length) in [("days", 86400.0), ("h", 3600), ("min", 60)]
        where self >= 2 * length {
            return "\(Int(self / length)) \(unit)"
        }
        return "\(Int(Swift.max(0, self))) s"
    }
}
