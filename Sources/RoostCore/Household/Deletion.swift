/// That a user or a node was deleted, and when: what a broker retains from before brings neither
/// back.
///
/// Of a deleted user nothing else is kept. Not even the name, only a hash of it: whoever reads the
/// file can at most confirm a name that they guess.
public struct Deletion: Hashable, Sendable {
    /// A hash of the id, and of what it names.
    public var name: UInt64
    public var time: Timestamp

    public init(name: UInt64, time: Timestamp) {
        self.name = name
        self.time = time
    }

    init(of user: ID<User>, at time: Timestamp) {
        self.init(name: Self.name(of: user), time: time)
    }

    init(of node: ID<Node>, at time: Timestamp) {
        self.init(name: Self.name(of: node), time: time)
    }

    static func name(of user: ID<User>) -> UInt64 { hash("user", user.rawValue) }
    static func name(of node: ID<Node>) -> UInt64 { hash("node", node.rawValue) }

    private static func hash(_ words: String...) -> UInt64 {
        var hash = StableHash()
        for word in words { hash.combine(word) }
        return hash.value
    }
}
