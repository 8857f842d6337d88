import CMosquitto
import Glibc

/// A persistent MQTT 5 session whose messages are acknowledged only when the caller says so.
///
/// It belongs to one thread, which calls in turn: ``receive(limit:timeout:weighing:_:)``, then,
/// once the effect of the messages is on disk, ``releaseAcknowledgements()``; or
/// ``discardAcknowledgements()`` if it could not be written. Only ``waker`` may be used from other
/// threads.
///
/// libmosquitto queues an acknowledgement before it hands over the message. With
/// `mosquitto_threaded_set` and no thread of its own it writes nothing by itself, so the queue
/// stays here until `mosquitto_loop_write`, which is called only when nothing is held.
///
/// Each connection has a libmosquitto handle of its own, which takes its queue with it:
/// acknowledgements, and publishes, which libmosquitto would otherwise send again under ids that
/// the caller may have given up. So an id is valid for one connection, and the ids of successive
/// connections differ.
public final class MQTTSession {
    /// Makes a wait in ``receive(limit:timeout:weighing:_:)`` end at once.
    public let waker: MQTTWaker
    public var isConnected: Bool {
        if case .connected = phase { true } else { false }
    }

    let options: MQTTOptions
    /// The subscriptions, made on every connection.
    var subscriptions: [MQTTOptions.Subscription]
    /// Exists from the attempt to connect until the connection is lost.
    var handle: OpaquePointer?
    var phase: Phase
    /// Distinguishes the ids of one connection from those of the next.
    var generation: Int32 = 0
    /// How many times in a row a connection failed or soon ended.
    var failures = 0
    /// Whether the last connection ended soon after it began.
    var wasShortLived = false
    /// Whether the broker's name could not be looked up at the last attempt.
    var isNameUnknown = false
    var lastUpkeep: ContinuousClock.Instant

    /// Whether anything is queued that only the caller may release.
    var isHolding = false
    /// Whether the last write ended within a packet.
    var isHalfWritten = false
    /// Whether a limit ended the reading: TLS may hold more, which no wait would see.
    var isUnread = false
    /// How many publishes the broker has not acknowledged.
    var unacknowledged = 0
    /// Whether libmosquitto is writing what is queued.
    var isWriting = false
    /// The filters whose subscriptions the broker has not answered, by the ids of the requests.
    var subscribing: [Int32: String] = [:]

    // Written by the callbacks.
    /// Messages that were read and not yet handed over.
    var incoming: [MQTTMessage] = []
    /// What else happened since it was last reported.
    var activity = MQTTActivity()
    /// Whether the last read brought anything.
    var hasProgressed = false
    /// Why the broker refused the connection, in words.
    var refusal: String?
    /// How the connection ended: the broker's reason from 128 on, below it a result of
    /// libmosquitto.
    var farewell: Int32?
    /// The errors that libmosquitto logged while connecting, mostly those of OpenSSL.
    var complaints: [String] = []

    enum Phase {
        case waiting(until: ContinuousClock.Instant)
        /// The system has not yet connected the socket.
        case opening(until: ContinuousClock.Instant)
        /// TLS and MQTT are still being negotiated.
        case greeting(until: ContinuousClock.Instant)
        case connected(since: ContinuousClock.Instant)
        case closed
    }

    /// Checks the options; the connection is made in ``receive(limit:timeout:weighing:_:)``.
    public init(_ options: MQTTOptions) throws(MQTTError) {
        self.options = options
        subscriptions = options.subscriptions
        waker = try MQTTWaker()
        let now = ContinuousClock.now
        phase = .waiting(until: now)
        lastUpkeep = now
        handle = try makeHandle()
    }

    deinit {
        mosquitto_destroy(handle)
    }

