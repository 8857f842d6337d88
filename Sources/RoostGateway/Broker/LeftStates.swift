import Logging
import MQTT
import RoostFormats
import RoostStore

/// The states that an earlier gateway left at the broker.
///
/// A store that is new, or was restored on another machine, does not know of them: where somebody
/// was would be shown for ever, also to those with whom it is no longer shared.
enum LeftStates {
    /// How long to wait for the broker, and how long it may be silent in between.
    private static let (patience, pause): (Duration, Duration) = (.seconds(5), .milliseconds(300))

    /// Tells a store that knows of no topic those that the broker retains; the gateway clears what
    /// is nobody's once it is connected.
    static func note(in store: Store, _ configuration: Configuration, _ logger: Logger) throws {
        guard try store.retainedTopics().all.isEmpty else { return }
        let topics = try read(configuration)
        guard !topics.isEmpty else { return }
        logger.notice(
            "an earlier gateway's states are taken over", metadata: ["topics": "\(topics.count)"])
        try store.note(retained: topics)
    }

    private static func read(_ configuration: Configuration) throws -> Set<String> {
        let topics = configuration.topics
        let session = try MQTTSession(
            configuration.visit(
                clientID: configuration.broker.clientID + "-look", reading: topics.stateFilters))
        defer { session.close(within: .seconds(1)) }
        var found: Set<String> = []
        let start = ContinuousClock.now
        var last = start
        while .now < start + patience, !session.isConnected || .now < last + pause {
            let activity = session.receive(limit: 1000, timeout: .milliseconds(100)) { message in
                last = .now
                if message.isRetained, topics.isState(message.topic) { found.insert(message.topic) }
            }
            session.releaseAcknowledgements()
            if activity.connected { last = .now }
            // It cannot be reached or refuses: the gateway will say so.
            if activity.disconnected != nil { break }
        }
        return found
    }
}
