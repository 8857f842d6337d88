import ArgumentParser
import Foundation
import RoostCore
import RoostGateway

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
            """)

    @OptionGroup var options: GatewayOptions
    @Argument(help: "The recording; - for standard input.", completion: .file())
    var file: String

    func run() async throws {
        let configuration = try options.configuration()
        let household =
            options.data == nil ? Household() : try HouseholdFile.household(in: configuration)
        var replay = RoostGateway.Replay(configuration: configuration, household: household)
        let output = FileHandle.standardOutput
        func write(_ messages: [RecordedMessage]) throws {
            guard !messages.isEmpty else { return }
            var bytes: [UInt8] = []
            for message in messages {
                bytes += message.line
                bytes.append(UInt8(ascii: "\n"))
            }
            try output.write(contentsOf: Data(bytes))
        }
        var number = 0
        var skipped = 0
        for line in try lines() {
            number += 1
            guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else {
                continue
            }
            do {
                try write(replay.take(RecordedMessage(line: Array(line))))
            } catch let error as RecordingError {
                skipped += 1
                FileHandle.standardError.write(
                    Data("\(file):\(number): skipped: \(error.reason)\n".utf8))
            }
        }
        try write(replay.finish())
        if skipped > 0 { throw ExitCode(1) }
    }

    private func lines() throws -> [Data] {
        let data: Data
        do {
            data =
                file == "-"
                ? try FileHandle.standardInput.readToEnd() ?? Data()
                : try Data(contentsOf: URL(filePath: file))
        } catch {
            throw ValidationError("\(file) cannot be read: \(error.localizedDescription)")
        }
        return data.split(separator: UInt8(ascii: "\n"))
    }
}
