/// Why a message has no effect, for the counters and for the log.
public struct Refusal: Error, Hashable, Sendable {
    public enum Reason: String, Sendable, CaseIterable {
        /// Above 1 MiB, or above 16 MiB if the message may hold a picture.
        case tooLarge = "too_large"
        case invalidUTF8 = "invalid_utf8"
        case malformedJSON = "malformed_json"
        case tooDeep = "too_deep"
        case missingField = "missing_field"
        case wrongType = "wrong_type"
        case outOfRange = "out_of_range"
        /// A position at 0/0, with the time 0 or an accuracy below 0: the phone had none.
        case noFix = "no_fix"
        case unknownTopic = "unknown_topic"
        /// A topic level or a field that is not an id, or that no beacon has.
        case invalidID = "invalid_id"
        /// The payload claims to be from somebody other than the topic's user.
        case wrongUser = "wrong_user"
        /// The user was never created, and phones may not create one.
        case unknownUser = "unknown_user"
        /// The user already has the most devices that are told apart.
        case tooManyDevices = "too_many_devices"
        /// There are already the most users that phones may bring.
        case tooManyUsers = "too_many_users"
        /// No key for the device, or not sealed with it.
        case undecryptable
        /// Something encrypted inside something encrypted.
        case nestedEncryption = "nested_encryption"
        /// The broker retained a request, which would run again at each start.
        case retainedRequest = "retained_request"
        /// It was understood, but the database does not take what it says.
        case notStorable = "not_storable"
    }

    public var reason: Reason
    /// A few words for the log, such as the name of the field; never a position or a secret.
    public var detail: String
    /// What the field must be, for the sender of a request.
    public var expectation: String?
    /// The refused request, without its payload, so that it can be answered.
    public var request: Request?

    public init(_ reason: Reason, _ detail: String = "", expected expectation: String? = nil) {
        self.reason = reason
        self.detail = detail
        self.expectation = expectation
    }

    init(_ error: JSONError) {
        let reason: Reason =
            switch error.reason {
            case .invalidUTF8: .invalidUTF8
            case .tooDeep: .tooDeep
            case .numberOutOfRange: .outOfRange
            case .tooManyValues: .tooLarge
            case .unexpectedEnd, .unexpectedByte, .invalidEscape, .trailingBytes: .malformedJSON
            }
        self.init(reason, error.description)
    }

    /// Reads JSON as a whole, and refuses the message if it is not JSON.
    static func json(_ bytes: [UInt8]) throws(Refusal) -> JSON {
        do throws(JSONError) {
            return try JSON(bytes)
        } catch {
            throw Refusal(error)
        }
    }

    /// The same, and refuses it too if it is not an object.
    static func object(_ bytes: [UInt8]) throws(Refusal) -> JSONObject {
        guard let object = try json(bytes).object else {
            throw Refusal(.wrongType, "payload", expected: "a JSON object")
        }
        return object
    }
}
