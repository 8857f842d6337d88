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
