/// Where a user is who writes or looks for a note.
public struct Standpoint: Hashable, Sendable, Codable {
    public var coordinate: Coordinate
    /// How far off that may be, in metres.
    public var uncertainty: Double
    public var place: ID<Place>?
    public var room: ID<Room>?

    public init(
        _ coordinate: Coordinate, uncertainty: Double = 0, place: ID<Place>? = nil,
        room: ID<Room>? = nil
    ) {
        self.coordinate = coordinate
        self.uncertainty = uncertainty
        self.place = place
        self.room = room
    }
}

extension Fix {
    /// How fast people move away from where a fix was taken, in metres per second.
    static let walk = 1.4
}

extension Engine {
    /// How long a fix shows where a moving user is now, in seconds.
    private static let newsOfWhereabouts = 900.0

    /// Where the user is now, from all evidence together; `nil` if unknown.
    ///
    /// In a place this is its middle, unless the phone's fix is more accurate and agrees.
    public func standpoint(of user: ID<User>) -> Standpoint? {
        let fix = location(of: user)?.fix
        switch users[user]?.belief?.whereabouts {
        case .at(let spot):
            guard let place = household.places[spot.place], let middle = place.area.center else {
                return nil
            }
            var standpoint = Standpoint(
                middle, uncertainty: place.area.extent, place: spot.place, room: spot.room)
            // If the user was heard going out, the phone's last fix may be out of date.
            if let fix, users[user]?.belief?.isMereLeaving == false,
                fix.reach < standpoint.uncertainty,
                place.area.signedDistance(to: fix.coordinate) <= 0
            {
                standpoint.coordinate = fix.coordinate
                standpoint.uncertainty = fix.reach
            }
            return standpoint
        case .outside:
            guard let fix, users[user]?.belief?.sources.contains(.gps) == true else { return nil }
            let age = max(0, now.seconds(since: fix.time))
            guard age <= Self.newsOfWhereabouts else { return nil }
            return Standpoint(fix.coordinate, uncertainty: fix.reach + age * Fix.walk)
        case .unknown, .offline, nil: return nil
        }
    }
}
