/// What happened while a session received, besides messages.
///
/// Within one activity things happened in the order of its members.
public struct MQTTActivity: Hashable, Sendable {
    /// Whether the broker accepted a connection.
    public var connected = false
    /// Whether the broker still had the session of that connection, with all that came meanwhile.
    public var sessionPresent = false
    /// The publishes that the broker acknowledged: they are its care now.
    public var published: [Int32] = []
    /// The publishes that the broker acknowledged and refused.
    public var refused: [Refusal] = []
    /// The filters to which the broker refused to subscribe this client.
    public var refusedSubscriptions: [String] = []
    /// Why a connection ended, or an attempt at one failed, in words; `nil`: none did.
    ///
    /// With a connection end the ids of all its publishes that were not in ``published`` or
    /// ``refused`` by now: nobody will hear of them again, and they are to be published anew.
    public var disconnected: String?

    public init() {}

    /// A publish the broker would not have.
    public struct Refusal: Hashable, Sendable {
        public var id: Int32
        public var reason: String

        public init(id: Int32, reason: String) {
            self.id = id
            self.reason = reason
        }
    }
}
