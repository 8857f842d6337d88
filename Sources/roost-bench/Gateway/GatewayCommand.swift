import ArgumentParser
import Foundation

struct GatewayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Measure the gateway against the least that a subscriber must do.",
        discussion: """
            Each round starts a private mosquitto for a subscriber that counts, one that also \
            inserts each message into SQLite, and roost, in turn, and sends all three the same.

            Example:
              roost-bench gateway --only fixes --rounds 5
            """)

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case fixes, sightings
        case unpromised = "sightings-qos0"
        case batches, latency, memory

        static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    @Option(help: "How many users publish.")
    var users = 1000

    @Option(help: "How many tags are heard.")
    var tags = 5000

    @Option(help: "How many messages to send; batches are a twentieth of it.")
    var messages = 100_000

    @Option(help: "How often to measure each subject.")
    var rounds = 3

    @Option(help: "How many seconds to measure the latency.")
    var seconds = 20

    @Flag(help: "Print JSON instead of a table.")
    var json = false

    @Option(help: "Measure only this: \(Part.names).")
    var only: [Part] = []

    func validate() throws {
        try check("--users", users, in: 200...9999)
        try check("--tags", tags, in: 100...99_999)
        try check("--messages", messages, in: 1000...10_000_000)
        try check("--rounds", rounds, in: 1...100)
        try check("--seconds", seconds, in: 2...3600)
    }

    func run() throws {
        _ = try Programs.roost()
        let workspace = try Workspace()
        defer { workspace.remove() }
        RoostBench.warnOfDebugBuild()
        let bench = Bench(
            household: SampleHousehold(users: users, tags: tags), messages: messages,
            rounds: rounds, folder: workspace.folder, say: RoostBench.tell)
        var report = Report(
            users: users, tags: tags, messages: messages, rounds: rounds,
            isDebugBuild: RoostBench.isDebugBuild,
            processors: ProcessInfo.processInfo.activeProcessorCount)
        let parts = only.isEmpty ? Part.allCases : only
        for part in Part.allCases where parts.contains(part) {
            switch part {
            case .fixes: report.add(.fixes, try bench.throughput(of: .fixes))
            case .sightings: report.add(.sightings, try bench.throughput(of: .sightings))
            case .unpromised: report.add(.unpromised, try bench.throughput(of: .unpromised))
            case .batches: report.add(.batches, try bench.throughput(of: .batches))
            case .latency: report.add(try bench.latency(seconds: seconds))
            case .memory: report.memory = .init(try bench.memory().map(Double.init))
            }
        }
        print(json ? try report.json : report.table)
    }
}
