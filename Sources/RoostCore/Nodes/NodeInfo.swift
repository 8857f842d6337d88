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
