/// How to reach a broker, and what to request of it.
public struct MQTTOptions: Sendable {
    public var address: MQTTAddress
    /// If `nil`, the connection is not encrypted.
    public var tls: TLS?
    public var username: String?
    public var password: String?
    /// Asked for the password before each connection, since it may be changed meanwhile; if there
    /// is none, or it gives none, `password` is used.
    public var currentPassword: (@Sendable () -> String?)?
    /// Names the session at the broker; of two connections with one id, it closes the older.
    public var clientID: String
    /// Whether each connection begins with nothing queued and nothing subscribed.
    public var cleanStart = false
    /// How long the broker keeps the session of a client that is away.
    public var sessionExpirySeconds: UInt32 = 86400 * 7
    /// How many messages the broker may send before it needs an acknowledgement, 1...65535.
    public var receiveMaximum = 1000
    /// The longest packet that the broker may send, in bytes; it leaves out longer ones.
    public var maximumPacketSize: UInt32?
    /// The longest silence in seconds before the broker is pinged, 5...65535.
    public var keepAliveSeconds = 60
    public var will: Will?
    /// The initial subscriptions, until ``MQTTSession/listen(to:)`` replaces them; made on every
    /// connection.
    public var subscriptions: [Subscription] = []
    public var backoff = Backoff()
    /// How long to wait for a broker that does not answer.
    public var connectTimeout: Duration = .seconds(10)

    public init(address: MQTTAddress, tls: TLS? = nil, clientID: String) {
        self.address = address
        self.tls = tls
        self.clientID = clientID
    }

    /// Takes address and encryption from a URL; see ``MQTTAddress/parse(_:)``.
    public init(url: String, clientID: String) throws(MQTTAddressError) {
        let (address, isEncrypted) = try MQTTAddress.parse(url)
        self.init(address: address, tls: isEncrypted ? TLS() : nil, clientID: clientID)
    }
}

extension MQTTOptions {
    /// The authorities to trust, and the certificate to present.
    public struct TLS: Hashable, Sendable {
        /// The authorities to trust; if `nil`, those of the system.
        public var caFile: String?
        public var certificateFile: String?
        public var keyFile: String?

        public init(
            caFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil
        ) {
            self.caFile = caFile
            self.certificateFile = certificateFile
            self.keyFile = keyFile
        }
    }

    /// What the broker publishes for a client that vanished without a disconnect.
    public struct Will: Hashable, Sendable {
        public var topic: String
        public var payload: [UInt8]
        public var qos: Int
        public var isRetained: Bool

        public init(topic: String, payload: [UInt8], qos: Int = 1, isRetained: Bool = false) {
            precondition((0...2).contains(qos), "a quality of service is 0, 1 or 2")
            self.topic = topic
            self.payload = payload
            self.qos = qos
            self.isRetained = isRetained
        }
    }

    /// Topics to listen to.
    public struct Subscription: Hashable, Sendable {
        /// A topic in which `+` stands for any level and a last `#` for any number of them.
        public let filter: String
        /// At most 1: messages sent with 2 then come with 1, and so survive a crash of this
        /// process.
        public let qos: Int
        public let sendRetained: SendRetained
        /// Whether to leave out what this client itself publishes.
        public let noLocal: Bool

        public init(
            _ filter: String, qos: Int = 1, sendRetained: SendRetained = .always,
            noLocal: Bool = false
        ) {
            precondition(
                (0...1).contains(qos), "libmosquitto would lose messages of quality of service 2")
            self.filter = filter
            self.qos = qos
            self.sendRetained = sendRetained
            self.noLocal = noLocal
        }
    }

    /// When a subscription delivers the messages that the broker had retained.
    public enum SendRetained: Hashable, Sendable {
        /// On every connection.
        case always
        /// Only when the session did not have the subscription yet.
        case ifNew
        case never
    }

    /// How long to wait before connecting again: twice as long after each failure, with jitter.
    public struct Backoff: Hashable, Sendable {
        public var initial: Duration
        public var maximum: Duration

        public init(initial: Duration = .milliseconds(250), maximum: Duration = .seconds(30)) {
            self.initial = initial
            self.maximum = maximum
        }

        /// Half to all of the full delay, so that the clients of a broker do not all return at
        /// once.
        func delay(afterFailures failures: Int) -> Duration {
            // By a factor of 2^20 the maximum has long been reached.
            let full = min(maximum, initial * (1 << min(max(failures - 1, 0), 20)))
            return full * Double.random(in: 0.5...1)
        }
    }
}
