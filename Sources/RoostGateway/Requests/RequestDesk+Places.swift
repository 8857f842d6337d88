import RoostCore
import RoostFormats

extension RequestDesk {
    mutating func savePlace(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Place.members, of: user)
        let id = try placeID(payload, of: user)
        let before = household.places[id]
        if let before, before.owner != user {
            throw before.isKnown(to: user) ? .notYours(id) : .taken("place", id.rawValue)
        }
        guard before != nil || places(of: user).count < Place.mostOfOwner else {
            throw .tooMany("places", Place.mostOfOwner, field: "place")
        }
        let place = try Place.draft(payload, id: id, owner: user, before: before)
        let others = places(of: user).filter { $0.id != id }
        let corners = others.reduce(place.area.cornerCount) { $0 + $1.area.cornerCount }
        guard place.area == before?.area || corners <= Area.mostCorners else {
            throw .tooMany("corners of polygons", Area.mostCorners, field: "polygon")
        }
        keep([.savePlace(place)])
        return place
    }

    /// - Parameter user: The owner of the place; `nil` for one of the household.
    private func placeID(
        _ payload: RequestPayload, of user: ID<User>?
    ) throws(RequestError) -> ID<Place> {
        let household = household
        return try id(
            "place", payload, own: places(of: user).map { ($0.id, $0.name) }, of: user
        ) { household.places[$0] != nil }
    }

    private func places(of owner: ID<User>?) -> [Place] {
        household.places.values.filter { $0.owner == owner }
    }

    mutating func deletePlace(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["place"], of: user)
        let id: ID<Place> = try payload.required("place").id()
        guard let place = household.place(id, knownTo: user) else {
            throw .notFound("place", "place")
        }
        guard place.owner == user else { throw .notYours(id) }
        keep([.deletePlace(id)])
        return Members { $0.member("place", id) }
    }

    func listPlaces(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        return listed("places", household.places(knownTo: user))
    }

    /// A place that the user may know of; any other is treated as if it did not exist.
    func knownPlace(
        _ field: RequestField, of user: ID<User>
    ) throws(RequestError) -> Place {
        guard let place = household.place(try field.id(), knownTo: user) else {
            throw .notFound("place", field.name)
        }
        return place
    }

    /// The same, with its middle.
    func knownSpot(
        _ field: RequestField, of user: ID<User>
    ) throws(RequestError) -> (middle: Coordinate, place: ID<Place>) {
        let place = try knownPlace(field, of: user)
        guard let middle = place.area.center else { throw .notFound("place", field.name) }
        return (middle, place.id)
    }

    // MARK: Administrators

    /// A place of the household, which without an owner is shared by default.
    mutating func saveHouseholdPlace(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: Place.members)
        let named = try payload["owner"].map { (field) throws(RequestError) in
            try household.knownUser(field)
        }
        let id = try placeID(payload, of: named)
        let before = household.places[id]
        var place = try Place.draft(payload, id: id, owner: before?.owner, before: before)
        if payload.isNull("owner") { place.owner = nil }
        if let named { place.owner = named }
        if before == nil, payload["shared"] == nil { place.isShared = place.owner == nil }
        try payload.checkKnown(place)
        keep([.savePlace(place)])
        return place
    }

    mutating func deleteHouseholdPlace(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["place"])
        let id: ID<Place> = try payload.required("place").id()
        guard household.places[id] != nil else { throw .notFound("place", "place") }
        keep([.deletePlace(id)])
        return Members { $0.member("place", id) }
    }

    func listHouseholdPlaces(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [])
        return listed("places", household.places.valuesInOrder)
    }
}
