import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostSettings
import Terminal

/// The main loop of a node: it listens, gathers, and publishes.
final class NodeLoop {
    private let node: ID<Node>
    private let topics: NodeTopics
    private let radio: any Radio
    private let session: MQTTSession
    private let logger: Logger
    private let started = Timestamp.now

    private var settings: ChangedSettings
    private var recognizer = Recognizer()
    private var gathering = Gathering()
    private var deafness = Deafness()
    private var outgoing = Outgoing()
    private var rate = Rate()

    private var radioHealth: RadioHealth
    private var brokerHealth: BrokerHealth
    private var settingTrouble: String?
    private var nextReport = ContinuousClock.now

    /// The longest wait before messages from the broker are looked at.
    private static let longestTurn = Duration.milliseconds(100)
    /// While nothing can be sent, fewer and larger batches reach back further.
    private static let intervalWithoutBroker = 10.0
    /// No setting needs a longer message.
    private static let longestMessage: UInt32 = 65_536
    /// How long a node that stops goes on sending what waits, and then waits for the last answers.
    private static let longestFarewell = Duration.seconds(2)
    /// Between two reports; each is a sign of life to the gateway.
    private static let reportInterval = Duration.seconds(30)

    /// - Parameter radio: Made only once all settings have turned out to be right.
    init(
        node: ID<Node>, configuration: EdgeConfiguration,
        radio: @autoclosure () throws -> any Radio, logger: Logger
    ) throws {
        self.node = node
        self.logger = logger
        radioHealth = RadioHealth(logger: logger)
        brokerHealth = BrokerHealth(logger: logger)
        settings = ChangedSettings(over: configuration)
        settingTrouble = settings.remark
        topics = NodeTopics(base: configuration.topicBase, node: node)
        var options = try configuration.access.options(
            url: configuration.brokerURL, clientID: "roost-edge-\(node)")
        options.keepAliveSeconds = 20
        options.will = .init(
            topic: topics.status, payload: Self.payload(.offline), qos: 1, isRetained: true)
        options.maximumPacketSize = Self.longestMessage
        // A retained setting must not undo, at each connection, later changes.
        options.subscriptions = [.init(topics.setFilter, sendRetained: .ifNew)]
        session = try MQTTSession(options)
        self.radio = try radio()
    }

    private var configuration: EdgeConfiguration { settings.configuration }

    private var rules: PublishingRules {
        var rules = configuration.publishing
        if !session.isConnected {
            rules.interval = max(rules.interval, Self.intervalWithoutBroker)
            rules.isNewsUrgent = false
        }
        return rules
    }

    /// Runs until it is stopped, or the radio has nothing more and everything is published.
    func run(until stop: StopSignal) throws {
        defer { takeLeave() }
        while !stop.isGiven, !(radio.condition.isOver && isDone) {
            try radio.receive(timeout: Self.longestTurn, hear)
            gather(at: .now)
            note(session.receive(limit: 100, timeout: .zero, take))
            examine()
            publish()
        }
    }

    private var isDone: Bool { outgoing.count == 0 && gathering.isEmpty }

    private func hear(_ heard: HeardAdvertisement) {
        rate.count(at: heard.moment)
        deafness.hear(heard.advertisement, at: heard.moment)
        // Waiting advertisements are gathered by when they were heard, not by when they are
        // processed.
        gather(at: heard.time)
        let recognition = recognizer.recognize(heard.advertisement, at: heard.time)
        gathering.hear(heard, recognition, by: rules)
    }

    private func gather(at now: Timestamp) {
        if let batch = gathering.batch(by: rules, at: now) { outgoing.add(batch.jsonBytes) }
    }

    // MARK: The broker

    private func note(_ activity: MQTTActivity) {
        if activity.connected {
            brokerHealth.connected()
            logger.info("connected to the broker")
            sayStatus()
            nextReport = .now
        }
        for id in activity.published {
            let isBatch = outgoing.settled(id, wasAccepted: true)
            if isBatch { brokerHealth.acceptedBatch() }
        }
        for refusal in activity.refused {
            let isBatch = outgoing.settled(refusal.id, wasAccepted: false)
            brokerHealth.refused(isBatch: isBatch, because: refusal.reason)
        }
        if !activity.refusedSubscriptions.isEmpty { brokerHealth.refusedSubscription() }
        if let reason = activity.disconnected {
            outgoing.disconnected()
            brokerHealth.disconnected(because: reason)
        }
    }