    /// Passes the messages that came to `handle`, and returns what else happened.
    ///
    /// Connects first, if there is no connection and one is due. Returns as soon as there is
    /// something to report, ``waker`` was used or `timeout` has passed. Acknowledges nothing.
    /// Looking up the broker's name blocks; connecting to it does not.
    ///
    /// - Parameters:
    ///   - limit: How many messages are enough, unless 256 KiB of them come first. libmosquitto may
    ///     read a few more at once.
    ///   - weigh: For how many a message counts, such as one that takes long to handle.
    public func receive(
        limit: Int, timeout: Duration, weighing weigh: (MQTTMessage) -> Int = { _ in 1 },
        _ handle: (MQTTMessage) -> Void
    ) -> MQTTActivity {
        var now = ContinuousClock.now
        let deadline = now + min(max(timeout, .zero), .seconds(86400))
        // A connection that ended between two calls is reported before a new one is made.
        while activity.disconnected == nil {
            if case .waiting(let until) = phase, until <= now {
                connect()
                continue
            }
            let readiness = wait(until: deadline, from: now)
            let received = serve(readiness, limit: limit, weighing: weigh, handle)
            now = ContinuousClock.now
            keepUp(at: now)
            if received > 0 || readiness.isWoken || activity != MQTTActivity() || now >= deadline {
                break
            }
        }
        defer { activity = MQTTActivity() }
        return activity
    }

    /// Lets acknowledgements and publishes go out to the broker.
    ///
    /// Nothing else does. Call it only when the effect of all messages received is on disk.
    public func releaseAcknowledgements() {
        isHolding = false
        if isConnected { flush() }
    }

    /// Discards the acknowledgements and publishes that were not released.
    ///
    /// This makes a new connection after the backoff, on which the broker delivers again. As with
    /// every end of a connection, publishes that are not acknowledged by now are void.
    public func discardAcknowledgements() {
        guard isConnected, isHolding else { return }
        lose("what was received could not be kept")
    }

    /// Queues a message, which goes out with the next ``releaseAcknowledgements()``.
    ///
    /// - Parameters:
    ///   - qos: 0 or 1. Only for 1 does ``receive(limit:timeout:weighing:_:)`` report the outcome.
    ///   - expiry: For how many seconds the broker keeps it for a subscriber that is away; `nil`
    ///     for as long as it keeps anything.
    /// - Returns: The id of this publish in ``MQTTActivity``, while the connection lasts.
    public func publish(
        _ payload: [UInt8], to topic: String, qos: Int, retained: Bool,
        correlationData: [UInt8]? = nil, responseTopic: String? = nil, expiry: UInt32? = nil
    ) throws(MQTTError) -> Int32 {
        precondition((0...1).contains(qos), "publishing is with a quality of service of 0 or 1")
        guard isConnected, let handle else { throw .notConnected }
        guard unacknowledged < Self.mostInFlight else { throw .tooManyInFlight }
        guard isTopic(topic) else { throw .invalidTopic(topic) }
        guard let size = Int32(exactly: payload.count) else {
            throw .payloadTooLarge(bytes: payload.count)
        }
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if let expiry {
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
        }
        if let responseTopic {
            guard isTopic(responseTopic) else { throw .invalidTopic(responseTopic) }
            mosquitto_property_add_string(
                &properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), responseTopic)
        }
        if let correlationData {
            guard let count = UInt16(exactly: correlationData.count) else {
                throw .correlationDataTooLarge(bytes: correlationData.count)
            }
            mosquitto_property_add_binary(
                &properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), correlationData, count)
        }
        var id: Int32 = 0
        let code = mosquitto_publish_v5(
            handle, &id, topic, size, payload, Int32(qos), retained, properties)
        switch code {
        case Code.success: break
        case Code.payloadSize, Code.oversizePacket: throw .payloadTooLarge(bytes: payload.count)
        default: throw .failed("publishing", reason: describe(code))
        }
        isHolding = true
        if qos > 0 { unacknowledged += 1 }
        return publicID(id)
    }

    /// How many bytes of messages are enough, so that a flood of large ones does not fill the
    /// memory.
    static let mostBytes = 1 << 18
    /// Each publish makes libmosquitto look at every publish in flight.
    private static let mostInFlight = 1000

    /// Adds the prefix of this connection to a message id, 1...65535.
    func publicID(_ id: Int32) -> Int32 { generation << 16 | id }
}

/// Whether a message can be published to `topic`.
public func isTopic(_ topic: String) -> Bool {
    !topic.isEmpty && isText(topic) && mosquitto_pub_topic_check(topic) == Code.success
}

/// Whether libmosquitto sends it as text: a zero byte would end it in C, and control characters are
/// refused only later, with all that goes with them.
func isText(_ text: String) -> Bool {
    !text.utf8.contains(0)
        && mosquitto_validate_utf8(text, Int32(text.utf8.count)) == Code.success
}
