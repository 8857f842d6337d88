import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostSettings
import RoostStore

extension GatewayLoop {
    /// Passes to the session what has room; the session sends it with the acknowledgements.
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
            } catch .payloadTooLarge where isLongResponse(message) {
                outbox.replaceNext(by: apology(for: message))
            } catch .payloadTooLarge {
                dropUntaken(message)
                let problem =
                    "a message of \(message.payload.count) bytes on \(message.topic) is more than "
                    + "the broker takes: raise its max_packet_size"
                if health.problems.updateValue(problem, forKey: .publishing) == nil {
                    reportHealth()
                }
            } catch .invalidTopic, .correlationDataTooLarge {
                dropUntaken(message)
            } catch .notConnected, .tooManyInFlight {
                return
            } catch {
                // It is tried again each time; the messages behind it cannot be sent either.
                refusals.note(at: clock.steady)
                if health.problems.updateValue("\(error)", forKey: .publishing) == nil {
                    logger.error("cannot publish", metadata: ["error": "\(error)"])
                }
                return
            }
        }
    }

    /// No broker would accept it, for instance because of an invalid response topic, or this one
    /// does not.
    private func dropUntaken(_ message: Outbox.Message) {
        logger.warning(
            "a message that the broker would not take is dropped",
            metadata: [
                "topic": "\(message.topic.prefix(120))", "bytes": "\(message.payload.count)",
            ])
        drop(message)
    }

    private func isLongResponse(_ message: Outbox.Message) -> Bool {
        // Shorter than that, what takes its place would not fit either.
        message.payload.count > 1000
            && (message.otherwise != nil || topics.isResponse(message.topic))
    }

    /// What is answered instead of a response that the broker does not take.
    private func apology(for response: Outbox.Message) -> [UInt8] {
        let id = (try? JSON(response.payload, mostValues: .max))?["id"]
        let error = RequestError(
            .tooLarge,
            "the broker does not take an answer of \(response.payload.count) bytes: ask for less "
                + "at once, with limit, or raise its max_packet_size")
        return Response.error(id: id, error)
    }

    /// Removes the next message to publish, which is not to be published any more.
    private func drop(_ message: Outbox.Message) {
        outbox.drop()
        forget(message.row)
    }

    /// Removes an event from the store: the broker has it, or nobody will get it.
    private func forget(_ row: Int64?) {
        guard let row else { return }
        settled.insert(row)
        ledger.delivered(row, at: now)
    }

    func note(_ activity: MQTTActivity) {
        for id in activity.published { settle(outbox.delivered(id)) }
        for refusal in activity.refused { noteRefusal(of: refusal.id, because: refusal.reason) }
        if activity.connected { connected(sessionPresent: activity.sessionPresent) }
        for filter in activity.refusedSubscriptions
        where !Dialects.isOptional(filter) && !refusedFilters.contains(filter) {
            refusedFilters.append(filter)
            logger.error("the broker refused a subscription", metadata: ["filter": "\(filter)"])
        }
        if let reason = activity.disconnected { disconnected(reason) }
    }

    private func noteRefusal(of id: Int32, because reason: String) {
        guard let message = outbox.refused(id) else { return }
        if message.row != nil, !dialects.owns(message.topic) {
            // The asker chose this topic, and after a restart no other is known.
            return giveUp(message)
        }
        refusals.note(at: clock.steady)
        if health.problems[.publishing] == nil {
            logger.warning(
                "the broker refused a message",
                metadata: ["topic": "\(message.topic)", "reason": "\(reason)"])
        }
        health.problems[.publishing] =
            "the broker refused a message on \(message.topic) (\(reason)): check the gateway's "
            + "rights there"
        if let lost = outbox.postpone(message) { giveUp(lost) }
    }

    /// Nobody will get the event.
    private func giveUp(_ message: Outbox.Message) {
        logger.warning("a refused message is given up", metadata: ["topic": "\(message.topic)"])
        forget(message.row)
    }

    /// Says that the connection lasts, after too many that did not.
    func checkConnection() {
        guard shortConnections.isMended(at: clock.steady) else { return }
        health.problems[.connection] = nil
        reportHealth()
    }

    /// Tries refused messages again when it is time.
    func retryRefused() {
        switch refusals.step(at: clock.steady) {
        case .tryAgain:
            outbox.retry()
            sayEverything()
        case .mended:
            health.problems[.publishing] = nil
            reportHealth()
        case nil: break
        }
    }

    /// Subscribes to the sensors of the household's current doors.
    func listenToDoors() {
        guard haveDoorsChanged else { return }
        haveDoorsChanged = false
        dialects.doors = engine.household.doors
        do {
            let filters = dialects.subscriptions
            try session.listen(to: filters.map(MQTTOptions.Subscription.init(gateway:)))
            refusedFilters.removeAll { !filters.contains($0) }
            health.problems[.doors] = nil
        } catch {
            health.problems[.doors] = "\(error): check the nodes' doors"
        }
    }

    /// Asks the broker for what it retains: names and doors that the engine no longer knows.
    func hearRetainedAgain() {
        refusedFilters = []
        session.subscribeAgain()
    }

    private func settle(_ outcome: Outbox.Outcome?) {
        switch outcome {
        case .row(let row): forget(row)
        case .cleared(let topic): ledger.retain(topic, cleared: now)
        case nil: break
        }
    }

    private func connected(sessionPresent: Bool) {
        health.isConnected = true
        wasConnected = true
        shortConnections.begin(at: clock.steady)
        take(engine.apply(.listening, at: now))
        // What the broker still refuses will be refused again.
        refusals = RefusalRetry()
        refusedFilters = []
        health.problems[.broker] = nil
        health.problems[.publishing] = nil
        logger.info("connected to the broker", metadata: ["resumed": "\(sessionPresent)"])
        outbox.startOver()
        answers.connected(at: clock.steady)
        window.show(isConnected: true, since: now)
        sayEverything()
    }

    /// Publishes what the gateway is, that it is online, and all states.
    func sayEverything() {
        mustSayEverything = false
        outbox.queue([
            .init(topic: topics.gatewayStatus, payload: Array("online".utf8)), info,
        ])
        reportHealth()
        publications.sayAllAgain(engine, kept: outbox.known)
    }

    /// What the gateway is, and how much it stores.
    var info: Publications.Message {
        let info = GatewayInfo(
            started: health.started, household: engine.household, dialects: dialects.names)
        return .init(topic: topics.gatewayInfo, payload: info.jsonBytes)
    }

    /// Publishes a message about the gateway before all waiting ones.
    ///
    /// No acknowledgement may be held meanwhile.
    func sayAtOnce(_ payload: [UInt8], at topic: String) {
        guard session.isConnected else { return }
        _ = try? session.publish(payload, to: topic, qos: 1, retained: true)
        session.releaseAcknowledgements()
    }

    private func disconnected(_ reason: String) {
        if health.isConnected {
            health.reconnects += 1
            // Said on the next connection, which ends the problem of having none.
            health.problems[.connection] =
                shortConnections.end(at: clock.steady) ? reason : nil
            window.show(isConnected: false, since: now)
        }
        health.isConnected = false
        take(engine.apply(.interrupted, at: now))
        outbox.startOver()
        if health.problems.updateValue(reason, forKey: .broker) != reason {
            // The first attempt is made while the gateway's own broker is still starting.
            let isStarting = configuration.broker.kind == .embedded && !wasConnected
            var metadata: Logger.Metadata = ["reason": "\(reason)"]
            metadata["advice"] = BrokerAccess.advice(on: reason).map { "\($0)" }
            logger.log(
                level: isStarting ? .debug : .warning, "no connection to the broker",
                metadata: metadata)
        }
    }
}

extension Outbox.Message {
    /// Whether it is useless now: the broker was away for longer than its useful time.
    fileprivate func isExpired(at now: Timestamp) -> Bool {
        content.expires.map { $0 <= now } ?? false
    }

    /// How long it stays useful, in whole seconds, rounded up.
    fileprivate func expiry(at now: Timestamp) -> UInt32? {
        content.expires.map { UInt32(clamping: Int($0.seconds(since: now).rounded(.up))) }
    }
}

extension MQTTOptions.Subscription {
    /// A subscription of the gateway, for which the broker keeps messages while it is away; not if
    /// they would be outdated then.
    ///
    /// What the gateway itself publishes for phones does not come back.
    init(gateway filter: String) {
        self.init(filter, qos: Dialects.isOptional(filter) ? 0 : 1, noLocal: true)
    }
}
