import OrderedCollections

/// A user as one friend may see them: only what the share allows.
public struct FriendView: Hashable, Sendable {
    public var friend: ID<User>
    public var name: String
    public var level: ShareLevel
    public var hand: Hand
    public var place: ID<Place>?
    public var placeName: String?
    public var room: ID<Room>?
    public var activity: Activity?
    public var since: Timestamp?
    public var fix: Fix?
    /// Metres from the viewer's own position.
    public var distance: Double?
    public var heading: Heading?
    /// Whether the last news is so old that the friend may be elsewhere.
    public var isStale: Bool
    public var updated: Timestamp?
}

extension Engine {
    /// What `viewer` sees of `owner` now, or `nil` if nothing.
    public func friend(_ owner: ID<User>, for viewer: ID<User>) -> FriendView? {
        guard owner != viewer, let share = share(of: owner, to: viewer),
            household.users[viewer] != nil, let presence = presence(of: owner)
        else { return nil }
        var view = FriendView(
            friend: owner, name: presence.name, level: share.level,
            hand: coarse(presence), since: presence.since,
            isStale: presence.updated.map { now.seconds(since: $0) > settings.staleAfter } ?? true,
            updated: presence.updated)
        if share.level >= .place {
            view.hand = presence.hand
            view.place = presence.place
            view.placeName = presence.placeName
            view.activity = presence.activity
            view.heading = presence.heading
        }
        if share.level == .exact {
            view.room = presence.room
            view.fix = location(of: owner)?.fix
            if let here = location(of: viewer)?.fix.coordinate, let fix = view.fix {
                view.distance = here.distance(to: fix.coordinate)
            }
        }
        return view
    }

    /// The hand without the name of a place.
    private func coarse(_ presence: PresenceView) -> Hand {
        guard let place = presence.place.flatMap({ household.places[$0] }) else {
            return presence.hand
        }
        return .place(place.kind.rawValue)
    }
}

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
        let within = Set(
            household.places.values.filter { place.area.encloses($0.area) }.map(\.id))
        let present = users.keys.filter { user in
            guard let spot = users[user]?.belief?.whereabouts.spot else { return false }
            return spot.place == id || within.contains(spot.place) && place.isKnown(to: user)
        }
        let items = items.count { item, track in
            guard let here = track.occupied, let owner = household.items[item]?.owner else {
                return false
            }
            return here == id || within.contains(here) && place.isKnown(to: owner)
        }
        return OccupancyView(
            place: place, users: present.filter(isOpen).sorted(), count: present.count,
            items: items, updated: now)
    }

    /// Who or what is in a place changed, and so in the places around it.
    mutating func noteOccupancy(of place: ID<Place>, _ urgency: Effect.Urgency = .now) {
        let around = household.places.values.around(place)
        for place in [place] + around.map(\.id) {
            effects.append(.changed(.place(place), urgency))
        }
    }

    /// Whether a user is known to be in a place, or in one that lies in it.
    func isIn(_ place: ID<Place>, _ user: ID<User>) -> Bool {
        users[user]?.settled.place.map { household.isWithin($0, place, for: user) } ?? false
    }
}
