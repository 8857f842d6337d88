import OrderedCollections

/// The occupants of a place: by name only those who let everybody see it.
public struct OccupancyView: Hashable, Sendable {
    public var place: Place
    public var users: [ID<User>]
    public var count: Int
    public var items: Int
    var updated: Timestamp
}

extension Engine {
    public func occupancy(of id: ID<Place>) -> OccupancyView? {
        guard let place = household.places[id] else { return nil }
        let present = users.keys.filter { user in
            guard let spot = users[user]?.belief?.whereabouts.spot else { return false }
            return spot.place == id || household.lies(spot.place, in: id) && place.isKnown(to: user)
        }
        let items = items.count { item, track in
            guard let here = track.occupied, let owner = household.items[item]?.owner else {
                return false
            }
            return here == id || household.lies(here, in: id) && place.isKnown(to: owner)
        }
        return OccupancyView(
            place: place, users: present.filter(isOpen).sorted(), count: present.count,
            items: items, updated: now)
    }

    /// Who or what is in a place changed, and so in the places around it.
    mutating func noteOccupancy(of place: ID<Place>, _ urgency: Effect.Urgency = .now) {
        let around = household.around(place)
        for place in [place] + around.map(\.id) {
            effects.append(.changed(.place(place), urgency))
        }
    }

    /// Somebody or something is in another place than before; `nil` for none.
    mutating func noteOccupancy(
        from old: ID<Place>?, to new: ID<Place>?, _ urgency: Effect.Urgency = .now
    ) {
        guard old != new else { return }
        for place in [old, new].compactMap(\.self) { noteOccupancy(of: place, urgency) }
    }

    /// Whether a user is known to be in a place, or in one that lies in it.
    func isIn(_ place: ID<Place>, _ user: ID<User>) -> Bool {
        users[user]?.settled.place.map { household.isWithin($0, place, for: user) } ?? false
    }
}
