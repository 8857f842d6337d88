import MQTT
import RoostCore

/// Keeps one message that cannot be written from stopping all that come after it.
///
/// After a batch failed for its content, each message is committed by itself until the one at fault
/// is found; the broker delivers it again, and it is passed over.
struct Quarantine {
    private var held: Set<UInt64> = []
    /// How many messages more are committed one by one.
    private var left = 0

    var isSearching: Bool { left > 0 }

    /// More than one batch: what was not at fault is delivered again with what was.
    private static let searchLength = 2000

    /// A commit failed for its content.
    ///
    /// - Parameter message: The one at fault, if it was committed alone.
    mutating func note(_ message: MQTTMessage?) {
        left = message == nil ? Self.searchLength : 0
        if let message { held.insert(hash(message)) }
    }

    /// A message is about to be committed; the one at fault may never come again.
    mutating func looked() {
        left = max(0, left - 1)
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
