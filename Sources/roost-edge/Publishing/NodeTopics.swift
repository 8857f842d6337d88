import RoostCore

/// The topics of one node.
struct NodeTopics {
    private let root: String

    init(base: String, node: ID<Node>) {
        root = "\(base)/node/\(node)"
    }

    var sightings: String { "\(root)/sightings" }
    var status: String { "\(root)/status" }
    var info: String { "\(root)/info" }
    var setFilter: String { "\(root)/set/+" }

    /// The key of the setting that a topic changes; `nil` for any other topic.
    func setting(_ topic: String) -> String? {
        topic.hasPrefix("\(root)/set/") ? String(topic.dropFirst(root.count + 5)) : nil
    }
}
