import ArgumentParser
import Foundation
import RoostCore
import RoostFormats
import RoostGateway
import RoostSettings

struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what would have been published for a recorded day.",
        discussion: """
            Reads a recording as `mosquitto_sub -F %j` prints it, and writes one message a line in the \
            same form. The time is each line's own: the same file gives the same output.

            Example:
              mosquitto_sub -F %j -t 'owntracks/#' -t 'roost/node/#' > day.ndjson
              roost import household.yaml --data /tmp/house
              roost replay day.ndjson --data /tmp/house
              roost replay day.ndjson --data /tmp/house --set belief.absence_min_seconds=60

            Notes, expenses, reminders and groups are not part of it.

            With --set it compares instead: what would be said no more (-), what would be new (+), and \
            what would be said at another time (~), in UTC.
            """)

    @OptionGroup var options: GatewayOptions
    @Argument(help: "The recording; - for standard input.", completion: .file())
    var file: String
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "A setting to change, and what to; see config/roost.yaml.", valueName: "KEY=VALUE"))
    var changes: [String] = []
    @Flag(help: "Print what differs as JSON, one object a line.") var json = false

    func validate() throws {
        guard !json || !changes.isEmpty else {
            throw ValidationError("--json goes with --set: without it, all output is JSON")
        }
        var keys: Set<String> = []
        for change in try changes.map(change) where !keys.insert(change.key).inserted {
            throw ValidationError("--set gives \(change.key) twice: say which value is meant")
        }
    }

    func run() async throws {
        let configuration = try options.configuration()
        let household =
            options.data == nil ? Household() : try HouseholdFile.household(in: configuration)
        let replay = RoostGateway.Replay(configuration: configuration, household: household)
        if changes.isEmpty {
            try play(replay)
        } else {
            let changed = try options.configuration(further: try changes.map(change))
            try compare(
                replay, RoostGateway.Replay(configuration: changed, household: household),
                topics: configuration.topics)
        }
    }

    private func play(_ replay: RoostGateway.Replay) throws {
        var replay = replay
        func print(_ messages: [RecordedMessage]) throws {
            let lines = messages.map { String(decoding: $0.line, as: UTF8.self) + "\n" }
            try write(lines.joined())
        }
        let isWhole = try forEachMessage { try print(replay.take($0)) }
        try print(replay.finish())
        if !isWhole { throw ExitCode(1) }
    }

    /// Plays the recording twice, side by side, and prints the differences.
    private func compare(
        _ before: RoostGateway.Replay, _ after: RoostGateway.Replay, topics: Topics
    ) throws {
        var (before, after) = (before, after)
        var (told, toldNow) = (Statements(topics: topics), Statements(topics: topics))
        let isWhole = try forEachMessage { message in
            told.note(before.take(message))
            toldNow.note(after.take(message))
        }
        told.note(before.finish())
        toldNow.note(after.finish())
        let comparison = ReplayComparison(told, toldNow)
        for difference in comparison.differences {
            try write(line: json ? difference.jsonText : line(difference))
        }
        if !json { try write(line: summary(comparison)) }
        if !isWhole { throw ExitCode(1) }
    }

    private func line(_ difference: ReplayComparison.Difference) -> String {
        switch difference {
        case .gone(let text, let time): "- \(time.rfc3339)  \(text)"
        case .new(let text, let time): "+ \(time.rfc3339)  \(text)"
        case .moved(let text, let from, let to):
            "~ \(from.rfc3339)  \(text)  → \(to.rfc3339)"
        }
    }

    private func summary(_ comparison: ReplayComparison) -> String {
        var (gone, new, moved) = (0, 0, 0)
        for difference in comparison.differences {
            switch difference {
            case .gone: gone += 1
            case .new: new += 1
            case .moved: moved += 1
            }
        }
        return "with \(changes.joined(separator: ", ")): \(comparison.same) said as before, "
            + "\(gone) no more, \(new) new, \(moved) at another time"
    }

    private func change(_ text: String) throws -> SettingSources.Flag {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ValidationError("--set needs KEY=VALUE, such as belief.room_certainty=0.9")
        }
        guard parts[0].hasPrefix("belief.") else {
            throw ValidationError(
                "--set changes what is believed: the settings that begin with belief., not "
                    + "\(parts[0])")
        }
        return (String(parts[0]), "--set", String(parts[1]))
    }

    /// Passes on each message of the recording; returns whether none was skipped.
    private func forEachMessage(_ body: (RecordedMessage) throws -> Void) throws -> Bool {
        var isWhole = true
        for (index, line) in try lines().enumerated()
        where !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
            do {
                try body(RecordedMessage(line: Array(line)))
            } catch let error as RecordingError {
                isWhole = false
                writeError("\(file):\(index + 1): skipped: \(error.reason)\n")
            }
        }
        return isWhole
    }

    /// How a file in the format of gzip begins (RFC 1952).
    private static let gzip: [UInt8] = [0x1f, 0x8b]

    private func lines() throws -> [Data] {
        let bytes = try inputBytes(file)
        guard !bytes.starts(with: Self.gzip) else {
            throw ClientError(
                "\(file) is compressed: unpack it, as in zcat FILE | roost replay -")
        }
        return Data(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}
