import RoostCore
import RoostFormats

extension Household {
    /// A place that a user may know of; `nil` also for any other, which for them does not exist.
    func place(_ id: ID<Place>?, knownTo user: ID<User>) -> Place? {
        guard let place = id.flatMap({ places[$0] }), place.isKnown(to: user) else { return nil }
        return place
    }

    /// Whether a user may be told of a node: of none in a place that they do not know.
    func isKnown(_ node: ID<Node>, to user: ID<User>) -> Bool {
        guard let place = nodes[node]?.place.flatMap({ places[$0] }) else { return true }
        return place.isKnown(to: user)
    }

    func knownUser(_ field: RequestField) throws(RequestError) -> ID<User> {
        let id: ID<User> = try field.id()
        guard users[id] != nil else { throw .notFound("user", field.name) }
        return id
    }
}
