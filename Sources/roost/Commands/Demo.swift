import ArgumentParser
import Foundation
import LoopbackSockets
import MQTT
import RoostFormats
import RoostGateway
import RoostSettings
import Terminal

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a simulated household's morning in a minute.",
        discussion: """
            A real gateway and a real broker; the people, their phones and the nodes are simulated. \
            It needs no hardware, touches no other gateway or broker, and leaves nothing behind.

            On a terminal it goes on until Ctrl-C, so that there is time for the web page; elsewhere \
            it prints lines, and ends when the morning is over.

            Example:
              roost demo
              roost demo --speed 0.5 --web 127.0.0.1:9000
              roost demo --once | grep '!'
            """)

    @Option(help: "The broker's port on 127.0.0.1; if left out, a free one.")
    var listen: Int?

    @Option(
        help: "Keep the data in this new folder; if left out, in a temporary one that is removed.",
        completion: .directory)
    var data: String?

    @Option(
        help:
            "Where to serve the web page, such as 127.0.0.1:9000; if left out, on a free port; off for nowhere."
    )
    var web: String?

    @Option(help: "Another number gives other noise to the radio and to the positions.")
    var seed: UInt64 = 3

    @Option(help: "How fast, from 0.1 to 1: with 1 the morning takes a minute, with 0.5 two.")
    var speed = 1.0

    @Flag(help: "End when the morning is over, on a terminal too.")
    var once = false

    func validate() throws {
        guard (0.1...1).contains(speed) else {
            throw ValidationError("--speed must be from 0.1 to 1")
        }
    }

    func run() async throws {
        let folder = try DemoFolder(path: data)
        defer { folder.close() }
        let configuration = try gatewayConfiguration(folder: folder)
        let log = try DemoLog(path: "\(folder.path)/gateway.log")
        // A closed terminal or a pipe must not leave the broker running.
        let hangup = StopSignal.endInOrder()
        defer { hangup.forEach { $0.cancel() } }

        let show = DemoShow(
            configuration: configuration, seed: seed, speed: speed,
            endsWithStory: once || !Screen.isTerminal, log: log,
            welcome: welcome(configuration, log: log))
        let service = DemoService(show: show, session: try session(configuration))
        do {
            try await Gateway(
                configuration: configuration, reread: { configuration }, logger: log.logger
            ).run(further: [service])
        } catch EmbeddedBrokerError.notInstalled {
            throw ClientError(
                "the demo needs mosquitto: install it with `apt-get install mosquitto`, or run "
                    + "`make demo`, which does so")
        } catch EmbeddedBrokerError.portTaken(let port) {
            throw ClientError("port \(port) on 127.0.0.1 is taken: name another with --listen PORT")
        } catch let error as EmbeddedBrokerError {
            throw ClientError(error.description)
        }
        if let error = service.error { throw error }
        if data != nil { Screen.write("Everything is kept in \(folder.path).\n") }
    }

    /// The gateway's usual settings, except for how long silence must last: a minute here stands
    /// for an hour elsewhere.
    private func gatewayConfiguration(folder: DemoFolder) throws -> Configuration {
        guard let port = listen ?? (try? LoopbackSocket.freePort()),
            let webPort = try? LoopbackSocket.freePort(where: { $0 != port })
        else {
            throw ClientError("no port is free on 127.0.0.1")
        }
        do {
            return try Configuration(
                file: nil, environment: [:],
                flags: [
                    ("data", "--data", folder.path),
                    ("broker.listen", "--listen", "\(port)"),
                    ("web.address", "--web", web ?? "127.0.0.1:\(webPort)"),
                    ("belief.absence_min_seconds", "the demo", "5"),
                ])
        } catch let error as ConfigurationError {
            throw ValidationError("\(error)")
        }
    }

    private func session(_ configuration: Configuration) throws -> sending MQTTSession {
        let filters = WatchBoard.filters(base: configuration.bases.roost, user: nil)
        var options = try configuration.visit(clientID: "roost-demo", reading: filters)
        options.backoff = .init(maximum: .seconds(1))
        return try MQTTSession(options)
    }

    private func welcome(_ configuration: Configuration, log: DemoLog) -> [String] {
        let port = configuration.broker.port
        let pace = speed == 1 ? "a minute" : "\(Int((60 * speed).rounded())) seconds"
        return [
            "Roost demo: simulated people and nodes, a real broker and a real gateway.",
            "A second is \(pace) here. Ctrl-C ends it, and leaves nothing behind.",
            "web page   \(configuration.web.map { "http://\($0)/" } ?? "off")",
            "topics     mosquitto_sub -p \(port) -v -t 'roost/user/+/alert'",
            "log        \(log.path)",
        ]
    }
}
