import CMosquitto
import Glibc

/// A message as the broker delivered it.
///
/// It does not say whether the broker had sent it before (the DUP flag): libmosquitto does not
/// expose that. It would be a poor guide anyway, since a message can come twice without it.
public struct MQTTMessage: Hashable, Sendable {
    public var topic: String
    public var payload: [UInt8]
    /// The quality of service of this delivery, which may be lower than that of the publication.
    public var qos: Int
    /// Whether the broker had retained the message: it shows a state, not what just happened.
    public var isRetained: Bool
    /// Where the sender expects an answer.
    public var responseTopic: String?
    /// What the answer must carry, so that the sender can match it.
    public var correlationData: [UInt8]?

    public init(
        topic: String, payload: [UInt8], qos: Int = 0, isRetained: Bool = false,
        responseTopic: String? = nil, correlationData: [UInt8]? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
        self.responseTopic = responseTopic
        self.correlationData = correlationData
    }
}

extension MQTTMessage {
    /// Copies what libmosquitto lends for the duration of a callback, the payload once.
    init(_ message: mosquitto_message, properties: OpaquePointer?) {
        topic = message.topic.map { String(cString: $0) } ?? ""
        payload = Array(
            UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen)))
        qos = Int(message.qos)
        isRetained = message.retain
        guard let properties else { return }
        responseTopic = Self.string(MQTT_PROP_RESPONSE_TOPIC, in: properties)
        correlationData = Self.bytes(MQTT_PROP_CORRELATION_DATA, in: properties)
    }

    private static func string(_ property: mqtt5_property, in list: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        mosquitto_property_read_string(list, Int32(property.rawValue), &text, false)
        defer { free(text) }
        return text.map { String(cString: $0) }
    }

    private static func bytes(_ property: mqtt5_property, in list: OpaquePointer) -> [UInt8]? {
        var start: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        let found = mosquitto_property_read_binary(
            list, Int32(property.rawValue), &start, &count, false)
        defer { free(start) }
        guard found != nil else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }
}
