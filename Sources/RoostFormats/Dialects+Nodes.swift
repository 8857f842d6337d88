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
            let status = try NodeFormats.status(payload)
            return .events([
                .nodeStatus(node, isOnline: status != .offline, isDeaf: status == .deaf)
            ])
        case .info:
            var info = try NodeFormats.info(payload)
            info.isRetained = isRetained
            return .events([.nodeInfo(node, info)])
        }
    }

    private enum ESPresenseTopic: String, CaseIterable {
        case status, telemetry
    }

    private static let espresenseTopics = Vocabulary<ESPresenseTopic>()

    /// `devices/<id>/<room>`; a level more is the answer to a query.
    func espresenseDevice(
        _ topic: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard topic.count == 2 else {
            if topic.count > 2 { return .ignored }
            throw Refusal(.unknownTopic)
        }
        let room = topic.text(1)
        let node = try ESPresenseFormat.node(room)
        guard !payload.isEmpty, let sighting = try ESPresenseFormat.sighting(payload) else {
            return .ignored
        }
        return .events([
            .sightings(
                SightingBatch(
                    node: node, sightings: [sighting], isRetained: isRetained, room: room))
        ])
    }

    /// `rooms/<room>/…`: whether the scanner is there; its settings are its own affair.
    func espresenseRoom(
        _ topic: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard topic.count == 2, let kind = Self.espresenseTopics[topic.word(1)] else {
            return .ignored
        }
        let room = topic.text(0)
        let node = try ESPresenseFormat.node(room)
        guard !payload.isEmpty else { return .ignored }
        switch kind {
        case .status:
            let isOnline = try NodeFormats.status(payload) == .online
            return .events([
                .nodeInfo(node, NodeInfo(room: room, isRetained: isRetained)),
                .nodeStatus(node, isOnline: isOnline),
            ])
        case .telemetry:
            guard try Refusal.json(payload).object != nil else {
                throw Refusal(.wrongType, "payload")
            }
            // One that the broker kept says nothing of now.
            guard !isRetained else { return .ignored }
            return .events([
                .nodeInfo(node, NodeInfo(room: room)), .nodeStatus(node, isOnline: true),
            ])
        }
    }
}
