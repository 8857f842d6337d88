import CMosquitto

/// Why a session could not be made, or a message not be published.
public enum MQTTError: Error, Hashable, CustomStringConvertible {
    /// Nothing was queued: publish again once there is a connection.
    case notConnected
    /// The limit of unacknowledged publishes is reached: another has to wait for room.
    case tooManyInFlight
    case invalidTopic(String)
    case invalidFilter(String)
    case payloadTooLarge(bytes: Int)
    case correlationDataTooLarge(bytes: Int)
    /// An impossible setting, in words.
    case invalidOption(String)
    case unreadableFile(String)
    /// What libmosquitto or the system reported, and during which action.
    case failed(String, reason: String)

    public var description: String {
        switch self {
        case .notConnected: "not connected to the broker"
        case .tooManyInFlight: "too many messages wait for the broker's acknowledgement"
        case .invalidTopic(let topic): "'\(topic)' is no topic to publish to"
        case .invalidFilter(let filter): "'\(filter)' is no topic filter"
        case .payloadTooLarge(let bytes):
            "a payload of \(bytes) bytes is more than the broker takes"
        case .correlationDataTooLarge(let bytes):
            "correlation data of \(bytes) bytes is too large: 65535 is the most"
        case .invalidOption(let why): why
        case .unreadableFile(let file): "the \(file) cannot be read"
        case .failed(let action, let reason): "\(action): \(reason)"
        }
    }
}

/// The results of libmosquitto that matter here, in the type that its functions return.
enum Code {
    static let success = Int32(MOSQ_ERR_SUCCESS.rawValue)
    static let connectionLost = Int32(MOSQ_ERR_CONN_LOST.rawValue)
    static let noAnswer = Int32(MOSQ_ERR_KEEPALIVE.rawValue)
    static let tls = Int32(MOSQ_ERR_TLS.rawValue)
    static let payloadSize = Int32(MOSQ_ERR_PAYLOAD_SIZE.rawValue)
    static let systemError = Int32(MOSQ_ERR_ERRNO.rawValue)
    static let unknownHost = Int32(MOSQ_ERR_EAI.rawValue)
    static let oversizePacket = Int32(MOSQ_ERR_OVERSIZE_PACKET.rawValue)
}

func describe(_ code: Int32) -> String { String(cString: mosquitto_strerror(code)) }

/// The words for a reason code of MQTT 5.
func describe(reason: Int32) -> String { String(cString: mosquitto_reason_string(reason)) }
