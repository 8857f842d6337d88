import ArgumentParser
import Simulator

/// How often Roost is right about the places of phones, compared with commonly used rules.
struct PhonesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phones",
        abstract: "Count what is told wrongly of simulated phones, by Roost and by simpler rules.",
        discussion: """
            People live their days in made-up towns, with phones that drift, sleep, queue and lie; each \
            rule is told the same fixes. The same seeds give the same table.

            Example:
              roost-bench accuracy phones --seeds 6 --days 14
            """)

    @Option(help: "How many towns.") var seeds = 6
    @Option(help: "Days in each.") var days = 14
    @Option(help: "The first town's number.") var first: UInt64 = 1
    @Flag(help: "Say what went wrong, and when.") var faults = false

    func validate() throws {
        try check("--seeds", seeds, in: 1...1000)
        try check("--days", days, in: 1...366)
    }

    func run() throws {
        let board = Scoreboard(seeds: first..<first + UInt64(seeds), days: days)
        print(board.table)
        guard faults else { return }
        for fault in board.total(.roost).faults { print(fault) }
    }
}
