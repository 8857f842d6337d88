import RoostCore
import RoostFormats

/// Measures the rooms of a place while a user walks through them.
extension RequestDesk {
    mutating func startCalibration(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["beacon", "place", "rooms"], of: user)
        let (beacon, place) = try walker(payload, of: user)
        let walk: CalibrationWalk
        do {
            walk = try engine.startCalibration(of: user, beacon: beacon, place: place)
        } catch {
            throw refused(error)
        }
        _ = try rooms(payload["rooms"], of: walk.place, among: engine.rooms(of: walk.place))
        keepEffects()
        return progress(of: walk)
    }

    /// Rooms of a place by their ids or names; all of the known ones if none are given.
    private func rooms(
        _ given: RequestField?, of place: ID<Place>, among known: [ID<Room>]
    ) throws(RequestError) -> [ID<Room>] {
        guard let given else { return known }
        return try given.array(count: 1...1000).map { (field) throws(RequestError) in
            let text = try field.string(length: 1...200)
            let wanted = text.lowercased()
            let room =
                known.first { $0.rawValue == wanted }
                ?? household.places[place]?.room(called: wanted)
            guard let room, known.contains(room) else {
                throw RequestError(
                    .notFound,
                    "\(place) has no room '\(text)'; there are "
                        + known.map(\.rawValue).joined(separator: ", "), field: field.name)
            }
            return room
        }
    }

    mutating func markCalibration(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(
            request: ["room", "time", "beacon", "place"], of: user)
        let (beacon, place) = try walker(payload, of: user)
        let room: ID<Room>? = payload.isNull("room") ? nil : try payload.required("room").id()
        let time = try payload["time"]?.time() ?? engine.now
        do {
            let walk = try engine.markCalibration(
                of: user, room, beacon: beacon, place: place, at: time)
            keepEffects()
            return progress(of: walk)
        } catch {
            throw refused(error)
        }
    }

    mutating func stopCalibration(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [], of: user)
        do {
            let report = try engine.stopCalibration(of: user)
            keepEffects()
            if let change = report.change { keep([change]) }
            return report.described()
        } catch {
            throw refused(error)
        }
    }

    /// Forgets what was measured of a place, or of some of its rooms.
    mutating func deleteCalibration(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["place", "rooms"], of: user)
        let place = try knownPlace(payload.required("place"), of: user).id
        guard let known = household.calibrations[place] else {
            // There is such a place, so no field is wrong.
            throw RequestError(.notFound, "nothing was measured in \(place)")
        }
        let hasWalked = known.beacons?.contains(where: beacons(of: user).contains) ?? false
        guard
            hasWalked || household.places[place]?.owner == user
                || household.users[user]?.isAdmin ?? false
        else {
            throw RequestError(
                .forbidden,
                "only who walked through \(place), its owner or an administrator may forget that",
                field: "place")
        }
        let rooms = try rooms(
            payload["rooms"], of: place, among: known.rooms.keys.sorted())
        let left = engine.forgetCalibration(of: rooms, in: place)
        keepEffects()
        return Members { json in
            json.member("place", place)
            json.member("rooms", left)
        }
    }

    /// The user's current walk, or the quality of the last one through a place.
    func calibration(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["place"], of: user)
        let (_, place) = try walker(payload, of: user)
        let walk = engine.walks[user]
        let own = beacons(of: user)
        if let walk, place == nil || walk.place == place { return progress(of: walk) }
        let known = household.places(knownTo: user).map(\.id)
            .filter { place == nil || $0 == place }
        return listed("places", known.compactMap { described($0, to: own) })
    }

    /// What is known of the rooms of a place; `nil` for nothing.
    private func described(_ id: ID<Place>, to own: [BeaconID]) -> Members? {
        guard let calibration = household.calibrations[id] else { return nil }
        let placed = household.nodes(in: id)
        return Members { json in
            json.member("place", id)
            json.member("measured", calibration.measured)
            json.member("rooms", calibration.rooms.keys.sorted())
            json.member("missing", calibration.missing(among: placed))
            json.member("roomless", placed.filter { $0.room == nil }.map(\.id))
            json.member("nodes", calibration.nodes)
            json.member("waiting", calibration.waiting(among: placed).map(\.described))
            json.member(
                "report",
                engine.reports[id].map { $0.described(withBeacon: own.contains($0.beacon)) })
        }
    }

    /// The beacon and the place of the walk.
    private func walker(
        _ payload: RequestPayload, of user: ID<User>
    ) throws(RequestError) -> (beacon: BeaconID?, place: ID<Place>?) {
        let place = try payload["place"].map { (field) throws(RequestError) in
            try knownPlace(field, of: user).id
        }
        guard let beacon = try payload["beacon"]?.beacon() else { return (nil, place) }
        guard beacons(of: user).contains(beacon) else { throw .notFound("beacon", "beacon") }
        return (beacon, place)
    }

    private func beacons(of user: ID<User>) -> [BeaconID] {
        (household.users[user]?.beacons ?? []) + household.items(of: user).compactMap(\.beacon)
    }

    private func progress(of walk: CalibrationWalk) -> any JSONWritable {
        let place = household.places[walk.place]
        let rooms = engine.rooms(of: walk.place)
        let counts = walk.counts
        return Members { json in
            json.member("place", walk.place)
            json.member("beacon", walk.beacon)
            json.member(
                "rooms",
                rooms.map { room in
                    Members { json in
                        json.member("room", room)
                        json.member("name", place?.roomName(room))
                        json.member("samples", counts[room]?.all ?? 0)
                        json.member("kept_back", counts[room]?.keptBack ?? 0)
                    }
                })
        }
    }

    private func refused(_ refusal: Engine.CalibrationRefusal) -> RequestError {
        switch refusal {
        case .noBeacon:
            RequestError(
                .missingField, "you carry no beacon: name one of your items'", field: "beacon")
        case .noPlace:
            RequestError(
                .missingField, "no node hears the beacon, so say which place is meant",
                field: "place")
        case .noRooms(let place):
            RequestError(
                .conflict,
                "\(place) has no nodes in different rooms: there is nothing to tell apart",
                field: "place")
        case .roomless(let node, let place):
            RequestError(
                .conflict,
                "the node \(node) of \(place) is in no room, so its rooms cannot be measured: "
                    + "node/save gives it a room, or takes it out of the place",
                field: "place")
        case .unknownRoom(let room, let place):
            RequestError(.notFound, "\(place) has no room \(room)", field: "room")
        case .kept(let end):
            RequestError(
                .outOfRange,
                "what was heard until \(end.rfc3339) is kept as it was marked: a mark must be later",
                field: "time")
        case .over:
            RequestError(
                .outOfRange,
                "a mark holds for ten minutes, and that was over before the walk began",
                field: "time")
        case .tooManyMarks:
            RequestError(
                .conflict,
                "this walk has all the marks that it can take: end it with calibration/stop, and "
                    + "measure the other rooms in another")
        case .notBegun:
            RequestError(.conflict, "nothing is being measured: begin with calibration/mark")
        case .interrupted(let place):
            RequestError(
                .conflict,
                "the gateway was started anew during the walk through \(place), and what it had not "
                    + "kept yet is lost: begin again with calibration/start")
        }
    }
}
