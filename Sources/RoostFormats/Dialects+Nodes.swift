import RoostCore

extension Dialects {
    private enum NodeTopic: String, CaseIterable {
        case sightings, status, info
    }

    private static let nodeTopics = Vocabulary<NodeTopic>()

    /// `node/<node>/…`: what Roost's own nodes publish.
    func node(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let (topic, payload) = (message.topic, message.payload)
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
                        node: node, sightings: sightings, isRetained: message.isRetained, sent: sent
                    ))
            ])
        case .status:
            let status = try NodeFormats.status(payload)
            return .events([.nodeStatus(node, status, isRetained: message.isRetained)])
        case .info:
            var info = try NodeFormats.info(payload)
            info.isRetained = message.isRetained
            return .events([.nodeInfo(node, info)])
        }
    }
}
