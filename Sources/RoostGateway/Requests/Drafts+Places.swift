import RoostCore
import RoostFormats

// As in Drafts.swift, for places, their rooms and their nodes.

extension Place {
    static func draft(
        _ payload: RequestPayload, id: ID<Place>, owner: ID<User>?, before: Place?
    ) throws(RequestError) -> Place {
        try payload.refuseNull("name", "lat", "lon", "radius", "polygon")
        var place: Place
        if let before {
            place = before
        } else {
            place = Place(
                id: id, name: try payload["name"]?.string() ?? id.rawValue,
                area: try .draft(payload), owner: owner)
        }
        if let name = try payload["name"]?.string() { place.name = name }
        if payload.isNull("kind") { place.kind = .other }
        if let kind = payload["kind"] { place.kind = try kind.choice() }
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
        if payload.isNull("shared") { place.isShared = false }
        if let shared = payload["shared"] { place.isShared = try shared.bool() }
        if payload.isNull("address") { place.address = nil }
        if let address = payload["address"] { place.address = try address.string(length: 0...500) }
        if payload.isNull("rooms") { place.rooms = [] }
        if let rooms = payload["rooms"] {
            var drafts: [Room] = []
            for room in try rooms.array(count: 0...200) {
                let draft: Room = try .draft(room)
                guard !drafts.contains(where: { $0.id == draft.id }) else {
                    throw RequestError(
                        .conflict, "\(room.name) is in the list already", field: room.name)
                }
                drafts.append(draft)
            }
            place.rooms = drafts
        }
        if payload.isNull("origin") { place.origin = nil }
        if let origin = payload["origin"] { place.origin = try origin.string(length: 1...64) }
        return place
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
        guard let center = try payload.coordinate() else {
            throw payload.missing("lat", because: "a place needs lat and lon, or a polygon")
        }
        let known: Double? = if case .circle(_, let radius) = before { radius } else { nil }
        let radius = try payload["radius"]?.number(in: radii) ?? known ?? defaultRadius
        return .circle(center: center, radius: radius)
    }
}

extension Node {
    static func draft(
        _ payload: RequestPayload, id: ID<Node>, before: Node?, places: [ID<Place>: Place]
    ) throws(RequestError) -> Node {
        var node = before ?? Node(id: id)
        if payload.isNull("place") { node.place = nil }
        if let field = payload["place"] {
            let place: ID<Place> = try field.id()
            guard places[place] != nil else { throw .notFound("place", field.name) }
            node.place = place
        }
        if payload.isNull("room") { node.room = nil }
        if let room = payload["room"] { node.room = try room.id() }
        if payload.isNull("exit") { node.isExit = false }
        if let exit = payload["exit"] { node.isExit = try exit.bool() }
        if payload.isNull("door") { node.door = nil }
        if let door = payload["door"] {
            node.door = try door.topic()
            // A door with a sensor for its opening is an exit.
            if payload["exit"] == nil { node.isExit = true }
        }
        guard node.door == nil || node.isExit else {
            let field = payload["exit"]?.name ?? "exit"
            throw RequestError(
                .badRequest, "\(field) must be true while the node has a door", field: field)
        }
        if payload.isNull("position") { node.position = nil }
        if let position = payload["position"] {
            var numbers: [Double] = []
            for number in try position.array(count: 2...3) {
                numbers.append(try number.number(in: -100_000...100_000))
            }
            node.position = numbers
        }
        return node
    }
}
