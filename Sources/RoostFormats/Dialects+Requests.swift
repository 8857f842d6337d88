import RoostCore

/// Requests of users and administrators.
extension Dialects {
    /// The most bytes in a message that may hold a picture.
    private static let pictureSizeLimit = 1 << 24
    private static let request = ShortWord("request")

    func userRequest(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        // Everything else below a user is what the gateway tells that user.
        guard topic.count > 1, topic.word(1) == Self.request else { return .ignored }
        guard topic.count == 4 else { throw Refusal(.unknownTopic) }
        guard let user = ID<User>(topic.text(0)) else { throw Refusal(.invalidID, "user") }
        return try request(.user(user), topic.text(2), topic.text(3), message)
    }

    func adminRequest(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        guard topic.count == 2 else { throw Refusal(.unknownTopic) }
        return try request(.admin, topic.text(0), topic.text(1), message)
    }

    private func request(
        _ actor: Request.Actor, _ noun: String, _ verb: String, _ message: DialectMessage
    ) throws(Refusal) -> Incoming {
        // The response has a topic too.
        guard max(noun.utf8.count, verb.utf8.count) <= 64 else {
            throw Refusal(.invalidID, "request")
        }
        var request = Request(actor: actor, noun: noun, verb: verb)
        // An empty retained message clears a stored one; it is not a request.
        if message.isRetained, message.payload.isEmpty { return .ignored }
        let limit = request.mayHoldPicture ? Self.pictureSizeLimit : Self.sizeLimit
        do throws(Refusal) {
            guard !message.isRetained else { throw Refusal(.retainedRequest) }
            guard message.payload.count <= limit else { throw Refusal(.tooLarge) }
            try request.read(message.payload)
        } catch {
            var refusal = error
            refusal.request = Request(actor: actor, noun: noun, verb: verb, id: request.id)
            throw refusal
        }
        return .request(request)
    }
}
