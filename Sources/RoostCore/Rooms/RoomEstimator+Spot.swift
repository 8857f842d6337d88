/// Where a beacon may be.
extension RoomEstimator {
    /// A room of a place; `room` is `nil` if the nodes tell only the place.
    public struct Spot: Hashable, Sendable, Codable {
        public var place: ID<Place>
        public var room: ID<Room>?

        public init(place: ID<Place>, room: ID<Room>?) {
            self.place = place
            self.room = room
        }
    }
}
