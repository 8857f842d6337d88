/// Somebody or something entering or leaving a place or a room.
public struct Transition: Hashable, Sendable {
    public var subject: Subject
    /// Who is told: the user, or the item's owner.
    public var user: ID<User>
    public var isEntering: Bool
    public var place: ID<Place>
    /// The room; `nil` for the place itself.
    public var room: ID<Room>?
    /// When it happened, by the evidence; perhaps before it was known.
    public var time: Timestamp

    public init(
        subject: Subject, user: ID<User>, isEntering: Bool, place: ID<Place>, room: ID<Room>?,
        time: Timestamp
    ) {
        self.subject = subject
        self.user = user
        self.isEntering = isEntering
        self.place = place
        self.room = room
        self.time = time
    }

    public enum Subject: Hashable, Sendable {
        case user
        case item(ID<Item>)
    }

    /// Whether anybody is still told of it: a phone's queue of weeks sets off nothing.
    public func isNews(at now: Timestamp) -> Bool {
        now.seconds(since: time) <= Self.newsAge
    }

    /// The greatest age of news, in seconds.
    private static let newsAge = 12 * 3600.0

    /// Equal for the same transition, however often it is derived.
    public var id: String {
        var hash = StableHash()
        hash.combine(user.rawValue)
        if case .item(let item) = subject { hash.combine(item.rawValue) }
        hash.combine(isEntering ? "enter" : "leave")
        hash.combine(place.rawValue)
        hash.combine(room?.rawValue ?? "")
        hash.combine(time.milliseconds)
        return hash.hex
    }
}
