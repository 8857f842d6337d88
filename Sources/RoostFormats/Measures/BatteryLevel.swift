/// The charge of a battery in per cent; a number outside 0...100 means unknown.
func batteryLevel(_ percent: Double?) -> Int? {
    guard let percent, (0...100).contains(percent) else { return nil }
    return Int(percent.rounded())
}
