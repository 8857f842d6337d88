import MQTT
import Synchronization

/// Where the page's requests wait for the loop, and the page for the answers.
///
/// They are requests like those by MQTT, and are answered once their changes are on disk.
final class PageDesk: Sendable {
    private struct State {
        var waiting: [MQTTMessage] = []
        var askers: [[UInt8]: CheckedContinuation<[UInt8]?, Never>] = [:]
    }

    private let state = Mutex(State())
    private let waker: MQTTWaker

    /// How long the page waits for the loop.
    private static let patience = Duration.seconds(15)

    init(waker: MQTTWaker) {
        self.waker = waker
    }

    /// Asks the loop what a message on `topic` would ask.
    ///
    /// - Returns: The response; `nil` if none came in time, in which case the outcome is unknown.
    func ask(_ topic: String, _ payload: [UInt8]) async -> [UInt8]? {
        // No client of the broker can guess it, so none can impersonate the page.
        let mark = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let message = MQTTMessage(topic: topic, payload: payload, qos: 1, correlationData: mark)
        let watch = Task {
            try await Task.sleep(for: Self.patience)
            withdraw(mark)
        }
        defer { watch.cancel() }
        return await withCheckedContinuation { asker in
            state.withLock { state in
                state.askers[mark] = asker
                state.waiting.append(message)
            }
            waker.wake()
        }
    }

    /// The requests since the last call.
    func take() -> [MQTTMessage] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Whether the page waits for an answer to `message`.
    func expectsAnswer(to message: MQTTMessage) -> Bool {
        guard let mark = message.correlationData else { return false }
        return state.withLock { $0.askers[mark] != nil }
    }

    /// Passes the answers to the page; their changes must be on disk.
    func hand(over answers: [(message: MQTTMessage, response: [UInt8])]) {
        for (message, response) in answers {
            guard let mark = message.correlationData else { continue }
            state.withLock { $0.askers.removeValue(forKey: mark) }?.resume(returning: response)
        }
    }

    /// Answers all waiting requests with nothing, because the disk failed.
    func giveUp() {
        let askers = state.withLock { state in
            defer { state = State() }
            return state.askers.values
        }
        for asker in askers { asker.resume(returning: nil) }
    }

    private func withdraw(_ mark: [UInt8]) {
        let asker = state.withLock { state in
            // Requests not yet taken by the loop are dropped.
            state.waiting.removeAll { $0.correlationData == mark }
            return state.askers.removeValue(forKey: mark)
        }
        asker?.resume(returning: nil)
    }
}
