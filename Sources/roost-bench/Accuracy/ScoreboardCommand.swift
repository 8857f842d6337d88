import ArgumentParser

/// Everything that can be measured about how often Roost is right.
struct ScoreboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "all",
        abstract: "Recorded rooms and positions, simulated phones, a simulated year.",
        discussion: """
            The year takes more than an hour; fewer days are less sure of what happens seldom.

            Example:
              roost-bench accuracy all --recordings recordings/flat --days 30
            """)

    @Option(help: "A folder with recorded walks; can be given several times.")
    var recordings: [String] = []
    @Option(help: "How many days of the simulated year.") var days = 365

    func validate() throws {
        try check("--days", days, in: 1...365)
    }

    func run() throws {
        if !recordings.isEmpty {
            print("## Rooms and positions\n")
            try RoomsCommand.parse(recordings).run()
        }
        print("## Places, by simulated phones\n")
        try PhonesCommand.parse(["--first", "100"]).run()
        print("\n## A simulated household\n")
        try HouseholdCommand.parse(["--days", "\(days)"]).run()
    }
}
