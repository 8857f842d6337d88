import ArgumentParser
import RoostCore
import RoostFormats

struct FactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fact", abstract: "Tell something true about a number, a day, or the world.",
        discussion: """
            Subjects: \(Fact.Subject.words).

            Example:
              roost fact --user alice
              roost fact number 1729 --user alice
              roost fact date 07-20 --user alice
              roost fact chemistry gold --user alice --json
            """)

    @OptionGroup var options: UserOptions
    @Argument(help: "What it is to be about; anything if left out.") var about: String?
    @Argument(help: "Which number, day, year, constant or element.") var value: String?

    func run() throws {
        try options.ask("fact", "get", [("about", about), ("value", value)]) { fact in
            fact.text("text") + (fact["source"]?.string.map { "\n    (\($0))" } ?? "")
        }
    }
}
