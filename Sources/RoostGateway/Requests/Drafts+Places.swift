import RoostCore
import RoostFormats

// As in Drafts.swift, for places, their rooms and their nodes.

extension Place {
    static func draft(
        _ payload: RequestPayload, id: ID<Place>, owner: ID<User>?, before: Place?
    ) throws(RequestError) -> Place {
        try payload.refuseNull("name")
        // What makes a circle is null in a polygon, and the other way round.
        if payload["polygon"] == nil { try payload.refuseNull("lat", "lon", "radius") }
        if !["lat", "lon", "radius"].contains(where: { payload[$0] != nil }) {
            try payload.refuseNull("polygon")
        }
        var place: Place
        if let before {
            place = before
        } else {
            place = Place(
                id: id, name: try payload["name"]?.string() ?? id.rawValue,
                area: try .draft(payload), owner: owner)
        }
        if let name = try payload["name"]?.string() { place.name = name }
        if let kind = payload.change(of: "kind") { place.kind = try kind?.choice() ?? .other }
        let isMoved = ["lat", "lon", "polygon"].contains { payload[$0] != nil }
        if before != nil, isMoved { place.area = try .draft(payload, before: place.area) }
        if !isMoved, let radius = payload["radius"] {
            guard case .circle(let center, _) = place.area else {
                throw RequestError(
                    .badRequest,
                    "\(radius.name) is of a circle: give lat and lon too, to make it one",
                    field: radius.name)
            }
            place.area = .circle(center: center, radius: try radius.number(in: Area.radii))
        }
        if let shared = payload.change(of: "shared") {
            place.isShared = try shared?.bool() ?? false
        }
        if let address = payload.change(of: "address") {
            place.address = try address?.string(length: 0...500)
        }
        if let rooms = payload.change(of: "rooms") {
            place.rooms = try rooms?.distinct(count: 0...200, by: \.id, Room.draft) ?? []
        }
        if let origin = payload.change(of: "origin") {
            place.origin = try origin?.string(length: 1...64)
        }
        return place
    }
}

extension RequestPayload {
    /// Refuses a place that no user would know.
    func checkKnown(_ place: Place) throws(RequestError) {
        guard place.owner != nil || place.isShared else {
            throw missing("owner", because: "a place needs an owner, or shared: true")
        }
    }
}

extension Room {
    /// `{"room":"kitchen","name":"Kitchen"}`, or only a name.
    fileprivate static func draft(_ field: RequestField) throws(RequestError) -> Room {
        if field.value.string != nil {
            let name = try field.string()
            return Room(id: try field.id(from: name), name: name)
        }
        let payload = try field.object()
        try payload.allow(only: Room.members)
        let id: ID<Room> = try payload.required("room").id()
        return Room(id: id, name: try payload["name"]?.string() ?? id.rawValue)
    }
}

extension Area {
    fileprivate static func draft(
        _ payload: RequestPayload, before: Area? = nil
    ) throws(RequestError) -> Area {
        if let polygon = payload["polygon"] {
            if let other = ["lat", "lon", "radius"].first(where: { payload[$0] != nil }) {
                throw RequestError(
                    .badRequest, "give either a polygon, or lat and lon with a radius", field: other
                )
            }
            return .polygon(try polygon.polygon())
        }
        var known: (center: Coordinate, radius: Double)?
        if case .circle(let center, let radius) = before { known = (center, radius) }
        guard let center = try payload.coordinate(before: known?.center) else {
            throw payload.missing("lat", because: "a place needs lat and lon, or a polygon")
        }
        let radius = try payload["radius"]?.number(in: radii) ?? known?.radius ?? defaultRadius
        return .circle(center: center, radius: radius)
    }
}

extension Node {
    static func draft(
        _ payload: RequestPayload, id: ID<Node>, before: Node?, places: [ID<Place>: Place]
    ) throws(RequestError) -> Node {
        var node = before ?? Node(id: id)
        if let field = payload.change(of: "place") {
            node.place = try field?.id()
            node.ownPlace = nil
            // What it says of a room in another place does not count.
            if node.ownRoomName != nil, let known = before?.place, node.place != known {
                (node.room, node.ownRoomName) = (nil, nil)
            }
            if let field, let place = node.place, places[place] == nil {
                throw .notFound("place", field.name)
            }
        }
        if let room = payload.change(of: "room") {
            let place = node.place.flatMap { places[$0] }
            if let listed = room?.value.string.flatMap({ place?.room(called: $0) }) {
                node.room = listed
            } else {
                node.room = try room?.id()
            }
        }
        if let exit = payload.change(of: "exit") { node.isExit = try exit?.bool() ?? false }
        if let door = payload.change(of: "door") {
            node.door = try door?.topic()
            // A door with a sensor for its opening is an exit.
            if door != nil, payload["exit"] == nil { node.isExit = true }
        }
        guard node.door == nil || node.isExit else {
            let field = payload["exit"]?.name ?? "exit"
            throw RequestError(
                .badRequest, "\(field) must be true while the node has a door", field: field)
        }
        if let position = payload.change(of: "position") {
            node.position = try position?.array(count: 2...3).map { (metres) throws(RequestError) in
                try metres.number(in: -100_000...100_000)
            }
        }
        return node
    }
}
