/// A message on a topic below a dialect's prefix.
struct DialectMessage {
    /// The levels after the prefix.
    let topic: TopicTail
    let payload: [UInt8]
    /// Whether the broker retained it: then it says nothing about the present.
    let isRetained: Bool
}
