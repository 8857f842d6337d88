import MQTT
import TestBroker

/// A session as the gateway's loop would drive it, with what it heard so far.
final class Client {
    let session: MQTTSession
    private(set) var messages: [MQTTMessage] = []
    private(set) var published: [Int32] = []
    private(set) var refused: [MQTTActivity.Refusal] = []
    private(set) var refusedSubscriptions: [String] = []
    private(set) var disconnections: [String] = []
    private(set) var connections = 0
    private(set) var sessionPresent = false

    init(_ options: MQTTOptions) throws {
        session = try MQTTSession(options)
    }

    convenience init(
        _ id: String, at broker: TestBroker, listeningTo filters: String...,
        with adjust: (inout MQTTOptions) -> Void = { _ in }
    ) throws {
        var options = MQTTOptions(
            address: .tcp(host: "127.0.0.1", port: broker.port), clientID: id)
        options.subscriptions = filters.map { .init($0) }
        options.backoff = .init(initial: .milliseconds(5), maximum: .milliseconds(50))
        adjust(&options)
        try self.init(options)
    }

    var payloads: [String] { messages.map { String(decoding: $0.payload, as: UTF8.self) } }

    /// Receives until `condition` holds; fails after ten seconds.
    func run(
        releasing: Bool = true, limit: Int = 500, until condition: (Client) -> Bool
    ) throws {
        let isDone = eventually {
            if condition(self) { return true }
            let activity = session.receive(limit: limit, timeout: .milliseconds(20)) {
                messages.append($0)
            }
            note(activity)
            if releasing { session.releaseAcknowledgements() }
            return condition(self)
        }
        guard isDone else {
            throw TestFailure("\(payloads) \(published) \(disconnections) \(connections)")
        }
    }

    /// Receives once, and returns how many messages came.
    func receiveOnce(limit: Int, weighing weigh: (MQTTMessage) -> Int = { _ in 1 }) -> Int {
        let before = messages.count
        note(
            session.receive(limit: limit, timeout: .seconds(5), weighing: weigh) {
                messages.append($0)
            })
        session.releaseAcknowledgements()
        return messages.count - before
    }

    /// Connects, and waits until the broker has answered all that was asked of it.
    func connect() throws -> Client {
        let before = connections
        try run { $0.connections > before }
        try publish("", to: "settled")
        return self
    }

    /// Publishes at quality 1 and waits for the acknowledgement.
    func publish(_ text: String, to topic: String, retained: Bool = false) throws {
        let id = try session.publish(Array(text.utf8), to: topic, qos: 1, retained: retained)
        session.releaseAcknowledgements()
        try run { $0.published.contains(id) }
    }

    func close() {
        note(session.close(within: .seconds(5)))
    }

    func forget() {
        messages = []
        disconnections = []
    }

    private func note(_ activity: MQTTActivity) {
        if activity.connected {
            connections += 1
            sessionPresent = activity.sessionPresent
        }
        published += activity.published
        refused += activity.refused
        refusedSubscriptions += activity.refusedSubscriptions
        if let reason = activity.disconnected { disconnections.append(reason) }
    }
}
