/// The content of a message from outside, once its bytes are parsed.
public enum Event: Hashable, Sendable {
    /// A node's batch of sightings.
    case sightings(SightingBatch)
    /// A node's broker connection came or went, by the node's own message or its last will.
    case nodeStatus(ID<Node>, isOnline: Bool, isDeaf: Bool = false)
    /// The same for a device that may not hear beacons: no node is created for it.
    case deviceStatus(ID<Node>, isOnline: Bool)
    /// What the contact sensor of the door at a node reports.
    ///
    /// - Parameter isRetained: Whether the broker retained it: the state holds, but not since when.
    case door(at: ID<Node>, isOpen: Bool, isRetained: Bool = false)
    /// A node says where it stands.
    case nodeInfo(ID<Node>, NodeInfo)
    /// The name scanners give a beacon instead of its identity; `nil` when they no longer do.
    case beaconName(BeaconID?, of: BeaconID)
    /// A position of a user's device.
    case fix(Fix, of: DeviceKey)
    /// The app of a user gave the user's name.
    case card(name: String, of: ID<User>)
    /// A region that was made or changed on a user's phone.
    case waypoint(Waypoint, of: ID<User>)
    /// Requests, imports and the like.
    case household([HouseholdChange])
    /// What somebody spent, or edited, or deleted.
    case spending([ExpenseChange])
    /// A reminder was set, changed or handled.
    case reminders([ReminderChange])
    /// Notes near somebody who may read them, the nearest first.
    case nearby([NearbyNote], of: ID<User>)
    /// The gateway lost the broker: until it listens again, passing time proves nothing.
    case interrupted
    /// From now on the gateway hears again: earlier silence proves nothing, and no known moment is
    /// later than this. Sent at each start, and when the host's clock was set.
    case listening
    /// Time has passed and nothing else happened.
    case tick
}

/// A user's device.
public struct DeviceKey: Hashable, Sendable, Codable {
    public var user: ID<User>
    public var device: Device

    public init(user: ID<User>, device: Device) {
        self.user = user
        self.device = device
    }
}

/// What one node heard, in one message.
public struct SightingBatch: Hashable, Sendable {
    public var node: ID<Node>
    public var sightings: [Sighting]
    /// Whether the broker retained the message: it tells of the past and is no news.
    public var isRetained: Bool
    /// What the node calls its room, where the message says it.
    public var room: String?
    /// When the node sent the message, by its own clock; `nil` where the message does not say.
    public var sent: Timestamp?

    public init(
        node: ID<Node>, sightings: [Sighting], isRetained: Bool = false, room: String? = nil,
        sent: Timestamp? = nil
    ) {
        self.node = node
        self.sightings = sightings
        self.sent = sent
        self.isRetained = isRetained
        self.room = room
    }
}

/// One beacon, heard by one node.
public struct Sighting: Hashable, Sendable {
    public var beacon: BeaconID
    /// Another identity of the same advertisement, such as the address that sent it.
    public var alias: BeaconID?
    /// `nil` when the controller could not tell: heard, but not how well.
    public var rssi: RSSI?
    /// What a node one metre away would receive, in dBm, as the beacon's maker measured it.
    public var txPower: Double?
    /// When it was heard, by the node's clock; `nil` where the message does not say.
    public var time: Timestamp?
    /// Per cent.
    public var battery: Int?
    /// Whether the beacon is an address that its owner changes: the device soon has another.
    public var isRotating: Bool

    public init(
        beacon: BeaconID, alias: BeaconID? = nil, rssi: RSSI?, txPower: Double? = nil,
        time: Timestamp? = nil, battery: Int? = nil, isRotating: Bool = false
    ) {
        self.beacon = beacon
        self.alias = alias
        self.rssi = rssi
        self.txPower = txPower
        self.time = time
        self.battery = battery
        self.isRotating = isRotating
    }
}

/// Where a node says that it stands.
public struct NodeInfo: Hashable, Sendable {
    public var place: ID<Place>?
    /// As the node writes it: an id or a name.
    public var room: String?
    public var isExit: Bool?
    /// Whether the broker retained the message: it tells of the past and is no sign of life.
    public var isRetained: Bool

    public init(
        place: ID<Place>? = nil, room: String? = nil, isExit: Bool? = nil, isRetained: Bool = false
    ) {
        self.place = place
        self.room = room
        self.isExit = isExit
        self.isRetained = isRetained
    }
}

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
    /// The app's own name for the message, if any: one content under two names is two messages.
    public var messageID: String?
    /// Whether the broker retained the message: it tells of the past and is no news.
    public var isRetained = false

    public init(coordinate: Coordinate, accuracy: Double?, time: Timestamp) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.time = time
    }

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

/// How somebody moves.
public enum Activity: String, Hashable, Sendable, Codable {
    case still, walking, vehicle
}

/// A region on a phone.
public struct Waypoint: Hashable, Sendable {
    public var name: String
    /// `nil` for a region that was deleted on the phone.
    public var area: Area?
    /// The region's creation time, which stays when it is renamed.
    public var origin: String

    public init(name: String, area: Area?, origin: String) {
        self.name = name
        self.area = area
        self.origin = origin
    }
}
