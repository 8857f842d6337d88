import RoostCore
import RoostFormats

/// What only administrators ask about users.
extension RequestDesk {
    mutating func saveUser(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: User.members)
        let id: ID<User> = try payload.required("user").id()
        let before = household.users[id]
        let user = try User.draft(
            payload, id: id, before: before, usual: engine.usualSettings)
        for beacon in user.beacons where before?.beacons.contains(beacon) != true {
            try checkFree(beacon, for: .user(id), field: "beacons")
        }
        keep([.saveUser(user)])
        return user
    }

    mutating func deleteUser(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["user"])
        let id = try household.knownUser(try payload.required("user"))
        keep([.deleteUser(id)])
        return Members { $0.member("user", id) }
    }

    func listUsers(_ payload: RequestPayload) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: [])
        return listed("users", household.users.valuesInOrder)
    }

    /// Sets a user's password for the web page, or removes it.
    mutating func savePassword(
        _ payload: RequestPayload
    ) throws(RequestError) -> any JSONWritable {
        try payload.allow(request: ["user", "password"])
        let user = try household.knownUser(try payload.required("user"))
        if payload.isNull("password") {
            keep(.passwordHash(nil, of: user))
        } else {
            let password = try payload.required("password").string(length: Password.lengths)
            guard let hash = Password.hash(password) else {
                throw RequestError(.unavailable, "there is no memory for that now: try again")
            }
            keep(.passwordHash(hash, of: user))
        }
        return Members { $0.member("user", user) }
    }
}
