import ArgumentParser
import Foundation
import RoostCore
import RoostStore

/// Measures how long it takes to find notes among many.
struct NotesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "Measure how long a search among many notes takes.",
        discussion: """
            Notes of two hundred people around twenty towns, most of them in the towns' middles, are written \
            into a store of its own; then each kind of search is made from many spots. With --homes, all are \
            written at as many spots, as by households that never go out.

            Example:
              roost-bench notes --notes 100000
            """)

    @Option(help: "How many notes there are.") var notes = 100_000
    @Option(help: "How many searches of each kind.") var searches = 200
    @Option(help: "Write them at so many spots only.") var homes: Int?
    @Flag(help: "Print JSON instead of a table.") var json = false

    private struct Report: Codable {
        var notes: Int
        var writtenPerSecond: Double
        var kinds: [AnswerTimes]
    }

    func validate() throws {
        try check("--notes", notes, in: 100...10_000_000)
        try check("--searches", searches, in: 10...100_000)
        if let homes { try check("--homes", homes, in: 1...1000) }
    }

    func run() throws {
        RoostBench.warnOfDebugBuild()
        let workspace = try Workspace()
        defer { workspace.remove() }
        let store = try Store(directory: workspace.folder)
        var town = NoteTowns()
        town.homes = homes
        let rate = try write(&town, into: store)
        let kinds = try Self.kinds.map { try measure($0.name, $0.change, &town, in: store) }
        try store.close()
        try print(Report(notes: notes, writtenPerSecond: rate, kinds: kinds))
    }

    private func write(_ towns: inout NoteTowns, into store: Store) throws -> Double {
        let began = ContinuousClock.now
        var changes = Changes()
        changes.household = NoteTowns.users.map { .saveUser(User(id: $0, name: "\($0)")) }
        _ = try store.commit(changes)
        changes = Changes()
        for number in 0..<notes {
            changes.notes.append(.save(towns.note(number)))
            guard changes.notes.count == 5000 || number == notes - 1 else { continue }
            _ = try store.commit(changes)
            changes = Changes()
        }
        return Double(notes) / began.secondsUntilNow
    }

    private static let kinds: [(name: String, change: @Sendable (inout NoteQuery) -> Void)] = [
        ("nearest", { _ in }),
        ("nearest within 1 km", { $0.within = 1000 }),
        ("what somebody comes near", { ($0.within, $0.limit) = (NearbyNote.reach, 100) }),
        ("a frequent word", { $0.text = NoteTowns.word(1) }),
        ("a word of some", { $0.text = NoteTowns.word(150) }),
        ("a rare word", { $0.text = NoteTowns.word(1900) }),
        ("a word of none", { $0.text = "qqqqq" }),
        ("a rare word within 10 km", { ($0.text, $0.within) = (NoteTowns.word(1900), 10_000) }),
        (
            "an author's name",
            {
                $0.authors = [$0.reader.user]; $0.text = "zzz-nobody"
            }
        ),
        ("two letters", { $0.text = String(NoteTowns.word(1900).prefix(2)) }),
        ("two letters of none", { $0.text = "qq" }),
        ("one's own", { $0.scope = .mine }),
        ("one's own, a frequent word", { ($0.scope, $0.text) = (.mine, NoteTowns.word(1)) }),
        ("the others'", { $0.scope = .others }),
        ("newest", { $0.origin = nil }),
        ("newest, a rare word", { ($0.origin, $0.text) = (nil, NoteTowns.word(1900)) }),
    ]

    private func measure(
        _ kind: String, _ change: (inout NoteQuery) -> Void, _ towns: inout NoteTowns,
        in store: Store
    ) throws -> AnswerTimes {
        try AnswerTimes(kind, of: searches) {
            let reader = towns.user()
            var query = NoteQuery(reader: NoteReader(user: reader, friends: [reader]))
            query.origin = towns.position()
            change(&query)
            return { try store.notes(query).hits.count }
        }
    }

    private func print(_ report: Report) throws {
        if json {
            return Swift.print(try RoostBench.json(report))
        }
        Swift.print(
            "\(report.notes) notes, written at \(Int(report.writtenPerSecond)) a second\n")
        Swift.print(AnswerTimes.table(report.kinds, title: "search"))
    }
}
