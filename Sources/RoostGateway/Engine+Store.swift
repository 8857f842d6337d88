import RoostCore
import RoostFormats
import RoostStore

extension Effect {
    /// Records are skipped: the history that the engine resumes from already has the fixes.
    fileprivate var isRecord: Bool {
        if case .record = self { true } else { false }
    }
}

extension Engine {
    /// The engine in the state that is on disk.
    init(store: Store, configuration: Configuration) throws {
        self.init(
            household: try store.household(), memory: try store.memory(),
            settings: configuration.believedHere, createsUsers: configuration.createsUsers)
        learnZones()
        for track in reminders.values.flatMap(\.values) {
            track.reminder.timezone.map { learn(zone: $0) }
        }
    }

    /// Of a phone of which nothing is known, fixes of so many seconds are applied again, and of
    /// each phone at most so many.
    private static let lookback = 86400.0
    private static let mostFixes = 10_000

    /// Resumes from the state on disk, and begins to listen.
    ///
    /// The details of a state are written a few seconds late, so newer fixes and node messages are
    /// applied again. Their effects get the same ids as before.
    mutating func resume(
        from store: Store, journal: [JournalEntry], dialects: Dialects, at now: Timestamp
    ) throws -> [Effect] {
        var inputs: [(time: Timestamp, event: Event)] = []
        var resolver = SightingResolver()
        for entry in journal {
            let message = dialects.read(
                topic: entry.topic, payload: entry.payload, isRetained: false)
            inputs += resolver.resolve(message.events, by: household.keys).map { (entry.time, $0) }
        }
        for user in household.users.valuesInOrder {
            for device in user.devices {
                let key = DeviceKey(user: user.id, device: device)
                let known = users[user.id]?.devices[device.name]
                let fixes = try store.fixes(
                    of: key,
                    since: known?.last?.time ?? now.advanced(bySeconds: -Self.lookback),
                    most: Self.mostFixes
                ).filter { fix, _ in
                    // What a ping told is known for as long as the position that it repeats. One
                    // of the very second of the last word may have come after that.
                    fix.pinged == nil || known?.heardLast.map { fix.saidAt >= $0 } ?? true
                }
                inputs += fixes.map { ($0.arrived ?? $0.fix.saidAt, .fix($0.fix, of: key)) }
            }
        }
        // Inputs of one moment stay in their order, which matters for those of one device.
        var effects: [Effect] = []
        for input in inputs.sorted(by: { $0.time < $1.time }) {
            effects += apply(input.event, at: input.time).filter { !$0.isRecord }
        }
        return effects + apply(.listening, at: now)
    }
}
