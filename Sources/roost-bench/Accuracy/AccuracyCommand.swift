import ArgumentParser

/// How often Roost is right, compared with the rules of other software.
struct AccuracyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accuracy",
        abstract: "Count how often Roost is right, beside other rules.",
        discussion: """
            Without a subcommand, all of it.

            Example:
              roost-bench accuracy --recordings recordings/flat
              roost-bench accuracy household --days 30
            """,
        subcommands: [
            ScoreboardCommand.self, RoomsCommand.self, PhonesCommand.self, HouseholdCommand.self,
        ],
        defaultSubcommand: ScoreboardCommand.self)
}
