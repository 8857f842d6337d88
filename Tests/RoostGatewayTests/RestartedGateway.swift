import Foundation
import RoostCore
import RoostFormats
import RoostStore

@testable import RoostGateway

/// An engine and its store, from which another goes on: the loop without a broker.
struct RestartedGateway {
    private let configuration: Configuration
    private(set) var store: Store
    private(set) var engine: Engine
    private var ledger: Ledger
    private(set) var effects: [Effect] = []

    /// - Parameter changes: What is there from the beginning.
    init(in folder: URL, _ changes: [HouseholdChange], at now: Timestamp) throws {
        var configuration = Configuration()
        configuration.dataDirectory = folder.path
        self.configuration = configuration
        store = try Store(directory: folder)
        engine = try Engine(store: store, configuration: configuration)
        ledger = Ledger(topics: Topics(), at: now)
        apply(.listening, at: now)
        apply(.household(changes), at: now)
        try commit(at: now)
    }

    static func with<Result>(
        _ changes: [HouseholdChange], at now: Timestamp = start,
        _ body: (inout RestartedGateway) throws -> Result
    ) throws -> Result {
        try withFolder { folder in
            var gateway = try RestartedGateway(in: folder, changes, at: now)
            let result = try body(&gateway)
            try gateway.store.close()
            return result
        }
    }

    mutating func apply(_ event: Event, at now: Timestamp) {
        pass(until: now)
        take(engine.apply(event, at: now), at: now)
    }

    /// Takes in a message, and commits.
    mutating func receive(_ topic: String, _ payload: JSON, at now: Timestamp) throws {
        let bytes = payload.jsonBytes
        pass(until: now)
        guard
            case .events(let events) = configuration.dialects.read(
                topic: topic, payload: bytes, isRetained: false)
        else { return }
        for event in events { take(engine.apply(event, at: now), at: now) }
        if topic.hasPrefix("roost/node") { ledger.keep(topic, bytes, at: now) }
        try commit(at: now)
    }

    /// Lets time pass, with each deadline at its own moment.
    mutating func pass(until end: Timestamp) {
        while let next = engine.nextDeadline, next <= end {
            let moment = max(next, engine.now)
            take(engine.apply(.tick, at: moment), at: moment)
        }
    }

    private mutating func take(_ effects: [Effect], at now: Timestamp) {
        for effect in effects { ledger.enter(effect, at: now) }
        self.effects += effects
    }

    /// Writes what a turn of the loop writes.
    mutating func commit(at now: Timestamp) throws {
        pass(until: now)
        _ = try store.commit(ledger.close(engine, at: now))
    }

    /// Stops in order.
    mutating func stop(at now: Timestamp) throws {
        pass(until: now)
        _ = try store.commit(ledger.close(engine, at: now, isFinal: true))
    }

    /// Goes on from what is on disk: without ``stop(at:)``, after a kill.
    mutating func restart(at now: Timestamp) throws {
        try store.close()
        store = try Store(directory: URL(filePath: configuration.dataDirectory))
        engine = try Engine(store: store, configuration: configuration)
        let journal = try store.journal()
        ledger = Ledger(topics: Topics(), journal: journal, at: now)
        take(
            try engine.resume(
                from: store, journal: journal, dialects: configuration.dialects, at: now), at: now)
    }

    /// The steps of a user, each once, as they were told.
    func steps(of user: ID<User>) -> [Transition] {
        var known: Set<String> = []
        return effects.compactMap { effect in
            guard case .announce(let step) = effect, step.subject == .user, step.user == user,
                known.insert(step.id).inserted
            else { return nil }
            return step
        }
    }
}
