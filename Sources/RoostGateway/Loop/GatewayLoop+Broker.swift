import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostStore

extension GatewayLoop {
    /// Hands to the session what has room on the way; it leaves with the acknowledgements.
    func publish() {
        guard session.isConnected else { return }
        while let message = outbox.next {
            if message.isExpired(at: now) {
                drop(message)
                continue
            }
            do {
                let id = try session.publish(
                    message.payload, to: message.topic, qos: 1, retained: message.isRetained,
                    correlationData: message.correlationData, expiry: message.expiry(at: now))
                outbox.sent(as: id)
                health.published += 1
            } catch .invalidTopic, .payloadTooLarge, .correlationDataTooLarge {
                // No broker would take it, such as a response topic that is none.
                logger.warning("cannot publish", metadata: ["topic": "\(message.topic)"])
                drop(message)
            } catch .notConnected, .tooManyInFlight {
                return
            } catch {
                // It is tried again each time; whatever waits behind it cannot leave either.
                if health.problems.updateValue("\(error)", forKey: "publishing") == nil {
                    logger.error("cannot publish", metadata: ["error": "\(error)"])
                }
                return
            }
        }
    }

    /// Takes away the message to publish next, which is none any more.
    private func drop(_ message: Outbox.Message) {
        outbox.drop()
        if let row = message.row { ledger.delivered(row, at: now) }
    }

    func note(_ activity: MQTTActivity) {
        for id in activity.published { settle(outbox.delivered(id)) }
        for refusal in activity.refused { noteRefusal(of: refusal.id, because: refusal.reason) }
        if activity.connected { connected(sessionPresent: activity.sessionPresent) }
        for filter in activity.refusedSubscriptions {
            health.problems["subscribing"] =
                "the broker refused \(filter): check the gateway's rights there"
            logger.error("the broker refused a subscription", metadata: ["filter": "\(filter)"])
        }
        if let reason = activity.disconnected { disconnected(reason) }
    }

    private func noteRefusal(of id: Int32, because reason: String) {
        guard let message = outbox.refused(id) else { return }
        if let row = message.row, !message.topic.hasPrefix(configuration.bases.roost + "/") {
            // The choice of somebody whom nothing else is known of any more, after a restart.
            return ledger.delivered(row, at: now)
        }
        health.problems["publishing"] =
            "the broker refused a message (\(reason)): check the gateway's rights there"
        if let row = outbox.postpone(message)?.row { ledger.delivered(row, at: now) }
    }

    /// Listens to the sensors of the doors that are in the household now.
    func listenToDoors() {
        guard haveDoorsChanged else { return }
        haveDoorsChanged = false
        dialects.doors = engine.household.doors
        do {
            try session.listen(to: dialects.subscriptions.map { .init($0) })
            health.problems["doors"] = nil
        } catch {
            health.problems["doors"] = "\(error): check the nodes' doors"
        }
    }

    private func settle(_ outcome: Outbox.Outcome?) {
        switch outcome {
        case .row(let id): ledger.delivered(id, at: now)
        case .cleared(let topic): ledger.retain(topic, false)
        case .kept, nil: break
        }
    }

    private func connected(sessionPresent: Bool) {
        health.isConnected = true
        take(engine.apply(.listening, at: now))
        // What the broker still refuses, it will refuse again.
        for part in ["broker", "publishing", "subscribing"] { health.problems[part] = nil }
        logger.info("connected to the broker", metadata: ["resumed": "\(sessionPresent)"])
        outbox.startOver()
        introduce()
        publications.sayAllAgain(engine, kept: outbox.kept)
    }

    /// Says what the gateway is, and that it is there.
    func introduce() {
        outbox.queue([
            .init(topic: topics.gatewayStatus, payload: Array("online".utf8)), info,
        ])
        reportHealth()
    }

    /// What the gateway is, and how much it knows.
    var info: Publications.Message {
        let info = GatewayInfo(started: health.started, household: engine.household)
        return .init(topic: topics.gatewayInfo, payload: info.jsonBytes)
    }

    /// Publishes what the gateway says of itself before all that still waits; nothing may be held.
    func sayAtOnce(_ payload: [UInt8], at topic: String) {
        guard session.isConnected else { return }
        _ = try? session.publish(payload, to: topic, qos: 1, retained: true)
        session.releaseAcknowledgements()
    }

