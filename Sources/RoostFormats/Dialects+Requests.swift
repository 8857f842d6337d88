import RoostCore

/// Requests of users and administrators.
extension Dialects {
    /// The most bytes in a message that may hold a picture.
    private static let pictureSizeLimit = 1 << 24
    private static let request = ShortWord("request")

    func userRequest(
        _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        // Everything else below a user is what the gateway tells that user.
        guard tail.count > 1, tail.word(1) == Self.request else { return .ignored }
        guard tail.count == 4 else { throw Refusal(.unknownTopic) }
        guard let user = ID<User>(tail.text(0)) else { throw Refusal(.invalidID, "user") }
        return try request(.user(user), tail.text(2), tail.text(3), payload, isRetained)
    }

    func adminRequest(
        _ tail: TopicTail, _ payload: [UInt8], _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        guard tail.count == 2 else { throw Refusal(.unknownTopic) }
        return try request(.admin, tail.text(0), tail.text(1), payload, isRetained)
    }

    private func request(
        _ actor: Request.Actor, _ noun: String, _ verb: String, _ payload: [UInt8],
        _ isRetained: Bool
    ) throws(Refusal) -> Incoming {
        // The response has a topic too.
        guard max(noun.utf8.count, verb.utf8.count) <= 64 else {
            throw Refusal(.invalidID, "request")
        }
        var request = Request(actor: actor, noun: noun, verb: verb)
        // An empty retained message clears a stored one; it is not a request.
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
