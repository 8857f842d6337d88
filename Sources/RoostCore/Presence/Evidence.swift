/// One observation behind a belief, in words and as data.
public struct Evidence: Hashable, Sendable, Codable {
    public var kind: Kind
    /// A whole sentence without a full stop.
    public var text: String
    public var time: Timestamp
    public var place: ID<Place>?
    public var room: ID<Room>?
    public var node: ID<Node>?
    public var device: Device?
    /// How loudly a node hears the subject, in dBm.
    public var level: Double?
    /// How likely the room is, in 0...1.
    public var probability: Double?

    public init(
        _ kind: Kind, _ text: String, at time: Timestamp, place: ID<Place>? = nil,
        room: ID<Room>? = nil, node: ID<Node>? = nil, device: Device? = nil,
        level: Double? = nil, probability: Double? = nil
    ) {
        self.kind = kind
        self.text = text
        self.time = time
        self.place = place
        self.room = room
        self.node = node
        self.device = device
        self.level = level
        self.probability = probability
    }

    public enum Kind: String, Hashable, Sendable, Codable {
        /// A node heard a beacon.
        case sighting
        /// Nodes that could have heard a beacon did not.
        case silence
        /// A phone gave its position.
        case fix
        /// A node came or went.
        case node
        /// A door was opened or fell shut.
        case door
        /// A battery level, a share, a user's own word.
        case report
    }

    /// The node that heard something last cannot tell whether it is still there.
    static func frozen(
        _ name: String, by node: ID<Node>, at time: Timestamp, in spot: Spot?
    ) -> Evidence {
        Evidence(
            .node, "\(node), which heard \(name) last, is offline or deaf", at: time,
            place: spot?.place, room: spot?.room, node: node)
    }
}
