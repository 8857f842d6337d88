import Logging

/// What is wrong between a node and its broker, as sentences for people.
struct BrokerHealth {
    /// What keeps the node from publishing; `nil` if nothing does.
    private(set) var trouble: String?
    /// Whether the trouble is a refused batch, which ends with the first one that is accepted.
    private var isOfBatch = false
    /// That the broker refuses to tell of changed settings; `nil` if it does not.
    private(set) var darkness: String?
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    mutating func connected() {
        end()
        darkness = nil
    }

    mutating func disconnected(because reason: String) {
        begin("no connection to the broker: \(reason)")
    }

    mutating func acceptedBatch() {
        if isOfBatch { end() }
    }

    mutating func refused(isBatch: Bool, because reason: String) {
        // Batches that are accepted later say nothing of other topics.
        isOfBatch = isBatch
        begin("the broker refuses what this node publishes: \(reason)")
    }

    /// The broker takes no message as long as a batch.
    mutating func refusedBatch(ofBytes count: Int) {
        begin(
            "a batch of \(count) bytes is larger than the broker takes: "
                + "raise its max_packet_size, or publish less (publish.allow)")
        isOfBatch = true
    }

    mutating func refusedSubscription() {
        let darkness = "the broker does not let this node hear of changed settings"
        self.darkness = darkness
        logger.warning("\(darkness)")
    }

    private mutating func begin(_ trouble: String) {
        guard trouble != self.trouble else { return }
        self.trouble = trouble
        logger.warning("\(trouble)")
    }

    private mutating func end() {
        (trouble, isOfBatch) = (nil, false)
    }
}
