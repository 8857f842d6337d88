import RoostCore

/// Requests of users and administrators.
extension Dialects {
    /// The most bytes in a message that may hold a picture.
    private static let pictureSizeLimit = 1 << 24
    private static let request = ShortWord("request")
    /// The most bytes of what a topic asks for: of two ids and the slash between them.
    private static let longestPath = 129

    func userRequest(_ message: DialectMessage) throws(Refusal) -> Incoming {
        let topic = message.topic
        // Everything else below a user is what the gateway tells that user.
        guard topic.count > 1, topic.word(1) == Self.request else { return .ignored }
        guard topic.count > 2 else { throw Refusal(.unknownTopic) }
        guard let user = ID<User>(topic.text(0)) else { throw Refusal(.invalidID, "user") }
        return try request(.user(user), topic.text(from: 2), message)
    }

    func adminRequest(_ message: DialectMessage) throws(Refusal) -> Incoming {
        try request(.admin, message.topic.text(from: 0), message)
    }

    /// - Parameter path: The noun and the verb; whatever else it is, the answer says that it is none.
    private func request(
        _ actor: Request.Actor, _ path: String, _ message: DialectMessage
    ) throws(Refusal) -> Incoming {
        guard !path.isEmpty else { throw Refusal(.unknownTopic) }
        // The response has a topic too.
        guard path.utf8.count <= Self.longestPath else { throw Refusal(.invalidID, "request") }
        var request = Request(actor: actor, path: path)
        // An empty retained message clears a stored one; it is not a request.
        if message.isRetained, message.payload.isEmpty { return .ignored }
        let limit = request.pictureMember == nil ? Self.sizeLimit : Self.pictureSizeLimit
        let isTooLarge = message.payload.count > limit
        do throws(Refusal) {
            if message.isRetained {
                // Its id is all that matters: by it the asker knows the answer.
                if !isTooLarge { try? request.read(message.payload) }
                throw Refusal(.retainedRequest)
            }
            guard !isTooLarge else { throw Refusal(.tooLarge) }
            try request.read(message.payload)
        } catch {
            var refusal = error
            refusal.request = Request(actor: actor, path: path, id: request.id)
            throw refusal
        }
        return .request(request)
    }
}
