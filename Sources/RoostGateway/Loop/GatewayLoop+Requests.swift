import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostSettings
import RoostStore

/// Requests by MQTT or from the page, and the routing of their answers.
extension GatewayLoop {
    /// - Parameters:
    ///   - picture: The packed picture of the request or its refusal, if it has one.
    ///   - asking: When and where it was asked, if that was not just now.
    func answer(
        _ request: ReceivedRequest, picture: PackedPicture.Outcome? = nil,
        asking: WaitingRequest.Asking? = nil
    ) {
        health.counts.requests += 1
        guard tick() else { return }
        // Earlier changes must be on disk for the answer to include them.
        if request.readsStore, !commitPart() { return }
        if listen(request) || administer(request) { return }
        var desk = RequestDesk(engine: engine, store: store)
        desk.packed = picture
        desk.asking = asking
        serve(request, at: desk) { (desk) throws(RequestError) in
            try desk.answer(request.content)
        }
        // What comes after a deletion is about another holder of that id.
        if request.deletesUser { _ = commitPart() }
    }

    /// Does what is asked of the gateway itself, for which a desk has too little.
    ///
    /// - Returns: Whether the request is of this kind.
    private func administer(_ request: ReceivedRequest) -> Bool {
        guard request.actor == .admin, request.noun == "gateway" else { return false }
        do throws(RequestError) {
            switch request.verb {
            case "backup":
                try request.payload.allow(request: [])
                try backUp(request)
            case "check":
                try request.payload.allow(request: [])
                respond(to: request, data: checkup)
            case "reload":
                try request.payload.allow(request: [])
                try reload(request)
            default: return false
            }
        } catch {
            respond(to: request, error)
        }
        return true
    }

    /// What there is to say about the gateway and the household.
    private var checkup: any JSONWritable {
        let findings = health.findings(at: now) + HouseholdCheckup(engine: engine).findings
        return Members { json in
            json.member("version", roostVersion)
            json.member("findings", findings)
        }
    }

    /// Does what was asked at a desk, keeps what it changed, and responds.
    func serve(
        _ request: ReceivedRequest, at desk: RequestDesk,
        _ answer: (inout RequestDesk) throws(RequestError) -> any JSONWritable
    ) {
        var desk = desk
        do throws(RequestError) {
            let response = Response.ok(id: request.id, data: try answer(&desk))
            engine = desk.engine
            take(desk.effects)
            for change in desk.changes { keep(change) }
            if request.readsStore { health.problems[.reading] = nil }
            respond(to: request, response)
            remember(response, isRefusal: false, to: request)
        } catch {
            let response = Response.error(id: request.id, error)
            respond(to: request, response)
            if let cause = error.cause {
                note(unreadable: cause, for: "\(request.noun)/\(request.verb)")
            } else if error.code != .unavailable {
                remember(response, isRefusal: true, to: request)
            }
        }
    }

    private func remember(_ response: [UInt8], isRefusal: Bool, to request: ReceivedRequest) {
        let answer = answers.note(
            response, isRefusal: isRefusal, to: request, at: clock.steady)
        if let answer { ledger.keep(answer) }
    }

    /// Says, besides to the asker, that the store could not be read.
    func note(unreadable cause: String, for what: String) {
        let problem = "the store cannot be read for \(what): \(cause)"
        guard health.problems.updateValue(problem, forKey: .reading) != problem else { return }
        logger.error("the store cannot be read", metadata: ["error": "\(cause)"])
    }

    private func keep(_ change: DeskChange) {
        ledger.keep(change)
        switch change {
        case .note(let change): noteFinder.note(change)
        case .groupMessage(let message): tell(message)
        case .card, .picture, .passwordHash, .importPart: break
        }
    }

    /// Passes on a group message: to each member under their own topic, and to automation.
    private func tell(_ message: GroupMessage) {
        let payload = GroupMessageAnswer(message, in: engine.household).jsonBytes
        let members = engine.household.groups[message.group]?.members ?? []
        let own = members.map { topics.chat(message.group, of: $0.user) }
        for topic in [topics.chat(message.group)] + own {
            ledger.send(OutgoingMessage(topic: topic, payload: payload))
        }
    }

    func respond(to request: ReceivedRequest, data: some JSONWritable) {
        respond(to: request, Response.ok(id: request.id, data: data))
    }

    func respond(to request: ReceivedRequest, _ error: RequestError) {
        respond(to: request, Response.error(id: request.id, error))
    }

    func respond(to request: ReceivedRequest, _ payload: [UInt8]) {
        let message = request.message
        if page.expectsAnswer(to: message) { return pageAnswers.append((message, payload)) }
        let own = topics.response(to: request.content)
        let asked = message.responseTopic.flatMap { mayRespond(under: $0, to: request) ? $0 : nil }
        ledger.send(
            OutgoingMessage(
                topic: asked ?? own, payload: payload, correlationData: message.correlationData,
                otherwise: asked == nil ? nil : own))
    }

    /// Whether a response may go to the topic that its asker chose.
    ///
    /// The gateway may write where the asker may not, so its own topics and those of the programs
    /// that it reads are refused, except the asker's own responses.
    private func mayRespond(under topic: String, to request: ReceivedRequest) -> Bool {
        guard isTopic(topic) else { return false }
        if topic.hasPrefix(topics.responses(of: request.actor)) { return true }
        // The first level alone is theirs as well.
        let below = topic + "/"
        return !topic.hasPrefix("$") && !below.hasPrefix("zigbee2mqtt/") && !dialects.owns(topic)
            && !dialects.owns(below)
    }

    /// Why the page cannot make the request; `nil` if it can, or if the request came by MQTT.
    ///
    /// HTTP gives one answer, and soon: answers in parts, or after a picture is packed, would reach
    /// nobody.
    func objection(to request: ReceivedRequest) -> RequestError? {
        guard page.expectsAnswer(to: request.message) else { return nil }
        guard request.listens || request.picture != nil else { return nil }
        return RequestError(
            .badRequest, "that takes longer than a page can wait: use the roost command, or MQTT",
            field: request.picture?.name)
    }
}
