// swift-format-ignore-file: NeverForceUnwrap

import RoostCore
import RoostFormats
import RoostGateway

/// A person with a phone, and perhaps a watch or another device.
struct Person: Hashable {
    var id: String
    /// The beacon that they carry, if any.
    var watch: String?
    var isAdmin = false

    var phone: Phone { Phone(user: id, device: "phone") }
    func device(_ name: String) -> Phone { Phone(user: id, device: name) }
    /// What a node hears of the person.
    var beacon: Tag { Tag(name: "\(id)'s watch", beacon: watch ?? "") }
}

/// A device that publishes with OwnTracks.
struct Phone: Hashable {
    var user: String
    var device: String

    var topic: String { "owntracks/\(user)/\(device)" }
}

/// Something that nodes can hear.
struct Tag: Hashable {
    var name: String
    var beacon: String
}

/// A thing with an owner and a tag.
struct Thing: Hashable {
    var id: String
    var owner: Person
    var kind = "other"
    var beacon: String
    /// The places where it must not be left; everywhere if it is `nil`.
    var watchedAt: [Ground]?

    var tag: Tag { Tag(name: id, beacon: beacon) }
}

/// A spot on the map, in metres from the family's home, and the place there, if any.
struct Ground: Hashable {
    var id: String
    var kind = "other"
    var east = 0.0
    var north = 0.0
    var radius = 60.0
    var rooms: [String] = []
    var owner: Person?

    static let origin = Coordinate(latitude: 52.5163, longitude: 13.3777)!

    var coordinate: Coordinate {
        Coordinate(
            latitude: Self.origin.latitude + north / 111_195,
            longitude: Self.origin.longitude + east / 67_668)!
    }

    func room(_ id: String) -> Room { Room(place: self.id, id: id) }

    func moved(east: Double = 0, north: Double = 0) -> Ground {
        Ground(id: "near \(id)", east: self.east + east, north: self.north + north)
    }

    /// The point at this fraction, 0 to 1, of the straight way to another.
    func point(_ share: Double, to other: Ground) -> Ground {
        moved(east: share * (other.east - east), north: share * (other.north - north))
    }
}

/// A room of a place, with a node that hears it.
struct Room: Hashable {
    var place: String
    var id: String
}

/// A node of Roost's own, in a room.
struct Station: Hashable {
    var id: String
    var place: String
    var room: String
    var isExit = false
    /// The topic of the contact sensor of the door beside it, if there is one.
    var door: String?

    init(_ id: String, in room: Room, isExit: Bool = false, door: String? = nil) {
        self.id = id
        self.place = room.place
        self.room = room.id
        self.isExit = isExit
        self.door = door
    }

    var topic: String { "roost/node/\(id)" }
}

/// The people and things at the beginning of the story.
struct World {
    var people: [Person]
    var places: [Ground]
    var stations: [Station]
    var things: [Thing]
    /// Entries of the household document, with owner, viewer and level.
    var shares: [JSON] = []

    func with(
        people: [Person] = [], places: [Ground] = [], stations: [Station] = [],
        things: [Thing] = [], shares: [JSON] = []
    ) -> World {
        World(
            people: self.people + people, places: self.places + places,
            stations: self.stations + stations, things: self.things + things,
            shares: self.shares + shares)
    }

    /// The household as `roost import` would read it.
    func household() throws -> Household {
        let document: JSON = [
            "users": .array(people.map(\.entry)), "places": .array(places.map(\.entry)),
            "nodes": .array(stations.map(\.entry)), "items": .array(things.map(\.entry)),
            "shares": .array(shares),
        ]
        var household = Household()
        let payload = RequestPayload(document.object!)
        for change in try HouseholdDocument.changes(
            payload, to: household, usual: Settings(), at: Timestamp(milliseconds: 0),
            names: { [$0] })
        {
            household.apply(change)
        }
        return household
    }
}

extension Person {
    var entry: JSON {
        [
            "user": .string(id), "name": .string(id.titled), "admin": .bool(isAdmin),
            "beacons": .array(watch.map { [.string($0)] } ?? []),
        ]
    }
}

extension Ground {
    var entry: JSON {
        var members: [JSONObject.Member] = [
            .init(name: "place", value: .string(id)),
            .init(name: "name", value: .string(id.titled)),
            .init(name: "kind", value: .string(kind)),
            .init(name: "lat", value: .number(JSONNumber(coordinate.latitude)!)),
            .init(name: "lon", value: .number(JSONNumber(coordinate.longitude)!)),
            .init(name: "radius", value: .number(JSONNumber(radius)!)),
            .init(name: "shared", value: .bool(owner == nil)),
            .init(name: "rooms", value: .array(rooms.map { .string($0) })),
        ]
        if let owner { members.append(.init(name: "owner", value: .string(owner.id))) }
        return .object(JSONObject(members))
    }
}

extension Station {
    var entry: JSON {
        [
            "node": .string(id), "place": .string(place), "room": .string(room),
            "exit": .bool(isExit), "door": door.map { .string($0) } ?? .null,
        ]
    }
}

extension Thing {
    var entry: JSON {
        [
            "item": .string(id), "owner": .string(owner.id), "name": .string(id.titled),
            "kind": .string(kind), "beacon": .string(beacon),
            "watch": watchedAt.map { .array($0.map { .string($0.id) }) } ?? "everywhere",
        ]
    }
}

extension String {
    /// Capitalized like a name.
    var titled: String { prefix(1).uppercased() + dropFirst() }
}
