/// Something that a user must know now.
public struct Alert: Hashable, Sendable {
    public var user: ID<User>
    public var kind: AlertKind
    /// The thing that happened, for the id: the same cause gives the same alert.
    public var cause: String
    public var title: String
    public var text: String
    public var item: ID<Item>?
    public var friend: ID<User>?
    public var node: ID<Node>?
    public var place: ID<Place>?
    public var room: ID<Room>?
    /// The middle of the place, where the user may know it.
    public var position: Coordinate?
    public var time: Timestamp
    public var evidence: [Evidence]
    public var delivery: Delivery

    public init(
        user: ID<User>, kind: AlertKind, cause: String, title: String, text: String,
        item: ID<Item>? = nil, friend: ID<User>? = nil, node: ID<Node>? = nil,
        place: ID<Place>? = nil, room: ID<Room>? = nil, time: Timestamp, evidence: [Evidence],
        delivery: Delivery = .pushed
    ) {
        self.user = user
        self.kind = kind
        self.cause = cause
        self.title = title
        self.text = text
        self.item = item
        self.friend = friend
        self.node = node
        self.place = place
        self.room = room
        self.time = time
        self.evidence = evidence
        self.delivery = delivery
    }

    /// Whether the user is interrupted; each alert is kept in the history all the same.
    public enum Delivery: String, Hashable, Sendable, Codable {
        case pushed
        /// It came in the user's quiet hours.
        case quiet
        /// It is about something that is long over.
        case stale
    }

    /// The same for the same cause, however often it is derived.
    public var id: String {
        var hash = StableHash()
        hash.combine(user.rawValue)
        hash.combine(cause)
        return "\(kind.rawValue)-\(hash.hex)"
    }
}
