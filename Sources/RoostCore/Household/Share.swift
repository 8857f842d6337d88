/// What an owner lets a viewer see.
public struct Share: Hashable, Sendable, Codable {
    public var owner: ID<User>
    public var viewer: Viewer
    public var level: ShareLevel
    /// When the share ends by itself.
    public var until: Timestamp?
    /// The hours of the owner's day in which it holds.
    public var hours: DailyHours?
    /// Since when the viewer may see as much as this; `nil` for always.
    ///
    /// What a phone queued before that is none of the viewer's business.
    public var since: Timestamp?

    public init(
        owner: ID<User>, viewer: Viewer, level: ShareLevel, until: Timestamp? = nil,
        hours: DailyHours? = nil, since: Timestamp? = nil
    ) {
        self.owner = owner
        self.viewer = viewer
        self.level = level
        self.until = until
        self.hours = hours
        self.since = since
    }

    public enum Viewer: Hashable, Sendable, Codable, Comparable {
        /// Everybody in the household, and the occupants that a place shows.
        case everyone
        case user(ID<User>)
    }

    public func hasEnded(at now: Timestamp) -> Bool { until.map { $0 <= now } ?? false }

    /// Whether the viewer could see as much at a time in the past.
    func hasBegun(at time: Timestamp) -> Bool { since.map { $0 <= time } ?? true }
}

/// How much of a user a viewer may see; each level includes the ones before it.
public enum ShareLevel: String, Sendable, Codable, CaseIterable, Comparable {
    /// Home or away: the hand of the clock without the names of places.
    case presence
    /// The place, never coordinates.
    case place
    /// The position.
    case exact

    public static func < (lhs: ShareLevel, rhs: ShareLevel) -> Bool {
        switch (lhs, rhs) {
        case (.presence, .place), (.presence, .exact), (.place, .exact): true
        default: false
        }
    }
}
