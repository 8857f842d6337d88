import Dispatch
import Glibc
import Synchronization

/// A radio on a thread of its own, so that nothing is missed while something else takes long:
/// looking up the name of a broker may take half a minute.
final class BackgroundRadio: Radio, Sendable {
    private struct State {
        var heard: [HeardAdvertisement] = []
        /// How many did not fit.
        var lost = 0
        var condition = RadioCondition()
        var failure: (any Error)?
        var isStopping = false
    }

    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)
    /// Signalled when the first advertisement arrives in an empty buffer.
    private let arrived = DispatchSemaphore(value: 0)

    /// Room for more than half a minute of a busy street.
    private static let room = 20_000
    /// Advertisements close together are taken together, which saves processor time.
    private static let pause = Duration.milliseconds(20)

    init(_ radio: sending any Radio) {
        let worker = Worker(radio: radio)
        state.withLock { $0.condition = worker.radio.condition }
        DispatchQueue(label: "radio", qos: .userInitiated).async { [self] in
            while work(worker.radio) { usleep(UInt32(Self.pause / .microseconds(1))) }
            worker.radio.stop()
            ended.signal()
        }
    }

    var condition: RadioCondition {
        state.withLock { state in
            var condition = state.condition
            // Advertisements that are not yet taken are still to come.
            condition.isOver = condition.isOver && state.heard.isEmpty
            condition.lost = state.lost
            return condition
        }
    }

    func receive(timeout: Duration, _ handle: (HeardAdvertisement) -> Void) throws {
        _ = arrived.wait(timeout: .now() + timeout / .seconds(1))
        let (heard, failure) = state.withLock { state in
            defer { state.heard = [] }
            return (state.heard, state.failure)
        }
        if let failure { throw failure }
        for heard in heard { handle(heard) }
    }

    /// Waits until the radio has stopped; what it heard before can still be received.
    func stop() {
        state.withLock { $0.isStopping = true }
        ended.wait()
    }

    /// - Returns: Whether there is more to do.
    private func work(_ radio: any Radio) -> Bool {
        do {
            try radio.receive(timeout: .milliseconds(100)) { heard in
                state.withLock { state in
                    if state.heard.count < Self.room {
                        if state.heard.isEmpty { arrived.signal() }
                        state.heard.append(heard)
                    } else {
                        state.lost += 1
                    }
                }
            }
        } catch {
            state.withLock { $0.failure = error }
            arrived.signal()
            return false
        }
        let condition = radio.condition
        return state.withLock { state in
            state.condition = condition
            return !state.isStopping && !condition.isOver
        }
    }
}

/// Carries the radio to the thread that alone uses it from then on, which makes this safe.
private final class Worker: @unchecked Sendable {
    let radio: any Radio

    init(radio: sending any Radio) {
        self.radio = radio
    }
}
