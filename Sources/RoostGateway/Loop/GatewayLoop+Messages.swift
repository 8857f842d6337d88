import Logging
import MQTT
import RoostCore
import RoostFormats

/// What becomes of a message.
extension GatewayLoop {
    /// Applies a message, or does what it asks for.
    func take(_ message: MQTTMessage) {
        if !page.expectsAnswer(to: message) { health.counts.received += 1 }
        let incoming = read(message)
        for event in resolver.resolve(incoming.events, by: engine.household.keys) {
            take(event, of: message)
        }
        switch incoming {
        case .request(let content):
            let request = ReceivedRequest(content: content, message: message)
            if let objection = objection(to: request) {
                respond(to: request, objection)
            } else if let earlier = answers.answer(to: request, at: clock.steady) {
                respond(to: request, earlier)
            } else if !setAside(request) {
                answer(request)
            }
        case .birth: mustSayEverything = true
        case .partly(_, let refusal), .refused(let refusal): refuse(refusal, message)
        case .events, .ignored: break
        }
    }

    private func take(_ event: Event, of message: MQTTMessage) {
        health.counts.note(event, at: now)
        let effects = engine.apply(event, at: now)
        take(effects)
        for case .turnAway(let user, let objection) in effects {
            refuse(Refusal(objection, of: user), message)
        }
        if case .sightings(let batch) = event { listeners.hear(batch, at: now, in: engine) }
        // Messages of quality 0 may be lost anyway, so they need not survive a crash.
        if message.qos > 0, effects.contains(where: \.isHearingDetail) {
            ledger.keep(message.topic, message.payload, at: now)
        }
    }

    /// Commits this message alone while one is searched that cannot be stored, whatever the disk
    /// does.
    ///
    /// - Returns: Whether the turn can go on.
    func commitAlone(_ message: MQTTMessage) -> Bool {
        guard quarantine.isSearching else { return true }
        quarantine.looked()
        return commit(because: message)
    }

    /// Counts and answers a message that cannot be stored, without any other effect.
    func passOver(_ message: MQTTMessage) {
        if !page.expectsAnswer(to: message) { health.counts.received += 1 }
        health.counts.note(Refusal(.notStorable), on: message.topic, at: now)
        guard let request = request(in: message) else { return }
        let error = RequestError(.unavailable, "the gateway's store cannot take this")
        respond(to: request, error)
    }

    /// The request that a message is; `nil` if it is none.
    func request(in message: MQTTMessage) -> ReceivedRequest? {
        guard case .request(let content) = read(message) else { return nil }
        return ReceivedRequest(content: content, message: message)
    }

    private func read(_ message: MQTTMessage) -> Incoming {
        dialects.read(
            topic: message.topic, payload: message.payload, isRetained: message.isRetained)
    }

    /// How often refusals for one reason are logged, in milliseconds.
    private static let logInterval: Int64 = 60_000

    private func refuse(_ refusal: Refusal, _ message: MQTTMessage) {
        health.counts.note(refusal, on: message.topic, at: now)
        if let content = refusal.request {
            let request = ReceivedRequest(content: content, message: message)
            respond(to: request, RequestError(refusal))
        }
        let last = refusalsLogged[refusal.reason]
        guard last.map({ clock.steady - $0 >= Self.logInterval }) ?? true else { return }
        refusalsLogged[refusal.reason] = clock.steady
        logger.warning(
            "a message was refused",
            metadata: [
                "reason": "\(refusal.reason.rawValue)", "detail": "\(refusal.detail)",
                "topic": "\(message.topic.prefix(120))",
            ])
    }
}

extension Effect {
    /// Whether it is about how well a beacon is heard, which the history does not tell.
    fileprivate var isHearingDetail: Bool {
        if case .changed(.beacon, .soon) = self { true } else { false }
    }
}
