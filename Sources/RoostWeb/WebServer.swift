import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle

/// Serves the page, the API and the readings on a loopback address until shutdown.
public struct WebServer: Service {
    private let address: WebAddress
    private let board: LiveBoard
    private let routes: WebRoutes
    private let logger: Logger
    private let onServing: @Sendable (_ port: Int) async -> Void

    /// The time between two heartbeats of an event stream; proxies close silent ones after 30 s or
    /// 60 s.
    var heartbeat = Duration.seconds(15)

    /// How long open answers may take to end on shutdown before they are closed.
    var grace = Duration.seconds(1)

    /// Prepares a server; it listens from ``run()`` on.
    ///
    /// - Parameters:
    ///   - readings: Called on each request of `/healthz` and `/metrics`, from any thread.
    ///   - accounts: Signs users in, and answers their requests.
    ///   - onServing: Called with the port in use once requests are answered.
    public init(
        address: WebAddress, board: LiveBoard,
        readings: @escaping @Sendable () -> WebReadings, accounts: WebAccounts, logger: Logger,
        onServing: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.address = address
        self.board = board
        self.routes = WebRoutes(board: board, readings: readings, accounts: accounts)
        self.logger = logger
        self.onServing = onServing
    }

    /// Serves until the service group shuts down; open event streams end at once then.
    ///
    /// - Throws: ``WebServerError`` if the address cannot be listened on.
    public func run() async throws {
        let connections = OpenConnections()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await beat() }
                group.addTask {
                    // Otherwise a browser that does not read would delay the shutdown.
                    try await gracefulShutdown()
                    try await Task.sleep(for: grace)
                    connections.cut()
                }
                try await application(noting: connections).run()
            }
        } catch let error as IOError {
            throw WebServerError(error, address: address)
        }
    }

    private func application(noting connections: OpenConnections) -> some ApplicationProtocol {
        Application(
            router: routes.router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [connections.register()],
                    idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit)),
            onServerRunning: { [address, logger, onServing] channel in
                let port = channel.localAddress?.port ?? address.port
                logger.info("web page served", metadata: ["address": "\(address.host):\(port)"])
                await onServing(port)
            },
            logger: quietLogger)
    }

    /// More than a household's browsers need, and few enough not to exhaust the gateway's files.
    static let connectionLimit = 200

    /// The framework logs its own progress at `info`; here only problems matter.
    private var quietLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }

    private func beat() async throws {
        while true {
            try await Task.sleep(for: heartbeat)
            board.beat()
        }
    }
}
