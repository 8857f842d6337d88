import RoostCore
import RoostFormats

// Each request names its members where it reads them. Any other member is refused: otherwise
// `untill` would create a share without an end, and `form` would ask for all that there is.

// The members of each part of the household, in a request and in an import file's entry.

extension Item {
    static let members = ["item", "owner", "name", "kind", "beacon", "watch", "range", "tx_power"]
}

extension Place {
    static let members = [
        "place", "name", "kind", "lat", "lon", "radius", "polygon", "owner", "shared", "address",
        "rooms", "origin",
    ]
}

extension Room {
    static let members = ["room", "name"]
}

extension Node {
    static let members = ["node", "place", "room", "exit", "door", "position"]
}

extension User {
    static let members = ["user", "name", "admin", "devices", "beacons", "timezone"]
}

extension Share {
    static let members = ["owner", "viewer", "level", "until", "hours"]
}

extension Friend {
    static let members = ["user", "friend", "color", "order"]
}

extension Group {
    static let savedMembers = ["group", "name", "owner", "members"]
}

extension Settings {
    static let members = [
        "alerts", "quiet_hours", "timezone", "units", "distance_limit", "note_scope",
        "default_share", "currency", "categories", "reminders",
    ]
}

extension RequestPayload {
    /// Refuses members that an administrator's request does not have.
    func allow(request names: [String]) throws(RequestError) {
        try allow(only: names, besides: ["id"])
    }

    /// Refuses more than one of the members that exclude each other.
    ///
    /// - Parameter words: What they are, for the error: `minutes and until`.
    func allowOne(of names: [String], _ words: String) throws(RequestError) {
        let given = names.filter { self[$0] != nil }
        guard given.count > 1 else { return }
        throw RequestError(.badRequest, "give only one of \(words)", field: given[1])
    }

    /// Refuses members that a user's request does not have, and an owner other than the user.
    func allow(request names: [String], of user: ID<User>) throws(RequestError) {
        try allow(only: names, besides: ["id", "user"])
        guard names.contains("owner"), let owner = self["owner"], try owner.id() != user else {
            return
        }
        throw RequestError(
            .wrongUser, "owner must be \(user): a user can only speak for themself", field: "owner")
    }
}
