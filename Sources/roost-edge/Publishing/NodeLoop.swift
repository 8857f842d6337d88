import Glibc
import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostSettings
import Terminal

/// The one loop of a node: it listens, gathers, and publishes.
final class NodeLoop {
    private let node: ID<Node>
    private let topics: NodeTopics
    private let radio: any Radio
    private let session: MQTTSession
    private let logger: Logger
    private let started = WallClock.now

    private var settings: ChangedSettings
    private var configuration: EdgeConfiguration
    private var recognizer = Recognizer()
    private var gathering = Gathering()
    private var deafness = Deafness()
    private var outgoing = Outgoing()
    private var rate = Rate()

    private var isDeaf = false
    private var brokerTrouble: String?
    private var settingTrouble: String?
    private var lastTrouble: String?
    private var nextReport = ContinuousClock.now

    /// Gathers what comes close together into one turn, which costs a processor less.
    private static let shortestTurn = Duration.milliseconds(20)
    /// How soon a message of the broker's is looked at.
    private static let longestTurn = Duration.milliseconds(100)
    /// Between two reports; to the gateway each is a sign of life.
    private static let reportInterval = Duration.seconds(30)

    init(
        node: ID<Node>, configuration: EdgeConfiguration, radio: any Radio, logger: Logger
    ) throws {
        self.node = node
        self.radio = radio
        self.logger = logger
        settings = try ChangedSettings(over: configuration)
        self.configuration = settings.configuration
        topics = NodeTopics(base: configuration.topicBase, node: node)
        var options = try configuration.access.options(
            url: configuration.brokerURL, clientID: "roost-edge-\(node)")
        options.keepAliveSeconds = 20
        options.will = .init(
            topic: topics.status, payload: Array("offline".utf8), qos: 1, isRetained: true)
        options.subscriptions = [.init(topics.setFilter)]
        session = try MQTTSession(options)
    }

    /// Runs until it is told to stop, or the radio has nothing more and all of it is published.
    func run(until stop: StopSignal) throws {
        var lastTurn = ContinuousClock.now
        while !stop.isGiven, !(radio.isOver && isDone) {
            try radio.receive(timeout: Self.longestTurn, hear)
            let now = WallClock.now
            if let batch = gathering.batch(by: configuration.publishing, at: now) {
                outgoing.add(batch.jsonBytes)
            }
            note(session.receive(limit: 100, timeout: .zero, take))
            examine(at: now)
            publish()
            let turn = ContinuousClock.now - lastTurn
            if turn < Self.shortestTurn { Self.pause(Self.shortestTurn - turn) }
            lastTurn = .now
        }
        radio.stop()
        takeLeave()
    }

    private var isDone: Bool {
        outgoing.count == 0 && gathering.due(by: configuration.publishing) == nil
    }

    private func hear(_ heard: HeardAdvertisement) {
        rate.count(at: heard.time)
        deafness.hear(heard.advertisement, at: heard.time)
        let recognition = recognizer.recognize(heard.advertisement, at: heard.time)
        gathering.hear(heard, recognition, by: configuration.publishing)
    }

    // MARK: The broker

    private func note(_ activity: MQTTActivity) {
        if activity.connected {
            brokerTrouble = nil
            logger.info("connected to the broker")
            sayStatus()
            nextReport = .now
        }
        for id in activity.published { outgoing.settled(id, wasAccepted: true) }
        for refusal in activity.refused {
            outgoing.settled(refusal.id, wasAccepted: false)
            brokerTrouble = "the broker refuses what this node publishes: \(refusal.reason)"
        }
        if !activity.refusedSubscriptions.isEmpty {
            logger.warning("the broker does not let this node hear of changed settings")
        }
        if let reason = activity.disconnected {
            outgoing.disconnected()
            if brokerTrouble != reason { logger.warning("no connection to the broker: \(reason)") }
            brokerTrouble = reason
        }
    }

    private func publish() {
        if session.isConnected {
            while let payload = outgoing.next() {
                guard let id = send(payload, to: topics.sightings, retained: false) else {
                    outgoing.returned(payload)
                    break
                }
                outgoing.sent(payload, as: id)
            }
            if nextReport <= .now {
                nextReport = .now + Self.reportInterval
                _ = send(report.jsonBytes, to: topics.info, retained: true)
            }
        }
        session.releaseAcknowledgements()
    }

    private func sayStatus() {
        _ = send(Array((isDeaf ? "deaf" : "online").utf8), to: topics.status, retained: true)
    }

    /// What cannot be sent now is said again with the next connection, or kept by the caller.
    private func send(_ payload: [UInt8], to topic: String, retained: Bool) -> Int32? {
        do throws(MQTTError) {
            return try session.publish(payload, to: topic, qos: 1, retained: retained)
        } catch {
            logger.debug("not published", metadata: ["topic": "\(topic)", "error": "\(error)"])
            return nil
        }
    }

    // MARK: Settings

    private func take(_ message: MQTTMessage) {
        guard let key = topics.setting(message.topic) else { return }
        do {
            guard let text = String(validating: message.payload, as: UTF8.self),
                text.utf8.count <= 8192
            else { throw ConfigurationError(setting: key, reason: "must be a short text") }
            try settings.change(key, to: text)
            settingTrouble = nil
            logger.notice("a setting was changed", metadata: ["key": "\(key)", "to": "\(text)"])
        } catch {
            settingTrouble = "\(error)"
            logger.warning("a setting was not changed", metadata: ["error": "\(error)"])
        }
        configuration = settings.configuration
        nextReport = .now
    }

    // MARK: Health

    /// Says so as soon as the node cannot hear what it should.
    private func examine(at now: Timestamp) {
        let trouble = radio.trouble ?? deafness.reason(at: now)
        if trouble != lastTrouble {
            if let trouble { logger.warning("nothing is heard: \(trouble)") }
            if trouble == nil { logger.notice("the node hears again") }
            lastTrouble = trouble
            nextReport = .now
        }
        guard isDeaf != (trouble != nil) else { return }
        isDeaf = trouble != nil
        if session.isConnected { sayStatus() }
    }

    private var report: NodeReport {
        NodeReport(
            node: node, configuration: configuration, adapters: radio.adapters, started: started,
            now: WallClock.now, counts: gathering.counts, rate: rate.perSecond(at: WallClock.now),
            outgoing: outgoing, changed: settings.texts,
            problems: [lastTrouble, brokerTrouble, settingTrouble].compactMap { $0 })
    }

    private static func pause(_ duration: Duration) {
        usleep(UInt32(duration / .microseconds(1)))
    }

    private func takeLeave() {
        if session.isConnected {
            _ = send(Array("offline".utf8), to: topics.status, retained: true)
            session.releaseAcknowledgements()
        }
        note(session.close(within: .seconds(2)))
        logger.info("stopped", metadata: ["unsent": "\(outgoing.count)"])
    }
}
