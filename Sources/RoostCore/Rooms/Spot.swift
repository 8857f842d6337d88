/// A place, and the room in it if that is known.
public struct Spot: Hashable, Sendable, Codable {
    public var place: ID<Place>
    public var room: ID<Room>?

    public init(place: ID<Place>, room: ID<Room>?) {
        self.place = place
        self.room = room
    }
}
