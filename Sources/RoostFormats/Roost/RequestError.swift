/// Why a request was not granted, in words for its sender.
public struct RequestError: Error, Hashable, Sendable {
    public enum Code: String, Sendable, CaseIterable {
        case badRequest = "bad_request"
        case missingField = "missing_field"
        case wrongType = "wrong_type"
        case outOfRange = "out_of_range"
        case invalidID = "invalid_id"
        case wrongUser = "wrong_user"
        case tooLarge = "too_large"
        /// It does not exist, or belongs to another user: the answer does not reveal which.
        case notFound = "not_found"
        case conflict
        case forbidden
        case unknownRequest = "unknown_request"
        case unavailable
    }

    public var code: Code
    public var message: String
    /// The field to be corrected.
    public var field: String?
    /// What went wrong inside, for the log alone.
    public var cause: String?

    public init(_ code: Code, _ message: String, field: String? = nil, cause: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
        self.cause = cause
    }

    /// The answer to a request that could not even be read.
    public init(_ refusal: Refusal) {
        let field =
            switch refusal.reason {
            case .missingField, .wrongType, .outOfRange, .invalidID, .wrongUser:
                refusal.detail.contains(" ") ? nil : refusal.detail
            default: nil as String?
            }
        let (code, message): (Code, String) =
            switch refusal.reason {
            case .tooLarge: (.tooLarge, "the message is too large")
            case .missingField: (.missingField, "is missing")
            case .wrongType: (.wrongType, "has the wrong type")
            case .outOfRange where field == nil:
                (.outOfRange, "the payload has a " + refusal.detail)
            case .outOfRange: (.outOfRange, "is out of range")
            case .invalidID: (.invalidID, "is no id")
            case .wrongUser: (.wrongUser, "must be the asker: a user can only speak for themself")
            case .retainedRequest: (.badRequest, "a request must not be retained")
            case .invalidUTF8, .malformedJSON, .tooDeep:
                (.badRequest, "the payload is no JSON: " + refusal.detail)
            default: (.badRequest, "the request cannot be read: " + refusal.reason.rawValue)
            }
        let text = refusal.expectation.map { "must be \($0)" } ?? message
        self.init(code, field.map { "\($0) \(text)" } ?? text, field: field)
    }
}
