import ArgumentParser

/// How often Roost is right, beside the rules that other software uses.
struct AccuracyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accuracy",
        abstract: "Count how often Roost is right, beside other rules.",
        discussion: """
            Example:
              roost-bench accuracy phones
              roost-bench accuracy rooms recordings/flat
            """,
        subcommands: [PhonesCommand.self, RoomsCommand.self],
        defaultSubcommand: PhonesCommand.self)
}
