import ArgumentParser
import CMalloc
import Foundation
import Logging
import RoostGateway
import RoostSettings
import Terminal

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the gateway until it is told to stop.",
        discussion: """
            Without --broker, roost starts and supervises a mosquitto of its own on 127.0.0.1:1883.

            Example:
              roost run --web 127.0.0.1:8080
              mosquitto_sub -v -t 'roost/#'
            """)

    @OptionGroup var options: GatewayOptions

    @Option(help: "Where the embedded broker listens: a port on 127.0.0.1.")
    var listen: String?

    @Option(help: "Where to serve the web page, such as 127.0.0.1:8080; off for nowhere.")
    var web: String?

    @Option(help: "How much to log: trace, debug, info, notice, warning, error, critical.")
    var logLevel: String?

    func run() async throws {
        let flags: [SettingSources.Flag] = [
            ("broker.listen", "--listen", listen), ("web.address", "--web", web),
            ("log.level", "--log-level", logLevel),
        ]
        let configuration = try options.configuration(further: flags)
        guard listen == nil || configuration.broker.kind == .embedded else {
            throw ValidationError(
                "--listen is for the embedded broker, and --broker, ROOST_BROKER_URL or broker.url "
                    + "names another: " + configuration.brokerURL)
        }
        let logger = Logger(program: "roost", level: configuration.logLevel)
        logger.info(
            "starting roost",
            metadata: [
                "version": "\(roostVersion)", "broker": "\(configuration.brokerURL)",
                "data": "\(configuration.dataDirectory)",
                "web": "\(configuration.web.map { "http://\($0)/" } ?? "off")",
            ])
        // A closed terminal, or a pipe closed while it logs, must not leave the broker alone.
        let hangup = StopSignal.endInOrder()
        defer { hangup.forEach { $0.cancel() } }
        // A limit on the size of files is a failed write, as on a full disk.
        signal(SIGXFSZ, SIG_IGN)
        // Otherwise the C library raises this threshold with each large array freed, and keeps its
        // memory.
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        // Otherwise the web server, which writes dates in GMT, loads all data about this machine's
        // zone.
        NSTimeZone.default = .gmt
        do {
            try await Gateway(
                configuration: configuration, reread: options.reader(further: flags),
                logger: logger
            ).run()
        } catch {
            logger.critical("roost cannot go on", metadata: ["error": "\(error)"])
            throw ExitCode.failure
        }
    }
}
