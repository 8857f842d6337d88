/// An edge device that hears advertisements and stands in one room of one place.
public struct Node: Hashable, Sendable, Codable {
    public var id: ID<Node>
    public var place: ID<Place>?
    public var room: ID<Room>?
    /// Whether the node stands at a door to the outside.
    public var isExit: Bool
    /// The MQTT topic of the contact sensor that shows whether that door is open.
    public var door: String?
    /// Metres in the place's own frame: x, y, z.
    public var position: [Double]?
    /// The place that the node itself names, perhaps one that is still to be made, or the only home;
    /// `nil` if somebody has assigned one.
    public var ownPlace: ID<Place>?
    /// The node's own name for its room, if nobody has assigned one.
    public var ownRoomName: String?

    public init(
        id: ID<Node>, place: ID<Place>? = nil, room: ID<Room>? = nil, isExit: Bool = false,
        door: String? = nil, position: [Double]? = nil, ownPlace: ID<Place>? = nil,
        ownRoomName: String? = nil
    ) {
        self.id = id
        self.place = place
        self.room = room
        self.isExit = isExit
        self.door = door
        self.position = position
        self.ownPlace = ownPlace
        self.ownRoomName = ownRoomName
    }

    func isElsewhere(than other: Node) -> Bool {
        place != other.place || room != other.room || position != other.position
    }
}
