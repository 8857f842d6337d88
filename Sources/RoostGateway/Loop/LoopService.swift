import Foundation
import Logging
import MQTT
import RoostFormats
import RoostStore
import ServiceLifecycle

/// Runs the loop on its own thread, since it blocks in `poll` and on the disk.
struct LoopService: Service {
    let window: GatewayWindow
    let bench: PictureBench
    let page: PageDesk
    private let thread: LoopThread

    /// Creates the session and the loop; the connection is made when the service runs.
    ///
    /// - Throws: `ConfigurationError` about the broker, or an error of the store.
    init(
        store: Store, configuration: Configuration,
        reread: @escaping @Sendable () throws -> Configuration, logger: Logger
    ) throws {
        var options = try configuration.connection(clientID: configuration.broker.clientID)
        options.will = .init(
            topic: configuration.topics.gatewayStatus, payload: Array("offline".utf8), qos: 1,
            isRetained: true)
        // Until it is back, a broker that was just started keeps nothing for a session that it lost.
        if configuration.broker.kind == .embedded { options.backoff.maximum = .seconds(1) }
        // A broker without such a limit does not send longer packets.
        options.maximumPacketSize = BrokerFiles.longestPacket
        options.subscriptions = configuration.dialects.subscriptions.map(
            MQTTOptions.Subscription.init(gateway:))
        let session = try MQTTSession(options)
        window = GatewayWindow(waker: session.waker, retention: configuration.retention)
        bench = PictureBench(waker: session.waker)
        page = PageDesk(waker: session.waker)
        do {
            thread = LoopThread(
                loop: try GatewayLoop(
                    session: session, store: store, configuration: configuration, reread: reread,
                    window: window, bench: bench, page: page, logger: logger))
        } catch {
            throw store.explained(error)
        }
    }

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    thread.start { continuation.resume() }
                }
            } onCancel: {
                window.close()
            }
        } onGracefulShutdown: {
            window.close()
        }
    }
}

/// The thread that owns the loop.
///
/// The loop is not `Sendable`. It is handed over once, before the thread starts, and used only
/// there, which makes this safe.
private final class LoopThread: @unchecked Sendable {
    private let loop: GatewayLoop

    init(loop: sending GatewayLoop) {
        self.loop = loop
    }

    func start(whenDone: @escaping @Sendable () -> Void) {
        let thread = Thread {
            self.loop.run()
            whenDone()
        }
        thread.name = "roost-loop"
        thread.stackSize = 4 << 20
        thread.start()
    }
}
