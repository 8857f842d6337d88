/// A user who reads notes, and whose notes they may read.
public struct NoteReader: Hashable, Sendable {
    public var user: ID<User>
    /// The users whose notes for friends they may read.
    public var friends: Set<ID<User>>
    /// The groups that they are in.
    public var groups: Set<ID<Group>>

    public init(user: ID<User>, friends: Set<ID<User>> = [], groups: Set<ID<Group>> = []) {
        self.user = user
        self.friends = friends
        self.groups = groups
    }

    public func mayRead(_ note: Note) -> Bool {
        if note.author == user { return true }
        return switch note.visibility {
        case .private: false
        case .friends: friends.contains(note.author)
        case .everyone: true
        case .group(let group): groups.contains(group)
        }
    }
}

extension Engine {
    /// The notes that `user` may read now.
    public func noteReader(_ user: ID<User>) -> NoteReader {
        NoteReader(
            user: user,
            friends: Set(household.shares.keys.filter { share(of: $0, to: user) != nil }),
            groups: household.groups(of: user))
    }
}
