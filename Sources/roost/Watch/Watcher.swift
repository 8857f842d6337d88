import Foundation
import MQTT
import RoostCore
import RoostFormats
import RoostGateway
import Terminal

/// Feeds a board from a broker, and shows it.
struct Watcher {
    enum Style { case table, lines, json }

    private let session: MQTTSession
    private let url: String
    /// The only user whose topics are read; `nil` for everyone's.
    private let user: String?
    private let style: Style
    private var board: WatchBoard
    private var screen: Screen
    /// By the zone's current offset, which changes twice a year.
    private var clock: WatchClock {
        WatchClock(shown: Int64(TimeZone.current.secondsFromGMT()) * 1000)
    }
    private var connection = "connecting"
    private var since = Timestamp.now
    /// Whether the picture is that of an earlier connection: nobody tells who was deleted since.
    private var isOutdated = false
    private var refused: [String] = []
    /// The last payload of each retained topic, so that a reconnect repeats nothing.
    private var held: [String: [UInt8]] = [:]

    init(session: MQTTSession, url: String, topics: Topics, user: String?, style: Style) {
        self.session = session
        self.url = url
        self.user = user
        self.style = style
        board = WatchBoard(topics: topics)
        screen = Screen()
    }

    /// Shows each change until `stop` is given.
    ///
    /// - Throws: If the output cannot be written.
    mutating func watch(until stop: StopSignal) throws {
        defer { screen.leave() }
        var drawn = Timestamp.epoch
        while !stop.isGiven {
            if style == .table, Timestamp.now.seconds(since: drawn) >= 0.2 {
                let size = Screen.size
                // The last column stays free: a terminal wraps when it is written.
                screen.draw(lines(width: size.width - 1, height: size.height))
                drawn = .now
            }
            _ = try receive(isSilent: style == .table, within: 0.2)
        }
    }

    /// Waits for all retained messages, and prints the board.
    mutating func lookOnce(_ stop: StopSignal) throws {
        let deadline = Timestamp.now.advanced(bySeconds: 5)
        var quietSince = Timestamp.now
        while !stop.isGiven, Timestamp.now < deadline {
            let retained = try receive(isSilent: style != .json, within: 0.1)
            if retained > 0 || !session.isConnected { quietSince = .now }
            if hasWord, Timestamp.now.seconds(since: quietSince) > 0.4 { break }
        }
        guard session.isConnected || hasWord else {
            throw ClientError("cannot reach the broker at \(url): \(connection)")
        }
        if let user, board.people[user] == nil { throw noWord(of: user) }
        guard board.gateway != nil || user != nil else {
            throw ClientError(
                "no gateway has spoken at \(url): is `roost run` running, and may this user read its "
                    + "topics? With --user NAME only what is theirs is asked for"
                    + refusals.map { " (\($0))" }.joined())
        }
        if style == .lines {
            // A file or another program takes lines of any length.
            let width = Screen.isTerminal ? Screen.size.width : 10_000
            try write(line: lines(width: width, height: nil).joined(separator: "\n"))
        }
    }

    /// Takes the next messages; returns the number of retained ones.
    private mutating func receive(isSilent: Bool, within seconds: Double) throws -> Int {
        var retained = 0
        var output = ""
        let now = Timestamp.now
        let activity = session.receive(limit: 500, timeout: .seconds(seconds)) { message in
            if isOutdated { board.forgetStates() }
            isOutdated = false
            if message.isRetained { retained += 1 }
            if let line = note(message, at: now), !isSilent { output += line + "\n" }
        }
        session.releaseAcknowledgements()
        refused += activity.refusedSubscriptions.filter { !refused.contains($0) }
        if let reason = activity.disconnected {
            isOutdated = style == .table
            change(connection: "not connected (\(reason.harmless)), trying again")
        }
        if session.isConnected { change(connection: "connected") }
        if !output.isEmpty { try write(output) }
        return retained
    }

    private mutating func change(connection text: String) {
        guard connection != text else { return }
        connection = text
        since = .now
        if style != .table, text != "connected" {
            writeError("roost watch: \(url): \(text)\n")
        }
    }

    /// The line to print for a message, if it is new.
    private mutating func note(_ message: MQTTMessage, at now: Timestamp) -> String? {
        let isAlert = message.topic.hasSuffix("/alert")
        let isRepeated = !isAlert && held[message.topic] == message.payload
        if !isAlert { held[message.topic] = message.payload }
        let change = board.take(topic: message.topic, payload: message.payload, at: now)
        guard style == .json else {
            return change.map { "\(clock.text(now))  \($0.text)" }
        }
        guard !isRepeated else { return nil }
        let payload: JSON =
            message.payload.isEmpty
            ? .null
            : (try? JSON(message.payload))
                ?? .string(String(decoding: message.payload, as: UTF8.self))
        let line: JSON = ["topic": .string(message.topic), "payload": payload]
        return line.jsonText
    }

    /// Whether a gateway was heard: by its status, or by its messages about the user, which are all
    /// that an ordinary user may read.
    private var hasWord: Bool { board.gateway != nil || isUserKnown }

    private var isUserKnown: Bool { user.map { board.people[$0] != nil } ?? false }

    private func noWord(of user: String) -> ClientError {
        let hint =
            board.gateway == nil
            ? "is `roost run` running, is there such a user, "
            : "is there such a user (`roost user list` names them), "
        return ClientError(
            "nothing of \(user) can be read at \(url): \(hint)and does the broker let this one "
                + "read \(board.topics.base)/user/\(user)/#?")
    }

    private var refusals: [String] {
        guard !refused.isEmpty else { return [] }
        let text =
            "the broker does not let this user read \(refused.joined(separator: ", ").harmless)"
        return [text + (user == nil ? "; --user NAME reads what that user may see" : "")]
    }

    /// What is missing in the picture, and why.
    private var gaps: [String] {
        guard refused.isEmpty, board.gateway == nil, isUserKnown else { return refusals }
        return [
            "\(board.topics.gatewayStatus) cannot be read: whether the gateway runs is not known"
        ]
    }

    private func lines(width: Int, height: Int?) -> [String] {
        let now = Timestamp.now
        let gateway =
            board.gateway.map { "gateway \($0)" }
            ?? (isUserKnown ? "gateway unknown" : "no word of a gateway yet")
        let isGood = session.isConnected && board.gateway == "online"
        var frame = WatchBoard.Frame(
            width: width, height: height, isColored: screen.isColored, now: now, clock: clock)
        frame.header = [
            TextCell(
                "Roost  \(clock.text(now))  \(gateway)  \(url) \(connection), "
                    + "\(WatchClock().age(of: since, at: now))", isGood ? .bold : .yellow)
        ]
        frame.footer = gaps.map { TextCell($0, .yellow) }
        return board.lines(frame)
    }
}
