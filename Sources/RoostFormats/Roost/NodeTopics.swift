public import RoostCore

/// The topics of one of Roost's own nodes.
public struct NodeTopics: Hashable, Sendable {
    private let root: String

    public init(base: String, node: ID<Node>) {
        root = "\(base)/node/\(node)"
    }

    public var sightings: String { "\(root)/sightings" }
    public var status: String { "\(root)/status" }
    public var info: String { "\(root)/info" }
    public var setFilter: String { "\(root)/set/+" }

    /// The key of the setting that a topic changes; `nil` for any other topic.
    public func setting(_ topic: String) -> String? {
        topic.hasPrefix("\(root)/set/") ? String(topic.dropFirst(root.count + 5)) : nil
    }
}