    private func publish() {
        if session.isConnected {
            while let payload = outgoing.next(), publish(payload) {}
            if nextReport <= .now {
                nextReport = .now + Self.reportInterval
                say(report.jsonBytes, on: topics.info)
            }
        }
        session.releaseAcknowledgements()
    }

    /// - Returns: Whether there is room for more.
    private func publish(_ payload: [UInt8]) -> Bool {
        do throws(MQTTError) {
            let id = try session.publish(payload, to: topics.sightings, qos: 1, retained: false)
            outgoing.sent(payload, as: id)
            return true
        } catch .payloadTooLarge {
            outgoing.refused()
            brokerHealth.refusedBatch(ofBytes: payload.count)
            return true
        } catch {
            outgoing.returned(payload)
            return false
        }
    }

    private func sayStatus() {
        guard let isDeaf = radioHealth.isDeaf else { return }
        say(isDeaf ? .deaf : .online)
    }

    private func say(_ status: NodeStatus) { say(Self.payload(status), on: topics.status) }

    private static func payload(_ status: NodeStatus) -> [UInt8] { Array(status.rawValue.utf8) }

    /// Publishes a retained message; if it fails now, the next connection repeats it.
    private func say(_ payload: [UInt8], on topic: String) {
        do throws(MQTTError) {
            _ = try session.publish(payload, to: topic, qos: 1, retained: true)
        } catch {
            logger.debug("not published", metadata: ["topic": "\(topic)", "error": "\(error)"])
        }
    }

    // MARK: Settings

    private func take(_ message: MQTTMessage) {
        guard let key = topics.setting(message.topic) else { return }
        do throws(ConfigurationError) {
            guard let text = String(validating: message.payload, as: UTF8.self),
                text.utf8.count <= 8192
            else {
                throw ConfigurationError(
                    setting: String(key.prefix(64)), reason: "must be a short text")
            }
            let isNew = try settings.change(key, to: text)
            settingTrouble = nil
            if isNew {
                logger.notice("a setting was changed", metadata: ["key": "\(key.harmless)"])
            }
        } catch {
            settingTrouble = "\(error)".harmless
            logger.warning("\(settingTrouble ?? "")")
        }
        nextReport = .now
    }

    // MARK: Health

    /// Reports as soon as the node cannot hear what it should.
    private func examine() {
        let condition = radio.condition
        let trouble = condition.trouble ?? deafness.reason(at: .now)
        if radioHealth.note(trouble: trouble) { nextReport = .now }
        radioHealth.note(remarks: condition.remarks)
        if radioHealth.note(isHearing: condition.isHearing), session.isConnected { sayStatus() }
    }

    private var report: NodeReport {
        NodeReport(
            node: node, configuration: configuration, condition: radio.condition, started: started,
            now: .now, counts: gathering.counts, rate: rate.perSecond(at: .now),
            outgoing: outgoing, changed: settings.texts,
            problems: [
                radioHealth.trouble, brokerHealth.trouble, settingTrouble, brokerHealth.darkness,
            ].compactMap { $0 })
    }

    private func takeLeave() {
        radio.stop()
        // The last advertisements heard; a failure was already reported.
        try? radio.receive(timeout: .zero, hear)
        if let batch = gathering.close(at: .now) { outgoing.add(batch.jsonBytes) }
        publish()
        let end = ContinuousClock.now + Self.longestFarewell
        while session.isConnected, !isDone, .now < end {
            note(session.receive(limit: 100, timeout: .milliseconds(50), take))
            publish()
        }
        if session.isConnected {
            say(.offline)
            session.releaseAcknowledgements()
        }
        note(session.close(within: Self.longestFarewell))
        logger.info("stopped", metadata: ["unsent": "\(outgoing.count)"])
    }
}
