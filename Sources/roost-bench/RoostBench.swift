import ArgumentParser
import Foundation

@main
struct RoostBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roost-bench", abstract: "Measure what Roost costs.",
        discussion: """
            Example:
              swift build -c release
              .build/release/roost-bench --only fixes --rounds 5
              .build/release/roost-bench engine
            """,
        subcommands: [
            GatewayCommand.self, EngineCommand.self, NotesCommand.self, ExpensesCommand.self,
            AccuracyCommand.self,
            FloorCommand.self,
        ],
        defaultSubcommand: GatewayCommand.self)

    static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// Writes progress to standard error, so that the output stays the result.
    static func tell(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    static func json(_ report: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    static func warnOfDebugBuild() {
        guard isDebugBuild else { return }
        tell("This is a debug build: build with -c release for numbers that mean anything.")
    }
}
