public import RoostCore

/// A request to do or tell something: `roost/user/<user>/request/<noun>/<verb>`.
public struct Request: Hashable, Sendable {
    /// Who asks, by the topic: the broker lets nobody publish under another's name.
    public enum Actor: Hashable, Sendable {
        case user(ID<User>)
        case admin
    }

    public var actor: Actor
    public var noun: String
    public var verb: String
    /// A string or a number that the response repeats.
    public var id: JSON?
    public var payload: RequestPayload

    public init(
        actor: Actor, noun: String, verb: String, id: JSON? = nil,
        payload: RequestPayload = RequestPayload()
    ) {
        self.actor = actor
        self.noun = noun
        self.verb = verb
        self.id = id
        self.payload = payload
    }

    /// Whether the payload may hold a picture, and so be larger than others.
    var mayHoldPicture: Bool {
        verb == "save" && (noun == "item" || noun == "note")
    }

    /// Reads the payload: an object, or nothing at all, which means an empty one.
    mutating func read(_ bytes: [UInt8]) throws(Refusal) {
        guard !bytes.isEmpty else { return }
        let object = try Refusal.object(bytes)
        switch object["id"] {
        case .string(let text) where text.utf8.count > 256: throw Refusal(.outOfRange, "id")
        case .number(let number) where number.literal.utf8.count > 256:
            throw Refusal(.outOfRange, "id")
        case .array, .object, .bool: throw Refusal(.wrongType, "id")
        case .null, nil: break
        case .some(let id): self.id = id
        }
        if case .user(let user) = actor, let claimed = object["user"]?.string,
            claimed != user.rawValue
        {
            throw Refusal(.wrongUser, "user")
        }
        payload = RequestPayload(object)
    }
}

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
        self.init(code, field.map { "\($0) \(message)" } ?? message, field: field)
    }
}

/// The answers to requests.
public enum Response {
    /// `{"id":…,"status":"ok","data":…}`, without the `id` if the request had none.
    public static func ok(id: JSON?, data: some JSONWritable) -> [UInt8] {
        answer(id: id, status: "ok", data: data)
    }

    /// Data sent before the answer: `{"id":…,"status":"listening","data":…}`.
    public static func listening(id: JSON?, data: some JSONWritable) -> [UInt8] {
        answer(id: id, status: "listening", data: data)
    }

    private static func answer(id: JSON?, status: String, data: some JSONWritable) -> [UInt8] {
        JSONWriter.objectBytes { json in
            json.member("id", id)
            json.member("status", status)
            json.member("data", data)
        }
    }

    /// `{"id":…,"status":"error","error":{"code":…,"message":…,"field":…}}`.
    public static func error(id: JSON?, _ error: RequestError) -> [UInt8] {
        JSONWriter.objectBytes { json in
            json.member("id", id)
            json.member("status", "error")
            json.object("error") { json in
                json.member("code", error.code.rawValue)
                json.member("message", error.message)
                json.member("field", error.field)
            }
        }
    }
}
