public import RoostCore

/// A message for the broker that must not be lost.
public struct OutgoingMessage: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// How a requester tells its responses apart (MQTT 5).
    public var correlationData: [UInt8]?
    /// When it stops being useful to a receiver that was away; `nil` if never.
    public var expires: Timestamp?
    /// The topic to use if the broker refuses the asker's choice; not kept over a restart.
    public var otherwise: String?

    public init(
        topic: String, payload: [UInt8], correlationData: [UInt8]? = nil, expires: Timestamp? = nil,
        otherwise: String? = nil
    ) {
        self.topic = topic
        self.otherwise = otherwise
        self.payload = payload
        self.correlationData = correlationData
        self.expires = expires
    }
}

/// A message in the outbox; ids only rise.
public struct OutboxEntry: Hashable, Sendable, Identifiable {
    public var id: Int64
    public var message: OutgoingMessage
}
