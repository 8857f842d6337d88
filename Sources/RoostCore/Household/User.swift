/// A person, whose id is their MQTT user name: the user in a topic is the actor.
public struct User: Hashable, Sendable, Codable {
    public var id: ID<User>
    public var name: String
    /// Whether the user gets alerts about the household itself, such as a node that went silent.
    public var isAdmin: Bool
    /// The phones' names as the apps publish them, in the order in which they were added.
    public var devices: [Device]
    /// The beacons that the user carries: a tag, a watch, the phone's own Bluetooth identity.
    public var beacons: [BeaconID]
    public var settings: Settings

    /// The name for all users in shares, which is nobody's id.
    public static let everyone: ID<User> = ID(checked: "everyone")
    /// Who tells OwnTracks apps of alerts.
    public static let sender: ID<User> = ID(checked: "roost")
    /// How the names begin under which Roost publishes for phones.
    public static let phonePrefix = "roost-"

    /// Whether no new user gets that id, as it means all users, or Roost.
    public static func isReserved(_ id: ID<User>) -> Bool {
        id == everyone || id == sender || id.rawValue.hasPrefix(phonePrefix)
    }

    public init(
        id: ID<User>, name: String, isAdmin: Bool = false, devices: [Device] = [],
        beacons: [BeaconID] = [], settings: Settings = Settings()
    ) {
        self.id = id
        self.name = name
        self.isAdmin = isAdmin
        self.devices = devices
        self.beacons = beacons
        self.settings = settings
    }
}
