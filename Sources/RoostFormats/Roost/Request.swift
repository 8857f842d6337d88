public import RoostCore

/// A request to do or tell something: `roost/user/<user>/request/<noun>/<verb>`.
public struct Request: Hashable, Sendable {
    /// Who asks, by the topic: the broker lets nobody publish under another's name.
    public enum Actor: Hashable, Sendable {
        case user(ID<User>)
        case admin
    }

    public let actor: Actor
    public let noun: String
    /// Empty if the topic ends with the noun, which makes no request.
    public let verb: String
    /// The levels of the topic that name it, which that of the response has too.
    let path: String
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
        path = "\(noun)/\(verb)"
        self.id = id
        self.payload = payload
    }

    /// A request of any number of levels; only those of two are known.
    init(actor: Actor, path: String, id: JSON? = nil) {
        let noun = path.prefix { $0 != "/" }
        self.actor = actor
        self.noun = String(noun)
        verb = String(path.dropFirst(noun.count + 1))
        self.path = path
        self.id = id
        payload = RequestPayload()
    }

    /// The member of the payload that may hold a picture, which makes it larger than others; `nil`
    /// for none.
    public var pictureMember: String? {
        switch (noun, verb) {
        case ("item", "save"): "picture"
        case ("note", "save"): "photo"
        default: nil
        }
    }

    /// Reads the payload: an object, or nothing at all, which means an empty one.
    mutating func read(_ bytes: [UInt8]) throws(Refusal) {
        guard !bytes.isEmpty else { return }
        let object = try Refusal.object(bytes)
        let tooLong = Refusal(.outOfRange, "id", expected: "at most 256 bytes long")
        switch object["id"] {
        case .string(let text) where text.utf8.count > 256: throw tooLong
        case .number(let number) where number.literal.utf8.count > 256: throw tooLong
        case .array, .object, .bool:
            throw Refusal(.wrongType, "id", expected: "a string or a number")
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