    private func disconnected(_ reason: String) {
        if health.isConnected { health.reconnects += 1 }
        health.isConnected = false
        take(engine.apply(.interrupted, at: now))
        outbox.startOver()
        if health.problems.updateValue(reason, forKey: "broker") != reason {
            logger.warning("no connection to the broker", metadata: ["reason": "\(reason)"])
        }
    }

    // MARK: Requests

    /// - Parameters:
    ///   - picture: What became of the picture in it, where there is one.
    ///   - asking: When and where it was asked, where that was not just now.
    func answer(
        _ request: Request, to message: MQTTMessage,
        picture: Result<PackedPicture, PackedPicture.Refusal>? = nil,
        asking: WaitingRequest.Asking? = nil
    ) {
        health.requests += 1
        guard tick() else { return }
        // What was said before must be on disk for the answer to know of it.
        if request.readsStore, !commitPart() { return }
        if listen(request, message) { return }
        var desk = RequestDesk(engine: engine, store: store)
        desk.packed = picture
        desk.asking = asking
        do throws(RequestError) {
            let data = try desk.answer(request)
            engine = desk.engine
            take(desk.effects)
            if let password = desk.password {
                ledger.keep(passwordHash: password.hash, of: password.user)
            }
            if let picture = desk.picture { ledger.keepPicture(picture.bytes, of: picture.item) }
            ledger.keep(desk.notes)
            for change in desk.notes { noteFinder.note(change) }
            for (author, card) in desk.cards { ledger.keep(card, of: author) }
            if let part = desk.importPart { ledger.keep(part) }
            if let said = desk.said { tell(said) }
            respond(to: request, message, Response.ok(id: request.id, data: data))
        } catch {
            respond(to: request, message, Response.error(id: request.id, error))
        }
    }

    /// Passes on what was said: to each member under what is theirs, and to the household's automation.
    private func tell(_ message: GroupMessage) {
        ledger.keep(message)
        let payload = GroupMessageAnswer(message, in: engine.household).jsonBytes
        let members = engine.household.groups[message.group]?.members ?? []
        let own = members.map { topics.chat(message.group, of: $0.user) }
        for topic in [topics.chat(message.group)] + own {
            ledger.send(OutgoingMessage(topic: topic, payload: payload))
        }
    }

    func respond(to request: Request, _ message: MQTTMessage, _ payload: [UInt8]) {
        if page.expectsAnswer(to: message) { return pageAnswers.append((message, payload)) }
        let own = topics.response(to: request)
        let asked = message.responseTopic.flatMap { mayRespond(under: $0, to: request) ? $0 : nil }
        ledger.send(
            OutgoingMessage(
                topic: asked ?? own, payload: payload, correlationData: message.correlationData,
                otherwise: asked == nil ? nil : own))
    }

    /// Whether a response may go where its asker wants it.
    ///
    /// The gateway may write where the asker may not, so its own topics and those of other programs
    /// are out of reach, but for the asker's own responses.
    private func mayRespond(under topic: String, to request: Request) -> Bool {
        if topic.hasPrefix(topics.responses(of: request.actor)) { return true }
        let bases = configuration.bases
        let reserved = [
            bases.roost, bases.ownTracks, bases.espresense, bases.theengs, bases.ruuvi,
            bases.mqttRoom, bases.monitor, bases.roomAssistant, bases.homeAssistant, "zigbee2mqtt",
        ]
        return !topic.hasPrefix("$")
            && !reserved.contains { topic == $0 || topic.hasPrefix($0 + "/") }
    }
}

extension Outbox.Message {
    /// Whether it is of no use any more: the broker was away for longer than it was meant for.
    fileprivate func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// For how long it is of use, in whole seconds, rounded up.
    fileprivate func expiry(at now: Timestamp) -> UInt32? {
        expires.map { UInt32(clamping: Int($0.seconds(since: now).rounded(.up))) }
    }
}

extension Request {
    /// Whether the answer comes from the store.
    fileprivate var readsStore: Bool {
        ["history", "note", "expense", "reminder", "group"].contains(noun)
            || noun == "presence" && verb == "why"
            || noun == "item" && verb == "get"
    }
}
