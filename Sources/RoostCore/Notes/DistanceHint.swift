/// A distance in words: "just here", "12.5 m away", "345.65 km away".
public enum DistanceHint {
    /// - Parameters:
    ///   - metres: The distance from where the user seems to be.
    ///   - uncertainty: How far off that may be, in metres: anything no farther may be here.
    public static func text(
        metres: Double, uncertainty: Double = 0, units: Settings.Units = .metric
    ) -> String {
        let most = metres + uncertainty
        if most < 10 { return "just here" }
        if metres <= uncertainty {
            // Rounded up to the next ten metres or yards, since nothing more precise is known.
            let step = units == .metric ? 10.0 : 9.144
            let steps = (most / step).rounded(.up)
            return "less than \(near(steps * step, units)) away"
        }
        return "\(exact(metres, units)) away"
    }

    private static func near(_ metres: Double, _ units: Settings.Units) -> String {
        switch units {
        case .metric:
            metres < 1000
                ? "\(Int(metres.rounded())) m"
                : "\(decimal((metres / 100).rounded(.up) / 10, 1)) km"
        case .imperial:
            metres < mile
                ? "\(Int((metres / yard).rounded())) yd"
                : "\(decimal((10 * metres / mile).rounded(.up) / 10, 1)) mi"
        }
    }

    private static func exact(_ metres: Double, _ units: Settings.Units) -> String {
        switch units {
        case .metric:
            metres < 99.95
                ? "\(decimal(metres, 1)) m"
                : metres < 999.5 ? "\(Int(metres.rounded())) m" : "\(decimal(metres / 1000, 2)) km"
        case .imperial:
            metres < mile
                ? "\(Int((metres / yard).rounded())) yd" : "\(decimal(metres / mile, 2)) mi"
        }
    }

    private static let yard = 0.9144
    private static let mile = 1609.344

    /// With at most this many decimals, and no trailing zeros.
    private static func decimal(_ value: Double, _ places: Int) -> String {
        let scale = places == 1 ? 10 : 100
        let scaled = Int((value * Double(scale)).rounded())
        let (whole, part) = scaled.quotientAndRemainder(dividingBy: scale)
        guard part > 0 else { return "\(whole)" }
        var digits = part.zeroPadded(to: places)
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
