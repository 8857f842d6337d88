import ArgumentParser
import Glibc
import RoostCore
import RoostFormats
import Terminal

struct Scan: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what is heard.",
        discussion: """
            On a terminal as a live table, else once at the end. Ends with Ctrl-C, or after \
            --seconds.

            Example:
              roost-edge scan
              roost-edge scan --seconds 30 --record kitchen.btsnoop
              roost-edge scan --replay kitchen.btsnoop
            """)

    @Option(help: "End after so many seconds.")
    var seconds: Double?

    @Flag(help: "Print each advertisement as a line of JSON instead.")
    var json = false

    @OptionGroup var options: RadioOptions

    func validate() throws {
        guard let seconds else { return }
        guard seconds.isFinite, (0...86_400 * 7).contains(seconds) else {
            throw ValidationError("--seconds must be 0 to \(86_400 * 7), which is a week.")
        }
        guard options.replay == nil else {
            throw ValidationError("--seconds is for a radio; --replay reads the whole capture.")
        }
    }

    func run() throws {
        var configuration = try options.configuration()
        // If it cannot be noted, a killed scan leaves one of the kernel's 32 places taken.
        try? options.prepareData(&configuration)
        // If the reader of the output is gone, the failed write shows it.
        signal(SIGPIPE, SIG_IGN)
        let stop = StopSignal()
        let signals = stop.catchSignals {}
        defer { withExtendedLifetime(signals) {} }
        let radio = try options.radio(configuration, pace: .atOnce, mayForgoRecording: false)
        defer { radio.stop() }
        let isLive = !json && Screen.isTerminal && options.replay == nil
        var show = ScanShow(isLive: isLive, printsJSON: json)
        defer { show.end() }
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        while !stop.isGiven, !radio.condition.isOver, !show.isUnread,
            end.map({ $0 > .now }) ?? true
        {
            try radio.receive(timeout: .milliseconds(200)) { show.hear($0) }
            show.draw(radio)
        }
        try show.finish(radio)
    }
}
