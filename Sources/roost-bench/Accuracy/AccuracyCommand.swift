import ArgumentParser

/// How often Roost is right.
struct AccuracyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accuracy",
        abstract: "Count what is told wrongly.",
        subcommands: [PhonesCommand.self, HouseholdCommand.self],
        defaultSubcommand: PhonesCommand.self)
}
