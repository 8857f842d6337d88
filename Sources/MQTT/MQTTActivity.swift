/// What happened while a session received, besides messages.
///
/// The events within one activity happened in the order of its members.
public struct MQTTActivity: Hashable, Sendable {
    /// Whether the broker accepted a connection.
    public var connected = false
    /// Whether the broker still had that connection's session, with all messages that came
    /// meanwhile.
    public var sessionPresent = false
    /// The publishes that the broker acknowledged; it is responsible for them now.
    public var published: [Int32] = []
    /// The publishes that the broker acknowledged and refused.
    public var refused: [Refusal] = []
    /// The filters to which the broker refused to subscribe this client.
    public var refusedSubscriptions: [String] = []
    /// Why a connection ended, or an attempt at one failed, in words; `nil` if none did.
    ///
    /// The end of a connection also ends all its publish ids that were not in ``published`` or
    /// ``refused`` by now: nothing more is reported about them, and they must be published again.
    public var disconnected: String?

    public init() {}

    /// A publish that the broker refused.
    public struct Refusal: Hashable, Sendable {
        public var id: Int32
        public var reason: String

        public init(id: Int32, reason: String) {
            self.id = id
            self.reason = reason
        }
    }
}
