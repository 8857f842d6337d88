import Foundation
import MQTT
import ServiceLifecycle
import Synchronization
import Terminal

/// Runs the show beside the gateway, on its own thread, since it blocks in `poll`.
final class DemoService: Service {
    private let show: DemoShow
    private let stop = StopSignal()
    private let waker: MQTTWaker
    private let thread: Mutex<DemoThread?>
    private let outcome = Mutex<(any Error)?>(nil)

    init(show: DemoShow, session: sending MQTTSession) {
        self.show = show
        waker = session.waker
        thread = Mutex(DemoThread(session: session))
    }

    /// Why the show could not continue; `nil` while there is no error.
    var error: (any Error)? { outcome.withLock { $0 } }

    func run() async throws {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        await withGracefulShutdownHandler {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    thread.start(show, stop) { error in
                        self.outcome.withLock { $0 = error }
                        continuation.resume()
                    }
                }
            } onCancel: {
                end()
            }
        } onGracefulShutdown: {
            self.end()
        }
    }

    private func end() {
        stop.give()
        waker.wake()
    }
}

/// The thread that owns the show's session.
///
/// The session is not `Sendable`. It is handed over once, before the thread starts, and used only
/// there, which makes this safe.
private final class DemoThread: @unchecked Sendable {
    private let session: MQTTSession

    init(session: sending MQTTSession) {
        self.session = session
    }

    func start(
        _ show: DemoShow, _ stop: StopSignal, whenDone: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let thread = Thread {
            do {
                try show.run(session: self.session, stop: stop)
                whenDone(nil)
            } catch {
                whenDone(error)
            }
        }
        thread.name = "roost-demo"
        thread.start()
    }
}
