import MQTT
import RoostCore

/// Keeps one message that cannot be written from stopping all that come after it.
///
/// After a batch failed for its content, each message is committed by itself until the one at fault
/// is found; the broker delivers it again, and it is passed over.
struct Quarantine {
    private var held: Set<UInt64> = []
    /// Whether messages are committed one by one.
    private(set) var isSearching = false

    /// A commit failed for its content.
    ///
    /// - Parameter message: The one at fault, if it was committed alone.
    mutating func note(_ message: MQTTMessage?) {
        isSearching = message == nil
        if let message { held.insert(hash(message)) }
    }

    func holds(_ message: MQTTMessage) -> Bool {
        !held.isEmpty && held.contains(hash(message))
    }

    private func hash(_ message: MQTTMessage) -> UInt64 {
        var hash = StableHash()
        hash.combine(message.topic)
        for byte in message.payload { hash.combine(byte) }
        return hash.value
    }
}
