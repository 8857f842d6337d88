import MQTT
import RoostFormats
import RoostGateway

/// What a gateway that does not answer has last said of itself, as the broker retains it.
struct LastWord {
    private let status: String?
    private let problems: [String]
    /// The problems with which it may be unable to answer.
    private static let silencing: Set = ["store", "reading", "disk"]

    /// Nothing if this user may not read it, or it does not come within a second.
    init(_ configuration: Configuration, name: String) {
        let topics = configuration.topics
        var (status, health): (String?, JSON?)
        try? configuration.readRetained(
            [topics.gatewayStatus, topics.gatewayHealth], as: name, within: .seconds(1)
        ) { message in
            if message.topic == topics.gatewayStatus {
                status = String(decoding: message.payload, as: UTF8.self)
            } else {
                health = try? JSON(message.payload)
            }
        }
        self.status = status
        problems = (health?["problems"]?.object?.members ?? [])
            .filter { Self.silencing.contains($0.name) }.compactMap(\.value.string)
    }

    /// Why no answer comes, as the end of a sentence; `nil` if that is not known.
    var reason: String? {
        // One that cannot write is offline between its attempts.
        if !problems.isEmpty { return "it last said: \(problems.joined(separator: "; "))." }
        return status == "offline"
            ? "it is offline by its last word: is `roost run` running, and does this broker let it in?"
            : nil
    }
}
