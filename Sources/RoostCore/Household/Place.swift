/// A named geofence with rooms, owned by a user or shared by the household.
public struct Place: Hashable, Sendable, Codable {
    public var id: ID<Place>
    public var name: String
    public var kind: Kind
    public var area: Area
    /// The user who made it and may change it; `nil` for a place of the household.
    public var owner: ID<User>?
    /// Whether every user knows the place and is seen in it.
    public var isShared: Bool
    public var address: String?
    public var rooms: [Room]
    /// The key of the phone's region that this place was made from, so that a change of the region
    /// changes the place: its creation time, which OwnTracks never changes.
    public var origin: String?
    /// Where it was before it moved, oldest first; `nil` if it never did.
    public var former: [Former]?

    public init(
        id: ID<Place>, name: String, kind: Kind = .other, area: Area, owner: ID<User>? = nil,
        isShared: Bool = false, address: String? = nil, rooms: [Room] = [], origin: String? = nil,
        former: [Former]? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.area = area
        self.owner = owner
        self.isShared = isShared
        self.address = address
        self.rooms = rooms
        self.origin = origin
        self.former = former
    }

    /// The most places that one user may own after making one: every fix is compared with all that
    /// its user knows.
    public static let mostOfOwner = 500

    /// The ground that a place covered until it moved.
    public struct Former: Hashable, Sendable, Codable {
        public var area: Area
        public var until: Timestamp

        public init(area: Area, until: Timestamp) {
            (self.area, self.until) = (area, until)
        }
    }

    public enum Kind: String, Sendable, Codable, CaseIterable {
        case home, work, school, gym, shop, friend, other
    }

    /// Whether its id or its name says that it is a home.
    var isCalledHome: Bool { id.rawValue == "home" || ID<Place>(from: name)?.rawValue == "home" }

    /// Whether `user` may be told that they are here.
    public func isKnown(to user: ID<User>) -> Bool {
        isShared || owner == user
    }

    /// The creation time of the region as which phones are given this place, in seconds since 1970.
    ///
    /// OwnTracks tells regions apart by it, so it is made from the id and never changes.
    public var regionTime: Int64 {
        var hash = StableHash()
        hash.combine(id.rawValue)
        return Self.regionTimes.lowerBound + Int64(hash.value % UInt64(Self.regionTimes.count))
    }

    /// The years before 2002, when no phone made any region.
    static let regionTimes: ClosedRange<Int64> = 1...1_000_000_000

    /// Whether a phone's region is this place: the place was made from it, or it from the place.
    func isRegion(created time: String) -> Bool {
        time == origin || Int64(time) == regionTime
    }

    /// The order of places that lie in each other: the smallest first, equal ones by id.
    func isSmaller(than other: Place) -> Bool {
        (area.extent, id) < (other.area.extent, other.id)
    }

    public func roomName(_ room: ID<Room>) -> String {
        rooms.first { $0.id == room }?.name ?? room.rawValue
    }

    /// A listed room by its id, or else by its name, in any case.
    public func room(called text: String) -> ID<Room>? {
        let wanted = text.lowercased()
        let room =
            rooms.first { $0.id.rawValue == wanted }
            ?? rooms.first { $0.name.lowercased() == wanted }
        return room?.id
    }
}

extension Collection<Place> {
    /// Those in which a place lies as a whole, the smallest first: whoever is in it is in them too.
    func around(_ place: ID<Place>) -> [Place] {
        guard let inner = first(where: { $0.id == place })?.area else { return [] }
        return around(inner)
    }

    /// Those in which an area lies as a whole, the smallest first.
    func around(_ area: Area) -> [Place] {
        filter { $0.area.encloses(area) }.map { (extent: $0.area.extent, place: $0) }
            .sorted { ($0.extent, $0.place.id) < ($1.extent, $1.place.id) }.map(\.place)
    }
}

/// A named part of a place that has nodes, with an id that is unique within its place.
public struct Room: Hashable, Sendable, Codable {
    public var id: ID<Room>
    public var name: String

    public init(id: ID<Room>, name: String) {
        self.id = id
        self.name = name
    }
}
