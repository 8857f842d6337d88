import ArgumentParser
import MQTT
import RoostCore
import RoostFormats
import RoostGateway
import Terminal

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch where everybody and everything is.",
        discussion: """
            A table that redraws itself until Ctrl-C. Where the output is no terminal: a line for \
            each change. With --user it reads that user's own topics alone, as an ordinary user may.

            Example:
              roost watch
              roost watch --user alice --once
              roost watch --json | jq 'select(.topic | endswith("/alert"))'
            """)

    @OptionGroup var gateway: GatewayOptions

    @Option(help: "Show what this user may see, and nothing else.")
    var user: String?

    @Flag(help: "Show how things stand, and end.")
    var once = false

    @Flag(help: "Print a line of JSON for each change: its topic and its payload.")
    var json = false

    func run() throws {
        let configuration = try gateway.clientConfiguration()
        let user: ID<User>? = try user.map { try id($0, "--user") }
        let filters = WatchBoard.filters(base: configuration.topics.base, user: user?.rawValue)
        var options = try configuration.visit(clientID: uniqueName("roost-watch"), reading: filters)
        options.backoff = .init(maximum: .seconds(5))
        let session = try MQTTSession(options)
        let stop = StopSignal()
        let waker = session.waker
        let signals = stop.catchSignals { waker.wake() }
        defer { stop.release(signals) }
        var watcher = Watcher(
            session: session, url: configuration.brokerURL, topics: configuration.topics,
            user: user?.rawValue,
            style: json ? .json : Screen.isTerminal && !once ? .table : .lines)
        defer { session.close(within: .seconds(1)) }
        if once {
            try watcher.lookOnce(stop)
        } else {
            try watcher.watch(until: stop)
        }
    }
}
