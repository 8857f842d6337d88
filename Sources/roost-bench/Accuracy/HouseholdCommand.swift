import ArgumentParser
import Simulator

/// How often Roost is right about a family over a year.
struct HouseholdCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "household",
        abstract: "Live a year with a simulated family and count what is told wrongly.",
        discussion: """
            Four people with phones, watches, keys and bags live in a home with six nodes and go to \
            school and work; nodes, phones, batteries and the gateway fail now and then. The same seed \
            gives the same year.

            Example:
              roost-bench accuracy household --days 30 --faults
            """)

    @Option(help: "How many days.") var days = 365
    @Option(help: "The family's number.") var seed: UInt64 = 1
    @Option(help: "How many rooms of the home have a node, the living room and the hall first.")
    var nodes = 6
    @Flag(help: "The front doors of the home and the office have contact sensors.")
    var doors = false
    @Flag(help: "The Wi-Fi stalls eight times a day, up to two minutes, and nodes catch up then.")
    var stalls = false
    @Flag(help: "Say what went wrong, and when.") var faults = false

    func validate() throws {
        try check("--days", days, in: 1...365)
        try check("--nodes", nodes, in: 1...6)
        if doors, nodes < 2 {
            throw ValidationError("--doors needs a node in the hall: --nodes 2 or more.")
        }
    }

    func run() throws {
        RoostBench.warnOfDebugBuild()
        var year = Year(
            seed: seed, nodes: nodes, hasDoorSensors: doors, hasStalls: stalls,
            isExplaining: faults)
        for day in 1...days {
            year.live()
            if day % 10 == 0 || day == days {
                RoostBench.tell("day \(day) of \(days)")
            }
        }
        let verdict = year.verdict
        print(verdict.table)
        for fault in verdict.faults { print(fault) }
    }
}
