/// What people call the things that ids name; the id itself once they are gone.
extension Household {
    public func name(of user: ID<User>) -> String { users[user]?.name ?? user.rawValue }

    /// "Home", or "Kitchen, Home" with a room.
    func name(of place: ID<Place>, room: ID<Room>? = nil) -> String {
        guard let known = places[place] else { return place.rawValue }
        return room.map { "\(known.roomName($0)), \(known.name)" } ?? known.name
    }

    func name(of spot: Spot) -> String { name(of: spot.place, room: spot.room) }
}
