import RoostCore

extension Dialects {
    private enum NodeTopic: String, CaseIterable {
        case sightings, status, info
    }

    private static let nodeTopics = Vocabulary<NodeTopic>()

    /// `node/<node>/…`: what our own nodes say.
    func node(
        _ topic: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard topic.count == 2, let kind = Self.nodeTopics[topic.word(1)] else {
            throw Refusal(.unknownTopic)
        }
        guard let node = ID<Node>(topic.text(0)) else { throw Refusal(.invalidID, "node") }
        guard !payload.isEmpty else { return .ignored }
        switch kind {
        case .sightings:
            let (sightings, sent) = try SightingsFormat.read(payload)
            return .events([
                .sightings(
                    SightingBatch(
                        node: node, sightings: sightings, isRetained: isRetained, sent: sent))
            ])
        case .status:
            return .events([.nodeStatus(node, isOnline: try NodeFormats.status(payload))])
        case .info:
            var info = try NodeFormats.info(payload)
            info.isRetained = isRetained
            return .events([.nodeInfo(node, info)])
        }
    }
}

extension ID<Node> {
    /// The node that a scanner is, by what it or its room is called.
    init(scanner name: String) throws(Refusal) {
        // Most names are ids already.
        guard let id = Self(name) ?? Self(from: name) else { throw Refusal(.invalidID, "node") }
        self = id
    }
}

extension Incoming {
    /// What a scanner heard; also what nobody can track, `nil`, is a sign of life.
    ///
    /// - Parameter room: What the scanner calls its room, if that is its name.
    static func heard(
        _ sightings: [Sighting?], by node: ID<Node>, room: String? = nil, sent: Timestamp? = nil,
        isRetained: Bool
    ) -> Incoming {
        .events([
            .sightings(
                SightingBatch(
                    node: node, sightings: sightings.compactMap { $0 }, isRetained: isRetained,
                    room: room, sent: sent))
        ])
    }

    /// A scanner's connection to the broker came or went.
    static func status(
        of node: ID<Node>, room: String? = nil, isOnline: Bool, isRetained: Bool
    ) -> Incoming {
        .events([
            .nodeInfo(node, NodeInfo(room: room, isRetained: isRetained)),
            .nodeStatus(node, isOnline: isOnline),
        ])
    }
}
