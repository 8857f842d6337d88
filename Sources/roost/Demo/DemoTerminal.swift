import RoostCore
import RoostGateway
import Terminal

/// The demo's output: a table that is redrawn in place, or scrolling lines if standard output is
/// not a terminal.
struct DemoTerminal {
    /// The first lines for a new user.
    let welcome: [String]
    var clock = WatchClock(showsSeconds: false)
    /// Whether the reader has gone away, as `head` does.
    private(set) var isClosed = false
    /// Why nothing can be written, if the reader has not just gone away.
    private(set) var fault: ClientError?

    private let isLive = Screen.isTerminal
    private var screen = Screen()
    private var narration: [String] = []
    private var news: [WatchBoard.Change] = []

    private static let narrationLines = 3
    /// Terminals with fewer lines get a shorter header.
    private static let lowHeight = 30

    init(welcome: [String]) {
        self.welcome = welcome
    }

    /// Prints the first lines; a table shows them above itself instead.
    mutating func greet() {
        guard !isLive else { return }
        write(welcome.joined(separator: "\n"))
        write("~ is what the simulation does, all else what the gateway published on its topics\n")
    }

    /// Shows what the simulated people do, which the gateway is not told.
    mutating func narrate(_ text: String) {
        let time = time
        narration = (narration + ["\(time)  \(text)"]).suffix(Self.narrationLines)
        if !isLive { write("\(time) ~ \(text)") }
    }

    /// Keeps a line to be written; a newer one about the same subject replaces it.
    mutating func note(_ change: WatchBoard.Change) {
        guard !isLive else { return }
        news.removeAll { $0.subject == change.subject }
        news.append(change)
    }

    /// Writes the waiting lines: first the changes, then the alerts.
    mutating func writeNews(_ board: WatchBoard) {
        guard !news.isEmpty else { return }
        let time = time
        let changes = news.filter { $0.alert == nil }.sorted { $0.subject < $1.subject }
        for change in changes { write("\(time)   \(change.text)") }
        for told in board.merged(news.compactMap(\.alert)) {
            let mark = told.alert.severity == "info" ? "-" : "!"
            write("\(time) \(mark) \(board.names(told.users)): \(told.alert.words)")
        }
        news = []
    }

    mutating func draw(_ board: WatchBoard, warnings: [String]) {
        guard isLive else { return }
        let size = Screen.size
        let isLow = size.height < Self.lowHeight
        // The last column stays free: a terminal wraps when it is written.
        var frame = WatchBoard.Frame(
            width: size.width - 1, height: size.height, isColored: screen.isColored, now: .now,
            clock: clock)
        // A second is a minute here, which makes the gateway's usual pace look slow.
        frame.showsSeen = false
        frame.header = header(isLow: isLow)
        frame.footer = warnings.map { TextCell($0.harmless, .yellow) }
        screen.draw(board.lines(frame))
    }

    private func header(isLow: Bool) -> [TextCell] {
        let time = clock.isRunning ? "  \(clock.text(.now))" : ""
        let head = [TextCell("Roost demo\(time)", .bold)]
        let told = narration.suffix(isLow ? 1 : Self.narrationLines)
        let story = told.map { TextCell($0, $0 == told.last ? .bold : .plain) }
        if isLow { return head + story }
        return head + welcome.dropFirst().map { TextCell($0, .dim) }
            + [TextCell(""), TextCell("SIMULATION", .dim)] + story
    }

    /// Restores the terminal, with the last picture on it, and prints how to continue.
    mutating func leave(farewell: String?) {
        screen.leave()
        if let farewell { write("\n" + farewell) }
    }

    private var time: String { clock.isRunning ? clock.text(.now) : "     " }

    private mutating func write(_ text: String) {
        do {
            try roost.write(text + "\n")
        } catch {
            isClosed = true
            fault = error as? ClientError
        }
    }
}
