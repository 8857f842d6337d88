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
    /// Metres from where the viewer stands; `nil` while nobody knows where that is.
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
            hand: coarse(presence), since: presence.handSince,
            isStale: presence.updated.map { now.seconds(since: $0) > settings.staleAfter } ?? true,
            updated: presence.updated.map { updated in
                max(updated.floor(seconds: Self.page), presence.handSince ?? updated)
            })
        if share.level >= .place {
            view.hand = presence.hand
            view.place = presence.place
            view.placeName = presence.placeName
            view.activity = presence.activity
            // A place that is their own is shown only once they are there.
            view.heading = presence.heading.flatMap { heading in
                household.places[heading.place]?.isKnown(to: viewer) == true ? heading : nil
            }
        }
        if share.level == .exact {
            view.room = presence.room
            (view.since, view.updated) = (presence.since, presence.updated)
            view.fix = location(of: owner)?.fix
            if let here = standpoint(of: viewer)?.coordinate {
                view.distance = view.fix.map { here.distance(to: $0.coordinate) }
            }
        }
        return view
    }

    /// How exactly it is told when something new was known, in seconds: to the second, it would show
    /// when somebody changes rooms.
    private static let page: Int64 = 60

    /// The hand without the name of a place.
    private func coarse(_ presence: PresenceView) -> Hand {
        guard let place = presence.place.flatMap({ household.places[$0] }) else {
            return presence.hand
        }
        return .place(place.kind.rawValue)
    }
}
