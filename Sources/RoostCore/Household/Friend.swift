/// A friend on a user's clock: the colour and the order of the hand.
public struct Friend: Hashable, Sendable, Codable {
    public var user: ID<User>
    public var friend: ID<User>
    /// `#rrggbb`.
    public var color: String?
    public var order: Int

    public init(user: ID<User>, friend: ID<User>, color: String? = nil, order: Int = 0) {
        self.user = user
        self.friend = friend
        self.color = color
        self.order = order
    }
}
