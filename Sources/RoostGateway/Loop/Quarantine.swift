import MQTT
import RoostCore

/// Keeps one message that cannot be stored from blocking all that follow it.
///
/// After a batch failed because of its content, each message is committed alone until the one at
/// fault is found. The broker delivers that one again, and it is passed over.
struct Quarantine {
    /// Until when messages are passed over, by their hash.
    private var held: [UInt64: Timestamp] = [:]
    /// How many more messages are committed one by one.
    private var left = 0

    var isSearching: Bool { left > 0 }

    /// Until after the broker delivered it again, in seconds: later it may be stored after all.
    private static let patience = 600.0
    /// More than one batch: the messages without fault are redelivered with the faulty one.
    private static let searchLength = 2000

    /// A commit failed because of its content.
    ///
    /// - Parameter message: The one at fault, if it was committed alone.
    mutating func note(_ message: MQTTMessage?, at now: Timestamp) {
        left = message == nil ? Self.searchLength : 0
        guard let message else { return }
        held = held.filter { $0.value > now }
        held[hash(message)] = now.advanced(bySeconds: Self.patience)
    }

    /// A message is about to be committed; the faulty one may never come again.
    mutating func looked() {
        left = max(0, left - 1)
    }

    func holds(_ message: MQTTMessage, at now: Timestamp) -> Bool {
        !held.isEmpty && held[hash(message)].map { $0 > now } ?? false
    }

    private func hash(_ message: MQTTMessage) -> UInt64 {
        var hash = StableHash()
        hash.combine(message.topic)
        hash.combine(message.payload)
        return hash.value
    }
}
