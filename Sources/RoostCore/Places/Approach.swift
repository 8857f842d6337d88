/// A place that the device may have come to, or is only passing.
struct Approach: Hashable, Sendable, Codable {
    var place: ID<Place>
    /// The first fix inside, and the newest.
    var began: Timestamp
    var newest: Timestamp
    /// Where the first fix was, and how far from the boundary in metres, negative inside.
    var coordinate: Coordinate
    var margin: Double
    /// Whether it has been driven, before or since, and so may be waiting at a light.
    var hasDriven: Bool
    /// How long a silence must be to show that the device stays, in seconds.
    var patience: Double

    /// A device inside for this long stays, however it moves, in seconds.
    static let dwell = 180.0
    /// The same for one beside the place, as far as its phone knows.
    static let longDwell = 300.0
    /// On the network of the place around it, this long: a drift is over by then, in seconds.
    static let drift = 1800.0
    /// A second fix inside this long after the first shows that a device at rest stays, in seconds.
    static let confirmation = 60.0
    /// The longest red light, in seconds: a device driven earlier than this is not waiting at one.
    static let redLight = 90.0
    /// No silence need be longer, in seconds.
    static let longestSilence = 600.0
    /// The longest interval of a phone that reports by a clock, and may pass a place in between, in
    /// seconds.
    static let longestInterval = 1200.0
    /// No silence of such a phone need be longer, in seconds.
    static let longestPause = 1500.0
    /// More of a phone's queue may come within this many seconds.
    static let shortestSilence = 30.0
    /// How far behind a phone's clock may be, in seconds.
    static let clockError = 300.0
}
