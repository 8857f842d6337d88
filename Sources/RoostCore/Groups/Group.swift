/// People who share notes and spending with each other, and chat: a study group, a household's
/// purse.
///
/// Whatever a member shares with a group stays theirs: members can read it, nobody else may change
/// it, and it leaves the group together with that member.
public struct Group: Hashable, Sendable {
    public var id: ID<Group>
    public var name: String
    /// The user who sets the name and the members: the one who made the group, while they are in
    /// it.
    public private(set) var owner: ID<User>
    /// The members, including the owner, in the order in which they joined.
    public private(set) var members: [Member]
    /// Counts the changes, from 1, since a member removed by an outdated list would lose what they
    /// shared.
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

    /// A member of a group, and since when.
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

    /// Existing members stay as they were; new ones are in the group from `time` on.
    public mutating func setMembers(_ users: Set<ID<User>>, at time: Timestamp) {
        members = users.union([owner]).map { user in
            membership(of: user) ?? Member(user: user, since: time)
        }.sorted()
    }

    /// Hands the group over, even to somebody who is not in it yet.
    public mutating func setOwner(_ user: ID<User>, at time: Timestamp) {
        owner = user
        setMembers(Set(members.map(\.user)), at: time)
    }

    /// The group without a member; `nil` if nobody is left.
    ///
    /// If the owner leaves, the group goes to the member who has been in it longest.
    public func without(_ user: ID<User>) -> Group? {
        var rest = self
        rest.members.removeAll { $0.user == user }
        rest.revision += 1
        guard let first = rest.members.first else { return nil }
        if owner == user { rest.owner = first.user }
        return rest
    }

    /// The most users in a group.
    public static let mostMembers = 100
    /// The most groups that one user may own after making one; those that others left to them count
    /// too.
    public static let mostOfOwner = 100
    /// The most groups that one user may be in after others add them to one.
    public static let mostOfMember = 500
}
