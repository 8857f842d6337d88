import MQTT
import RoostCore
import RoostFormats
import RoostGateway
import Terminal

/// The demo's connection to the broker, and what it receives there.
struct DemoStage {
    let configuration: Configuration
    let session: MQTTSession
    let log: DemoLog
    var terminal: DemoTerminal
    let stop: StopSignal
    /// While the nodes have only begun to listen, lines wait for the first certain results.
    var isSettling = false
    /// Whether the story has begun.
    var hasBegun = false
    private var board: WatchBoard
    private var trouble: String?

    init(
        configuration: Configuration, session: MQTTSession, log: DemoLog, terminal: DemoTerminal,
        stop: StopSignal
    ) {
        self.configuration = configuration
        self.session = session
        self.log = log
        self.terminal = terminal
        self.stop = stop
        board = WatchBoard(topics: Topics(bases: configuration.bases))
    }

    var isStopping: Bool { stop.isGiven || terminal.isClosed }

    mutating func waitForGateway() throws {
        terminal.greet()
        terminal.narrate("The broker and the gateway start")
        let deadline = Timestamp.now.advanced(bySeconds: 20)
        while board.gateway != "online", !isStopping {
            guard Timestamp.now < deadline else {
                throw ClientError("the gateway did not start within 20 s")
            }
            show(for: 0.1)
        }
    }

    /// Gives the gateway the household, by the same requests as any client.
    mutating func setUp(
        _ household: Household, muting muted: (ID<User>) -> [AlertKind]
    ) throws {
        guard !isStopping else { return }
        terminal.narrate(
            "\(household.users.count) people, \(household.places.count) places, "
                + "\(household.nodes.count) nodes and \(household.items.count) items move in")
        let document = HouseholdDocument(household, at: .now)
        try ask(.admin, "household", "import", JSON(document.jsonBytes))
        for user in household.users.keys.sorted() {
            let alerts = muted(user).map { JSONObject.Member(name: $0.rawValue, value: false) }
            try ask(.user(user), "settings", "save", ["alerts": .object(JSONObject(alerts))])
        }
        log.forgetWarning()
        // At first no position is known, which is no news.
        let deadline = Timestamp.now.advanced(bySeconds: 5)
        while !board.knows(household), Timestamp.now < deadline, !isStopping {
            receive(for: 0.1) { _ in }
        }
    }

    private func ask(
        _ actor: Request.Actor, _ noun: String, _ verb: String, _ payload: JSON
    ) throws {
        var client = try BrokerClient(configuration, as: actor)
        defer { client.close() }
        _ = try client.ask(noun, verb, payload)
    }

    mutating func publish(_ messages: [DemoMorning.Message]) {
        for message in messages {
            do {
                _ = try session.publish(
                    message.payload, to: message.topic, qos: message.qos,
                    retained: message.isRetained)
                trouble = nil
            } catch {
                // The broker is restarted automatically; the story does not wait.
                trouble = "the demo's own connection: \(error)"
            }
        }
        session.releaseAcknowledgements()
    }

    /// Shows what the gateway publishes until the given moment, or until the demo is to stop.
    mutating func showUntil(_ moment: Timestamp) {
        while !isStopping {
            let left = moment.seconds(since: .now)
            guard left > 0 else { return }
            show(for: min(0.2, left))
        }
    }

    private mutating func show(for seconds: Double) {
        var changes: [WatchBoard.Change] = []
        receive(for: seconds) { changes.append($0) }
        for change in changes { terminal.note(change) }
        // Related changes arrive together; when nothing more arrives, they are complete.
        if changes.isEmpty, !isSettling { terminal.writeNews(board) }
        let warnings = [trouble, log.lastWarning.map { "log: \($0)" }].compactMap(\.self)
        // Before that, the broker is only starting.
        terminal.draw(board, warnings: hasBegun ? warnings : [])
    }

    private mutating func receive(for seconds: Double, _ take: (WatchBoard.Change) -> Void) {
        let now = Timestamp.now
        _ = session.receive(limit: 200, timeout: .seconds(seconds)) { message in
            let change = board.take(topic: message.topic, payload: message.payload, at: now)
            change.map(take)
        }
        session.releaseAcknowledgements()
    }
}

extension WatchBoard {
    fileprivate func knows(_ household: Household) -> Bool {
        people.count >= household.users.count && items.count >= household.items.count
    }
}
