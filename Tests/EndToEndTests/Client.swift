import Foundation
import MQTT
import RoostFormats
import Synchronization
import TestBroker

/// A client at the broker that listens, publishes and sends requests.
///
/// Its own thread drives the session, so that nothing is missed while a test waits for something
/// else. Its messages are sent in order, again after each end of a connection, until the broker
/// acknowledges them.
final class Client: Sendable {
    private struct Outgoing {
        var topic: String
        var payload: [UInt8]
        var qos: Int
        var isRetained: Bool
        var responseTopic: String?
        var correlationData: [UInt8]?
    }

    private struct State {
        var messages: [MQTTMessage] = []
        var outgoing: [Outgoing] = []
        var inFlight: [(id: Int32, message: Outgoing)] = []
        var isConnected = false
        var isClosing = false
        var questions = 0
    }

    let name: String
    private let state = Mutex(State())
    private let waker: MQTTWaker

    /// Connects, and waits until the broker has its subscriptions.
    init(
        _ name: String, at broker: String, listeningTo filters: [String] = ["roost/#"],
        password: String? = nil
    ) async throws {
        self.name = name
        var options = try MQTTOptions(url: broker, clientID: name)
        if let password { (options.username, options.password) = (name, password) }
        options.subscriptions = (filters + ["answers/\(name)"]).map { .init($0) }
        options.backoff = .init(initial: .milliseconds(20), maximum: .milliseconds(200))
        let session = try MQTTSession(options)
        waker = session.waker
        Driver(session: session).start(for: self)
        _ = try await eventually("\(name) to connect") {
            state.withLock { $0.isConnected } ? () : nil
        }
        try await publish([], to: "settled/\(name)")
    }

    func close() {
        state.withLock { $0.isClosing = true }
        waker.wake()
    }

    // MARK: Hearing

    /// All messages so far, oldest first.
    var messages: [MQTTMessage] { state.withLock { $0.messages } }

    /// The messages under `topic`, oldest first.
    func messages(on topic: String) -> [JSON] {
        messages.filter { $0.topic == topic && !$0.payload.isEmpty }
            .compactMap { try? JSON($0.payload) }
    }

    /// The last message under `topic`, which is its state; `nil` if there is none.
    func state(of topic: String) -> JSON? {
        guard let last = state.withLock({ $0.messages.last { $0.topic == topic } }),
            !last.payload.isEmpty
        else { return nil }
        return (try? JSON(last.payload)) ?? .string(String(decoding: last.payload, as: UTF8.self))
    }

    /// Waits until the state of `topic` is as described.
    @discardableResult
    func wait(
        for topic: String, within limit: Duration = .seconds(30),
        _ condition: (JSON) -> Bool = { _ in true }
    ) async throws -> JSON {
        try await eventually(
            "\(topic), which is \(state(of: topic)?.text ?? "empty")", within: limit
        ) {
            // A bare nil could be taken for JSON's null.
            guard let state = state(of: topic), condition(state) else { return JSON?.none }
            return state
        }
    }

    /// Waits until nothing is retained under `topic` any more.
    func waitForClearing(of topic: String, within limit: Duration = .seconds(30)) async throws {
        try await eventually(
            "an empty \(topic), which is \(state(of: topic)?.text ?? "empty")", within: limit
        ) {
            state.withLock { $0.messages.last { $0.topic == topic }?.payload.isEmpty } == true
                ? () : nil
        }
    }

    // MARK: Publishing

    /// Queues a message, which is sent in its turn.
    func post(
        _ payload: [UInt8], to topic: String, qos: Int = 1, retained: Bool = false,
        responseTopic: String? = nil, correlationData: [UInt8]? = nil
    ) {
        state.withLock {
            $0.outgoing.append(
                Outgoing(
                    topic: topic, payload: payload, qos: qos, isRetained: retained,
                    responseTopic: responseTopic, correlationData: correlationData))
        }
        waker.wake()
    }

    func post(_ json: JSON, to topic: String, qos: Int = 1, retained: Bool = false) {
        post(json.jsonBytes, to: topic, qos: qos, retained: retained)
    }

    /// Waits until the broker has acknowledged all posted messages.
    func flush() async throws {
        try await eventually("the broker to acknowledge what \(name) published") {
            state.withLock { $0.outgoing.isEmpty && $0.inFlight.isEmpty } ? () : nil
        }
    }

    func publish(_ payload: [UInt8], to topic: String, retained: Bool = false) async throws {
        post(payload, to: topic, retained: retained)
        try await flush()
    }

    // MARK: Asking

    /// Asks the gateway as `user`, or as an administrator if `nil`, and waits for the answer.
    @discardableResult
    func ask(
        _ user: String?, _ request: String, _ payload: JSON = [:]
    ) async throws -> Answer {
        let mark = Array("\(state.withLock { $0.questions += 1; return $0.questions })".utf8)
        let asker = user.map { "user/\($0)" } ?? "admin"
        post(
            payload.jsonBytes, to: "roost/\(asker)/request/\(request)",
            responseTopic: "answers/\(name)", correlationData: mark)
        return try await eventually("an answer to \(request)") {
            state.withLock { state in
                state.messages.last { $0.correlationData == mark && $0.topic == "answers/\(name)" }
            }.map { Answer($0) }
        }
    }

    /// Waits until the gateway has published all effects of this client's messages.
    ///
    /// The second request is for states, which the gateway publishes after the answers of a turn.
    func settle() async throws {
        try await ask(nil, "user/list")
        try await ask(nil, "user/list")
    }
}

/// Drives a session on its own thread.
///
/// The session is handed over once, before the thread starts, and used only there, which makes this
/// safe.
private final class Driver: @unchecked Sendable {
    private let session: MQTTSession

    init(session: sending MQTTSession) {
        self.session = session
    }

    func start(for client: Client) {
        let thread = Thread {
            while client.turn(self.session) {}
            self.session.close(within: .seconds(1))
        }
        thread.start()
    }
}

extension Client {
    /// - Returns: Whether there will be another turn.
    fileprivate func turn(_ session: MQTTSession) -> Bool {
        var batch: [MQTTMessage] = []
        let activity = session.receive(limit: 500, timeout: .seconds(1)) { batch.append($0) }
        let isClosing = state.withLock { state in
            state.messages += batch
            state.isConnected = session.isConnected
            let settled = Set(activity.published + activity.refused.map(\.id))
            if !settled.isEmpty { state.inFlight.removeAll { settled.contains($0.id) } }
            if activity.disconnected != nil {
                state.outgoing = state.inFlight.map(\.message) + state.outgoing
                state.inFlight = []
            }
            send(session, &state)
            return state.isClosing
        }
        session.releaseAcknowledgements()
        return !isClosing
    }

    private func send(_ session: MQTTSession, _ state: inout State) {
        var sent = 0
        for message in state.outgoing {
            guard
                let id = try? session.publish(
                    message.payload, to: message.topic, qos: message.qos,
                    retained: message.isRetained, correlationData: message.correlationData,
                    responseTopic: message.responseTopic)
            else { break }  // Not connected, or enough is in flight: later.
            if message.qos > 0 { state.inFlight.append((id, message)) }
            sent += 1
        }
        state.outgoing.removeFirst(sent)
    }
}
