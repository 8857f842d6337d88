import Foundation
public import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostStore
import RoostWeb
public import ServiceLifecycle
import UnixSignals

/// The whole gateway: knows all its parts and connects them.
public struct Gateway: Sendable {
    private let configuration: Configuration
    private let reread: @Sendable () throws -> Configuration
    private let logger: Logger

    /// - Parameter reread: Reads the configuration again, when that is asked for.
    public init(
        configuration: Configuration,
        reread: @escaping @Sendable () throws -> Configuration, logger: Logger
    ) {
        self.configuration = configuration
        self.reread = reread
        self.logger = logger
    }

    /// Runs until the process gets SIGTERM or SIGINT, or a part cannot continue.
    ///
    /// - Parameter further: Services that run beside the gateway and stop before it.
    public func run(further: [any Service] = []) async throws {
        let store = try Store(directory: URL(filePath: configuration.dataDirectory))
        do {
            let all = try await services(with: store) + further
            var group = ServiceGroupConfiguration(
                services: all.map {
                    .init(
                        service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup)
                },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            group.maximumGracefulShutdownDuration = .seconds(20)
            try await ServiceGroup(configuration: group).run()
        } catch {
            try? store.close()  // All that was committed is on disk; the first error says more.
            throw error
        }
        try store.close()
    }

    /// In the order in which they start; they stop in reverse: first the web page, then the loop,
    /// which disconnects from the broker, and last the broker.
    private func services(with store: Store) async throws -> [any Service] {
        var services: [any Service] = []
        if configuration.broker.kind == .embedded {
            services.append(
                try await EmbeddedBroker(files: configuration.brokerFiles, logger: logger))
        } else {
            try LeftStates.note(in: store, configuration, logger)
        }
        let loop = try LoopService(
            store: store, configuration: configuration, reread: reread, logger: logger)
        services += [
            Housekeeping(store: store, window: loop.window, logger: logger),
            PictureWorkshop(bench: loop.bench, logger: logger), loop,
        ]
        if let address = configuration.web {
            let window = loop.window
            services.append(
                WebServer(
                    address: address, board: window.board,
                    readings: {
                        let health = window.health
                        return WebReadings(
                            isHealthy: health.isHealthy, healthJSON: health.jsonBytes,
                            metrics: health.metrics)
                    }, accounts: accounts(store, loop.page), logger: logger))
        }
        return services
    }

    private func accounts(_ store: Store, _ page: PageDesk) -> WebAccounts {
        let accounts = Accounts(store: store, logger: logger)
        return WebAccounts(
            signIn: { await accounts.signIn($0, $1) },
            user: { accounts.user(showing: $0)?.rawValue },
            ask: { [topics = configuration.topics] request in
                guard let user = ID<User>(request.user) else { return .unanswered }
                let topic = topics.request(.user(user), request.noun, request.verb)
                guard let json = await page.ask(topic, request.payload) else { return .unanswered }
                return WebAnswer(json)
            })
    }
}
