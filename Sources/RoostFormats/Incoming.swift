public import RoostCore

/// What a message turned out to be.
public enum Incoming: Hashable, Sendable {
    case events([Event])
    case request(Request)
    /// A subscriber that forgets what it was told has started: everything is to be said again.
    case birth
    /// Known and of no interest, such as a setting of a scanner or our own output.
    case ignored
    /// Not understood or not allowed: to be counted by its reason, and without any other effect.
    case refused(Refusal)
}

/// Reads every message that may come, by its topic, in whichever dialect it is.
public struct Dialects: Sendable {
    private let base: String
    private let ownTracks: String
    private let espresense: String
    private let homeAssistantStatus: String

    private let nodes: [UInt8]
    private let users: [UInt8]
    private let admin: [UInt8]
    private let own: [UInt8]
    private let espresenseDevices: [UInt8]
    private let espresenseRooms: [UInt8]
    private let espresenseOthers: [UInt8]
    private let ownTracksFormat: OwnTracksFormat

    /// - Parameters: The first levels of the topics, each without a slash at its end.
    public init(
        base: String = "roost", ownTracks: String = "owntracks", espresense: String = "espresense",
        homeAssistant: String = "homeassistant", secrets: Secrets = Secrets()
    ) {
        self.base = base
        self.ownTracks = ownTracks
        self.espresense = espresense
        homeAssistantStatus = "\(homeAssistant)/status"
        own = Array("\(base)/".utf8)
        nodes = Array("\(base)/node/".utf8)
        users = Array("\(base)/user/".utf8)
        admin = Array("\(base)/admin/request/".utf8)
        espresenseOthers = Array("\(espresense)/".utf8)
        espresenseDevices = Array("\(espresense)/devices/".utf8)
        espresenseRooms = Array("\(espresense)/rooms/".utf8)
        ownTracksFormat = OwnTracksFormat(prefix: Array("\(ownTracks)/".utf8), secrets: secrets)
    }

    /// The topic filters that bring in everything that `read` understands.
    public var subscriptions: [String] {
        [
            "\(base)/node/+/sightings", "\(base)/node/+/status", "\(base)/node/+/info",
            "\(base)/user/+/request/+/+", "\(base)/admin/request/+/+",
            "\(ownTracks)/+/+", "\(ownTracks)/+/+/+",
            "\(espresense)/devices/+/+", "\(espresense)/rooms/+/status",
            "\(espresense)/rooms/+/telemetry", homeAssistantStatus,
        ]
    }

    /// Reads one message; whatever it holds, it never fails otherwise than by being refused.
    public func read(topic: String, payload: [UInt8], isRetained: Bool) -> Incoming {
        do throws(Refusal) {
            return try incoming(topic, payload, isRetained)
        } catch {
            return .refused(error)
        }
    }

    private func incoming(
        _ topic: String, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        if let tail = TopicTail(topic, after: nodes) {
            try checkSize(payload)
            return try node(tail, payload, isRetained)
        }
        if let tail = TopicTail(topic, after: ownTracksFormat.prefix) {
            try checkSize(payload)
            return try ownTracksFormat.read(tail, payload, isRetained: isRetained)
        }
        if let tail = TopicTail(topic, after: espresenseDevices) {
            try checkSize(payload)
            return try espresenseDevice(tail, payload, isRetained)
        }
        if let tail = TopicTail(topic, after: espresenseRooms) {
            try checkSize(payload)
            return try espresenseRoom(tail, payload, isRetained)
        }
        if let tail = TopicTail(topic, after: users) {
            // What else is below a user is what the gateway tells that user.
            guard tail.count > 1, tail.word(1) == Self.request else { return .ignored }
            guard tail.count == 4 else { throw Refusal(.unknownTopic) }
            guard let user = ID<User>(tail.text(0)) else { throw Refusal(.invalidID, "user") }
            return try request(
                .user(user), tail.text(2), tail.text(3), payload, isRetained)
        }
        if let tail = TopicTail(topic, after: admin) {
            guard tail.count == 2 else { throw Refusal(.unknownTopic) }
            return try request(.admin, tail.text(0), tail.text(1), payload, isRetained)
        }
        if topic == homeAssistantStatus {
            // What the broker had kept was said before the gateway listened.
            return !isRetained && payload.elementsEqual("online".utf8) ? .birth : .ignored
        }
        if TopicTail(topic, after: own) != nil || TopicTail(topic, after: espresenseOthers) != nil {
            return .ignored
        }
        throw Refusal(.unknownTopic)
    }

    private static let request = ShortWord("request")

    private func checkSize(_ payload: [UInt8]) throws(Refusal) {
        guard payload.count <= Self.sizeLimit else { throw Refusal(.tooLarge) }
    }

    /// Bytes of a message, and of one that may hold a picture.
    private static let sizeLimit = 1 << 20
    private static let pictureSizeLimit = 1 << 24

    private func request(
        _ actor: Request.Actor, _ noun: String, _ verb: String, _ payload: [UInt8],
        _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard ID<Request>(noun) != nil, ID<Request>(verb) != nil else {
            throw Refusal(.invalidID, "request")
        }
        var request = Request(actor: actor, noun: noun, verb: verb)
        // An empty retained message is nothing kept but something cleared.
        if isRetained, payload.isEmpty { return .ignored }
        let limit = request.mayHoldPicture ? Self.pictureSizeLimit : Self.sizeLimit
        do throws(Refusal) {
            guard !isRetained else { throw Refusal(.retainedRequest) }
            guard payload.count <= limit else { throw Refusal(.tooLarge) }
            try request.read(payload)
        } catch {
            var refusal = error
            refusal.request = Request(actor: actor, noun: noun, verb: verb, id: request.id)
            throw refusal
        }
        return .request(request)
    }
}
