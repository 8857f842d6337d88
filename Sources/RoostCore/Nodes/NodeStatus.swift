/// What a node says of itself, or its last will for it.
public enum NodeStatus: String, Hashable, Sendable, CaseIterable {
    case online, offline
    /// The node is there, but its radio delivers nothing.
    case deaf
}
