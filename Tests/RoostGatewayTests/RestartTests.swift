import Foundation
import RoostCore
import RoostFormats
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Restarts")
struct RestartTests {
    /// A day in minutes: alice goes out and comes back, her keys stay, then come along.
    private static let events: [(second: Double, event: Event)] = {
        var events: [(Double, Event)] = []
        let walk: [(Double, Double)] = [
            (0, 0), (60, 5), (120, 900), (180, 2000), (240, 2600), (400, 800), (460, 20), (520, 10),
            (700, 1500), (760, 3000), (900, 100), (960, 15), (1000, 10),
        ]
        for (second, north) in walk {
            events.append((second + 0.5, .fix(fix(north: north, at: second), of: phone)))
        }
        for second in stride(from: 1.0, to: 620, by: 7) {
            events.append((second, heard(at: second)))
        }
        for second in stride(from: 980.0, to: 1100, by: 7) {
            events.append((second, heard(at: second)))
        }
        return events.sorted { $0.0 < $1.0 }
    }()

    /// What is there before the day: the household, and a node that says that it is there.
    private static func prepare(_ folder: URL, _ configuration: Configuration) throws {
        let store = try Store(directory: folder)
        var engine = try Engine(store: store, configuration: configuration)
        var ledger = Ledger(topics: Topics())
        let node = Event.nodeStatus(ID(checked: "n1"), isOnline: true)
        for event in [.listening, .household(householdChanges), node] {
            for effect in engine.apply(event, at: start) { ledger.enter(effect, isPromised: true) }
        }
        _ = try store.commit(ledger.close(engine, at: start))
        try store.close()
    }

    /// The loop without a broker: each event is a batch, and after a kill it comes again unless it
    /// was acknowledged.
    private func run(in folder: URL, isKilled: (Int) -> Kill) throws -> Told {
        var configuration = Configuration()
        configuration.dataDirectory = folder.path
        var told = Told()
        var index = 0
        try Self.prepare(folder, configuration)
        while index < Self.events.count {
            let store = try Store(directory: folder)
            var engine = try Engine(store: store, configuration: configuration)
            var ledger = Ledger(topics: Topics())
            let resumed = try engine.resume(
                from: store, at: start.advanced(bySeconds: Self.events[index].second))
            for effect in resumed { ledger.enter(effect, isPromised: true) }
            while index < Self.events.count {
                let (second, event) = Self.events[index]
                let now = start.advanced(bySeconds: second)
                while let deadline = engine.nextDeadline, deadline <= now {
                    for effect in engine.apply(.tick, at: now) {
                        ledger.enter(effect, isPromised: true)
                    }
                }
                for effect in engine.apply(event, at: now) {
                    ledger.enter(effect, isPromised: true)
                }
                let kill = isKilled(index)
                if kill == .beforeCommit { break }
                told.hear(try store.commit(ledger.close(engine, at: now)))
                if kill == .afterCommit { break }
                index += 1
            }
            told.fixes = try store.fixes(
                .init(
                    user: alice, from: Timestamp(milliseconds: 0),
                    to: Timestamp(milliseconds: .max),
                    limit: 1000)
            ).count
            try store.close()
        }
        return told
    }

    private enum Kill { case none, beforeCommit, afterCommit }

    /// The ids of all that was announced, and how often each was.
    private struct Told: Equatable {
        var alerts: [String: Int] = [:]
        var transitions: [String: Int] = [:]
        var fixes = 0

        mutating func hear(_ entries: [OutboxEntry]) {
            for entry in entries {
                let json = try? JSON(entry.message.payload)
                let id = json?["id"]?.string ?? "?"
                let name = "\(json?["kind"]?.string ?? json?["event"]?.string ?? "?") \(id)"
                if entry.message.topic.hasSuffix("/alert") {
                    alerts[name, default: 0] += 1
                } else {
                    transitions[name, default: 0] += 1
                }
            }
        }
    }

    @Test(
        "However often the gateway is killed, it says what it would have said, once",
        arguments: 0..<12)
    func killed(seed: Int) throws {
        let undisturbed = try withFolder { try run(in: $0) { _ in .none } }
        #expect(undisturbed.alerts.keys.count { $0.hasPrefix("left_behind") } == 1)
        #expect(undisturbed.transitions.count == 4)
        #expect(undisturbed.fixes == 13)
        var random = SeededRandom(seed: seed)
        var killed: Set<Int> = []
        let disturbed = try withFolder { folder in
            try run(in: folder) { index in
                // Each event is interrupted once at most, or it would never be over.
                guard Int.random(in: 0..<4, using: &random) == 0, killed.insert(index).inserted
                else { return .none }
                return Bool.random(using: &random) ? .beforeCommit : .afterCommit
            }
        }
        #expect(!killed.isEmpty)
        #expect(disturbed == undisturbed)
    }
}
