import ArgumentParser
import Foundation
import Glibc
import RoostCore

/// Measures the engine alone: no broker, no bytes, no disk.
struct EngineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine",
        abstract: "Measure what belief costs, without broker and disk.",
        discussion: """
            Tags send once a second; each advertisement is heard by up to five nodes, each of which tells \
            of it in a message of its own. Processor time is that of the engine alone.

            Example:
              roost-bench engine --tags 10000 --rounds 3
            """)

    @Option(help: "How many tags are heard.") var tags = 10_000
    @Option(help: "How many seconds of the household's time.") var seconds = 10
    @Option(help: "How often to measure each building.") var rounds = 3
    @Flag(help: "Print JSON instead of a table.") var json = false

    private struct Building {
        var name: String
        var places: [Int]
        var hasPositions: Bool

        static let all = [false, true].flatMap { hasPositions in
            [
                Building(
                    name: hasPositions ? "20 surveyed homes" : "20 homes",
                    places: [Int](repeating: 5, count: 20), hasPositions: hasPositions),
                Building(
                    name: hasPositions ? "a surveyed office" : "an office", places: [100],
                    hasPositions: hasPositions),
            ]
        }
    }

    private struct Report: Codable {
        var tags: Int
        /// Growth of the process per tag heard, apart from what the household says of it.
        var bytesPerTag: Double
        var buildings: [Result]
    }

    private struct Result: Codable {
        var name: String
        var sightings: Int
        /// Processor time per sighting, the median of the rounds.
        var microseconds: Double
    }

    func validate() throws {
        try check("--tags", tags, in: 100...1_000_000)
        try check("--seconds", seconds, in: 2...600)
        try check("--rounds", rounds, in: 1...100)
    }

    func run() throws {
        RoostBench.warnOfDebugBuild()
        // First, while there is no freed memory to reuse.
        let bytes = memory(Building.all[0])
        let report = Report(
            tags: tags, bytesPerTag: bytes,
            buildings: Building.all.map { building in
                let samples = (0..<rounds).map { _ in time(building) }
                    .sorted { $0.microseconds < $1.microseconds }
                return samples[samples.count / 2]
            })
        if json {
            print(try RoostBench.json(report))
        } else {
            print("\(tags) tags, 100 nodes, \(Int(bytes)) bytes a tag")
            for result in report.buildings {
                let name = result.name.padding(toLength: 18, withPad: " ", startingAt: 0)
                let microseconds = (10 * result.microseconds).rounded() / 10
                print("\(name) \(microseconds) µs a sighting, of \(result.sightings)")
            }
        }
    }

    private func time(_ building: Building) -> Result {
        var drill = Drill(tags: tags, building: building)
        var (sightings, spent) = (0, 0.0)
        for second in 0..<seconds {
            let heard = drill.heard(in: second)
            let began = processorTime(of: CLOCK_PROCESS_CPUTIME_ID)
            for batches in heard { drill.tell(batches) }
            // The first second announces each tag, which happens once.
            guard second > 0 else { continue }
            spent += processorTime(of: CLOCK_PROCESS_CPUTIME_ID) - began
            sightings += heard.reduce(0) { $0 + $1.count }
        }
        return Result(
            name: building.name, sightings: sightings,
            microseconds: 1e6 * spent / Double(max(1, sightings)))
    }

    private func memory(_ building: Building) -> Double {
        var drill = Drill(tags: tags, building: building)
        let before = Self.residentBytes
        for second in 0..<2 {
            for tag in 0..<tags { drill.tell(drill.household.sightings(of: tag, turn: second)) }
        }
        return withExtendedLifetime(drill) { Double(Self.residentBytes - before) / Double(tags) }
    }

    /// The engine and its clock: each tag sends once a second, one after the other.
    private struct Drill {
        var household: EngineHousehold
        private var engine: Engine
        private let began = Timestamp(milliseconds: 1_760_000_000_000)
        private var told = 0

        init(tags: Int, building: Building) {
            household = EngineHousehold(
                tags: tags, places: building.places, hasPositions: building.hasPositions)
            engine = household.engine(at: began)
        }

        mutating func heard(in second: Int) -> [[SightingBatch]] {
            (0..<household.tags).map { household.sightings(of: $0, turn: second) }
        }

        mutating func tell(_ batches: [SightingBatch]) {
            told += 1
            let now = began.advanced(bySeconds: Double(told) / Double(household.tags))
            while let due = engine.nextDeadline, due <= now {
                _ = engine.apply(.tick, at: due)
            }
            for batch in batches { _ = engine.apply(.sightings(batch), at: now) }
        }
    }

    private static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize())
    }
}
