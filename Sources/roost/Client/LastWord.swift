import MQTT
import RoostFormats
import RoostGateway

/// What a gateway that does not answer has last said of itself, as the broker retains it.
struct LastWord {
    private var status: String?
    private var problems: [String] = []
    /// The problems with which it may be unable to answer.
    private static let silencing: Set = ["store", "reading", "disk"]

    /// Nothing if this user may not read it, or it does not come within a second.
    init(_ configuration: Configuration, name: String) {
        let topics = configuration.topics
        let topicsRead = [topics.gatewayStatus, topics.gatewayHealth]
        guard let options = try? configuration.visit(clientID: name, reading: topicsRead),
            let session = try? MQTTSession(options)
        else { return }
        defer { session.close(within: .seconds(1)) }
        var missing = Set(topicsRead)
        let deadline = ContinuousClock.now + .seconds(1)
        while !missing.isEmpty, .now < deadline {
            let activity = session.receive(limit: 2, timeout: .milliseconds(200)) { message in
                missing.remove(message.topic)
                if message.topic == topics.gatewayStatus {
                    status = String(decoding: message.payload, as: UTF8.self)
                } else if let said = try? JSON(message.payload)["problems"]?.object {
                    problems = said.members.filter { Self.silencing.contains($0.name) }
                        .compactMap { $0.value.string }
                }
            }
            session.releaseAcknowledgements()
            if !activity.refusedSubscriptions.isEmpty { return }
        }
    }

    /// Why no answer comes; `nil` if that is not known.
    var reason: String? {
        // One that cannot write is offline between its attempts.
        if !problems.isEmpty { return "it last said: " + problems.joined(separator: "; ") }
        return status == "offline"
            ? "it is offline by its last word: is `roost run` running, and does this broker let it in?"
            : nil
    }
}
