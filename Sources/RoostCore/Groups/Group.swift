/// People who share notes and spending with each other, and talk: a study group, a household's purse.
///
/// What somebody shares with a group is theirs: its members read it, nobody else may change it, and it
/// leaves with whoever leaves.
public struct Group: Hashable, Sendable {
    public var id: ID<Group>
    public var name: String
    /// Who says how it is called and who is in it: the one who made it, as long as they are in it.
    public private(set) var owner: ID<User>
    /// The owner among them, in the order in which they came.
    public private(set) var members: [Member]
    /// Counts the changes, from 1: who is put out by a list of before loses what they shared.
    public var revision: Int

    public init(
        id: ID<Group>, name: String, owner: ID<User>, members: [Member], revision: Int = 1
    ) {
        self.id = id
        self.name = name
        self.owner = owner
        self.members = members.sorted()
        self.revision = revision
    }

    /// Somebody in a group, and since when.
    public struct Member: Hashable, Sendable, Comparable {
        public var user: ID<User>
        public var since: Timestamp

        public init(user: ID<User>, since: Timestamp) {
            self.user = user
            self.since = since
        }

        public static func < (lhs: Member, rhs: Member) -> Bool {
            (lhs.since, lhs.user) < (rhs.since, rhs.user)
        }
    }

    public func membership(of user: ID<User>) -> Member? { members.first { $0.user == user } }

    /// Who was in the group stays as they were, who is new is in it from `time` on.
    public mutating func setMembers(_ users: Set<ID<User>>, at time: Timestamp) {
        members = users.union([owner]).map { user in
            membership(of: user) ?? Member(user: user, since: time)
        }.sorted()
    }

    /// Hands the group over, also to somebody who is not in it yet.
    public mutating func setOwner(_ user: ID<User>, at time: Timestamp) {
        owner = user
        setMembers(Set(members.map(\.user)), at: time)
    }

    /// The group without a member; `nil` when nobody is left.
    ///
    /// After its owner it belongs to who has been in it longest.
    public func without(_ user: ID<User>) -> Group? {
        var rest = self
        rest.members.removeAll { $0.user == user }
        rest.revision += 1
        guard let first = rest.members.first else { return nil }
        if owner == user { rest.owner = first.user }
        return rest
    }

    /// How many users may be in a group.
    public static let mostMembers = 100
    /// How many groups one user may own before making another; those that others left to them count too.
    public static let mostOfOwner = 100
    /// How many groups one user may be in before others take them into another.
    public static let mostOfMember = 500
}

/// What somebody said in a group.
public struct GroupMessage: Hashable, Sendable {
    public var group: ID<Group>
    /// Counts the messages of the group, from 1: they are in this order.
    public var number: Int64
    public var author: ID<User>
    public var text: String
    public var time: Timestamp
    /// What tells that it is the same one, sent again.
    public var key: Key?

    public enum Key: Hashable, Sendable {
        /// What its author calls it.
        case name(String)
        /// The id of the request, which is one only for a while: some clients count from 1 at each start.
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

    /// The longest text, in characters, and in bytes: a character may have thousands.
    public static let longestText = 4000
    public static let mostTextBytes = 16_000
}
