/// One position of a user's device.
public struct Fix: Hashable, Sendable, Codable {
    public var coordinate: Coordinate
    /// The radius in metres within which the phone believes it is, with 68 % probability; `nil`
    /// when it did not say.
    public var accuracy: Double?
    /// Metres above the ellipsoid.
    public var altitude: Double?
    /// Metres per second.
    public var speed: Double?
    /// Degrees clockwise from north.
    public var course: Double?
    /// Per cent.
    public var battery: Int?
    public var isCharging: Bool?
    /// When the position was taken, by the phone's clock; never after it arrived.
    public var time: Timestamp
    /// The phone's own time where its clock is ahead of the gateway's.
    public var claimedTime: Timestamp?
    /// When the phone repeated its last known position only to show that it is alive, by its own
    /// clock; `nil` for a position taken anew.
    public var pinged: Timestamp?
    /// What made the phone publish, in the app's own word; kept for the history.
    public var trigger: String?
    /// What the phone's motion sensor says.
    public var activity: Activity?
    /// A geofence of the phone's own that it crossed at this fix.
    public var crossing: Crossing?
    /// The phone's Wi-Fi network as a hash of its name: enough to recognise it.
    public var network: UInt64?
    /// The phone's own geofences around it, by name or origin; `nil` if it reports none.
    public var regions: [String]?
    /// The app's own name for the message, if any, and else the moment of a ping: one content under
    /// two names is two messages.
    public var messageID: String?
    /// Whether the broker retained the message: it tells of the past and is no news.
    public var isRetained = false

    public init(coordinate: Coordinate, accuracy: Double?, time: Timestamp) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.time = time
    }

    /// When the phone said it: a known position may be repeated much later.
    public var saidAt: Timestamp { max(time, pinged ?? time) }

    /// The time as it was sent, by which a fix delivered twice is recognised.
    public var sentTime: Timestamp { claimedTime ?? time }

    public struct Crossing: Hashable, Sendable, Codable {
        public var isEntering: Bool
        /// The region's name on the phone.
        public var region: String
        /// The region's creation time: `Place.origin` where the place came from a phone.
        public var origin: String?

        public init(isEntering: Bool, region: String, origin: String? = nil) {
            self.isEntering = isEntering
            self.region = region
            self.origin = origin
        }
    }
}
