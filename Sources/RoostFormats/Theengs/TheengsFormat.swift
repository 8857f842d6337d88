import RoostCore

/// What Theengs Gateway and OpenMQTTGateway publish; each gateway is a node.
enum TheengsFormat {
    private enum Topic: String, CaseIterable {
        case advertisement = "BTtoMQTT"
        case will = "LWT"
        case telemetry = "SYStoMQTT"
    }

    private static let topics = Vocabulary<Topic>()

    /// `<gateway>/BTtoMQTT/<device>`, `<gateway>/LWT` and `<gateway>/SYStoMQTT`.
    static func read(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        guard topic.count > 1, let kind = topics[topic.word(1)],
            topic.count == (kind == .advertisement ? 3 : 2), !message.payload.isEmpty
        else { return .ignored }
        let node = try ID<Node>(scanner: topic.text(0))
        switch kind {
        case .advertisement:
            guard let heard = try TheengsAdvertisement(message.payload) else { return .ignored }
            return .heard([heard.sighting], by: node, isRetained: message.isRetained)
        // A gateway for other radios publishes these as well, and is not a node.
        case .will:
            guard let isOnline = try? NodeFormats.isOnline(message.payload) else {
                return .ignored
            }
            return .events([
                .deviceStatus(node, isOnline: isOnline, isRetained: message.isRetained)
            ])
        case .telemetry:
            return message.isRetained ? .ignored : .events([.signOfLife(of: node)])
        }
    }
}
