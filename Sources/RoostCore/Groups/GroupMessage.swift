/// A message in a group.
public struct GroupMessage: Hashable, Sendable {
    public var group: ID<Group>
    /// Counts the messages of the group, from 1; this is their order.
    public var number: Int64
    public var author: ID<User>
    public var text: String
    public var time: Timestamp
    /// Identifies a message that is sent again.
    public var key: Key?

    public enum Key: Hashable, Sendable {
        /// The name that its author gave it.
        case name(String)
        /// The id of the request, which is unique only for a while: some clients count from 1 at
        /// each start.
        case request(String)
    }

    public init(
        group: ID<Group>, number: Int64, author: ID<User>, text: String, time: Timestamp,
        key: Key? = nil
    ) {
        self.group = group
        self.number = number
        self.author = author
        self.text = text
        self.time = time
        self.key = key
    }

    /// The longest text, in characters, and below in bytes: a character may have thousands.
    public static let longestText = 4000
    public static let mostTextBytes = 16_000
}
