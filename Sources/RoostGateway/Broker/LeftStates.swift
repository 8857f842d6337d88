import Logging
import MQTT
import RoostFormats
import RoostStore

/// The states that an earlier gateway left at the broker.
///
/// A store that is new, or was restored on another machine, does not know of them: where somebody
/// was would be shown for ever, also to those with whom it is no longer shared.
enum LeftStates {
    /// Tells a store that knows of no topic those that the broker retains; the gateway clears what
    /// is nobody's once it is connected.
    static func note(in store: Store, _ configuration: Configuration, _ logger: Logger) throws {
        guard try store.retainedTopics().all.isEmpty else { return }
        let topics = configuration.topics
        var left: Set<String> = []
        try configuration.readRetained(
            topics.stateFilters, as: configuration.broker.clientID + "-look", within: .seconds(5)
        ) { message in
            if topics.isState(message.topic) { left.insert(message.topic) }
        }
        guard !left.isEmpty else { return }
        logger.notice(
            "an earlier gateway's states are taken over", metadata: ["topics": "\(left.count)"])
        try store.note(retained: left)
    }
}
