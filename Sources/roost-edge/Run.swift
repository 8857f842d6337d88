import ArgumentParser
import BluetoothScanner
import FoundationEssentials
import Logging
import RoostCore
import RoostSettings
import Terminal

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Listen and publish until told to stop.",
        discussion: """
            Needs CAP_NET_ADMIN (and CAP_NET_RAW with --method raw), as root has.

            Example:
              roost-edge run --node kitchen --place home --room kitchen \\
                  --broker mqtt://gateway
              mosquitto_sub -h gateway -v -t 'roost/node/kitchen/#'
            """)

    @Option(help: "The id of this node; the name of the machine if there is none.")
    var node: String?

    @Option(help: "The place where the node stands, by its id.")
    var place: String?

    @Option(help: "The room where the node stands.")
    var room: String?

    @Option(help: "The broker: mqtt://HOST, mqtts://HOST or unix:/PATH.")
    var broker: String?

    @Option(help: "How much to log: trace, debug, info, notice, warning, error, critical.")
    var logLevel: String?

    @OptionGroup var options: RadioOptions

    func run() throws {
        var configuration = try options.configuration(further: [
            ("node.id", "--node", node), ("node.place", "--place", place),
            ("node.room", "--room", room), ("broker.url", "--broker", broker),
            ("log.level", "--log-level", logLevel),
        ])
        guard let node = configuration.node ?? ID<Node>(from: ProcessInfo.processInfo.hostName)
        else { throw ValidationError("This machine has no name that is an id: give --node.") }
        let logger = Logger(program: "roost-edge", level: configuration.logLevel)
        do throws(ConfigurationError) {
            try options.prepareData(&configuration)
        } catch {
            logger.warning("changed settings will be forgotten: \(error)")
        }
        let stop = StopSignal()
        let signals = stop.catchSignals {}
        defer { withExtendedLifetime(signals) {} }
        do {
            let loop = try NodeLoop(
                node: node, configuration: configuration,
                radio: BackgroundRadio(
                    options.radio(configuration, pace: .asItWas, mayForgoRecording: true)),
                logger: logger)
            logger.info(
                "starting roost-edge",
                metadata: [
                    "version": "\(roostVersion)", "node": "\(node)",
                    "broker": "\(configuration.brokerURL)",
                ])
            try loop.run(until: stop)
        } catch let error as ConfigurationError {
            throw ValidationError("\(error)")
        } catch {
            logger.critical("roost-edge cannot go on", metadata: ["error": "\(error)"])
            throw ExitCode.failure
        }
    }
}
