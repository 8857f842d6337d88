/// Something that a user needs to know now.
public struct Alert: Hashable, Sendable {
    public var user: ID<User>
    public var kind: AlertKind
    /// The event behind the alert, for the id: the same cause gives the same alert.
    var cause: String
    public var title: String
    public var text: String
    public var item: ID<Item>?
    public var friend: ID<User>?
    public var node: ID<Node>?
    /// The note that it is about, and the note's author.
    public var note: ID<Note>?
    public var author: ID<User>?
    public var place: ID<Place>?
    public var room: ID<Room>?
    /// The position it is about, as far as the user may know it: if nothing else, the middle of the
    /// place.
    public var position: Coordinate?
    public var time: Timestamp
    public var evidence: [Evidence]
    public var delivery: Delivery

    public init(
        user: ID<User>, kind: AlertKind, cause: String, title: String, text: String,
        item: ID<Item>? = nil, friend: ID<User>? = nil, node: ID<Node>? = nil,
        note: ID<Note>? = nil, author: ID<User>? = nil,
        place: ID<Place>? = nil, room: ID<Room>? = nil, position: Coordinate? = nil,
        time: Timestamp, evidence: [Evidence],
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
        self.note = note
        self.author = author
        self.place = place
        self.room = room
        self.position = position
        self.time = time
        self.evidence = evidence
        self.delivery = delivery
    }

    /// Whether the user is interrupted; either way each alert is stored in the history.
    public enum Delivery: String, Hashable, Sendable, Codable {
        case pushed
        /// It came in the user's quiet hours.
        case quiet
        /// It is about something long past.
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
