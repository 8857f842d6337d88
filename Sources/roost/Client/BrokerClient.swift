import ArgumentParser
import Foundation
import MQTT
import RoostFormats
import RoostGateway
import RoostSettings
import Terminal

/// A client of the gateway like any other: it sends requests over MQTT and waits for responses.
///
/// The responses come under the asker's own topics, so that an ordinary user needs no other rights
/// at the broker.
struct BrokerClient {
    private let session: MQTTSession
    private let actor: Request.Actor
    private let topics: Topics
    private let url: String
    private let configuration: Configuration
    private let name: String
    private let responses: String
    private var refusedSubscriptions: [String] = []
    /// How many requests were sent.
    private var asked = 0

    /// The meaning of a message while a response is awaited.
    private enum Answer {
        case elsewhere
        /// Not the response yet, but a sign that it will come.
        case more
        case last
    }

    /// The seconds that a running gateway needs at most for a usual request.
    static let patience = 10.0
    /// The same for a long one, as with a picture or a backup.
    static let longPatience = 300.0

    init(_ configuration: Configuration, as actor: Request.Actor) throws {
        name = uniqueName("roost-cli")
        self.actor = actor
        self.configuration = configuration
        topics = configuration.topics
        url = configuration.brokerURL
        responses = topics.responses(of: actor) + name
        session = try MQTTSession(configuration.visit(clientID: name, reading: [responses]))
        try connect()
    }

    /// Sends a request and waits for its response.
    ///
    /// - Parameters:
    ///   - patience: How long to wait for a sign of the gateway, in seconds.
    ///   - hear: Receives interim reports before the response, as for `item/enrol`.
    /// - Returns: The `data` of the response.
    /// - Throws: `ClientError` with the gateway's message, or the reason why it did not answer.
    mutating func ask(
        _ noun: String, _ verb: String, _ payload: some JSONWritable, patience: Double = patience,
        hear: ((JSON) -> Void)? = nil
    ) throws -> JSON {
        // A long request can be cancelled.
        let stop = StopSignal()
        let signals = hear == nil ? [] : stop.catchSignals {}
        defer { stop.release(signals) }
        asked += 1
        let mark = Array("\(name)-\(asked)-\(noun)-\(verb)".utf8)
        let topic = topics.request(actor, noun, verb)
        let request = try session.publish(
            payload.jsonBytes, to: topic, qos: 1, retained: false, correlationData: mark,
            responseTopic: responses)
        var response: JSON?
        try wait(forResponseTo: request, on: topic, until: stop, patience: patience) { message in
            guard message.correlationData == mark else { return .elsewhere }
            // The gateway is trusted, and a household may be large.
            let answer = try? JSON(message.payload, mostValues: .max)
            if answer?["status"] == "listening" {
                hear?(answer?["data"] ?? .null)
                return .more
            }
            response = answer
            return .last
        }
        guard response?["status"]?.string == "ok" else {
            throw ClientError(response?["error"], to: "\(noun)/\(verb)")
        }
        return response?["data"] ?? .null
    }

    func close() {
        session.close(within: .seconds(1))
    }

    private mutating func connect() throws {
        var reason = "it does not answer"
        let deadline = ContinuousClock.now + .seconds(5)
        while !session.isConnected, .now < deadline {
            let activity = session.receive(limit: 1, timeout: .milliseconds(200)) { _ in }
            if let failure = activity.disconnected { reason = failure }
            refusedSubscriptions += activity.refusedSubscriptions
            session.releaseAcknowledgements()
        }
        guard session.isConnected else {
            let advice =
                BrokerAccess.advice(on: reason)
                ?? "start the gateway with `roost run`, or name its broker with --broker URL"
            throw ClientError("cannot reach the broker at \(url): \(reason); \(advice)")
        }
    }

    private mutating func wait(
        forResponseTo request: Int32, on topic: String, until stop: StopSignal, patience: Double,
        _ take: (MQTTMessage) -> Answer
    ) throws {
        let asked = ContinuousClock.now
        var deadline = asked + .seconds(patience)
        var (isDone, isPatient) = (false, false)
        session.releaseAcknowledgements()
        while !isDone {
            guard refusedSubscriptions.isEmpty else { throw cannotRead }
            if stop.isGiven {
                try cancel(on: topic)
                throw ClientError("cancelled")
            }
            guard .now < deadline else { throw noAnswer(on: topic) }
            if !isPatient, patience > Self.patience, asked + .seconds(Self.patience) < .now {
                isPatient = true
                writeError("no answer yet\n")
            }
            let activity = session.receive(limit: 100, timeout: .milliseconds(200)) {
                switch take($0) {
                case .elsewhere: break
                case .more: deadline = .now + .seconds(patience)
                case .last: isDone = true
                }
            }
            session.releaseAcknowledgements()
            refusedSubscriptions += activity.refusedSubscriptions
            if let refusal = activity.refused.first(where: { $0.id == request }) {
                throw ClientError(
                    "the broker at \(url) does not let this user publish to \(topic): "
                        + refusal.reason)
            }
            if let reason = activity.disconnected, !isDone {
                throw ClientError("the connection to the broker was lost: \(reason)")
            }
        }
    }

    private func cancel(on topic: String) throws {
        let cancel: JSON = ["cancel": true]
        _ = try session.publish(cancel.jsonBytes, to: topic, qos: 1, retained: false)
        session.releaseAcknowledgements()
    }

    private var cannotRead: ClientError {
        ClientError(
            "the broker at \(url) does not let this user read \(responses), where the answer "
                + "would come: give them that right there")
    }

    private func noAnswer(on topic: String) -> ClientError {
        let reason =
            LastWord(configuration, name: name + "-why").reason
            ?? "is `roost run` running, and may this user publish to \(topic) and read "
            + "\(topics.responses(of: actor))#?"
        return ClientError(
            "no answer from a gateway at \(url): \(reason) The broker has the request, which may "
                + "still be done")
    }
}
