import RoostCore
import RoostFormats
import RoostStore

extension Effect {
    /// The history that the engine resumes from has its fixes already.
    fileprivate var isRecord: Bool {
        if case .record = self { true } else { false }
    }
}

extension Engine {
    /// The engine as the disk has it.
    init(store: Store, configuration: Configuration) throws {
        self.init(
            household: try store.household(), memory: try store.memory(),
            settings: configuration.belief, createsUsers: configuration.createsUsers)
        let named = reminders.values.flatMap { $0.values.compactMap(\.reminder.timezone) }
        for name in Set(household.users.values.map(\.settings.timezone) + named) {
            zones[name] = ZoneRules(identifier: name)
        }
    }

    /// Takes up where the disk left off, and begins to listen.
    ///
    /// The details of a state are written a few seconds late; the fixes and the node's messages that
    /// came since are taken in again. What they led to has the ids that it had.
    mutating func resume(
        from store: Store, journal: [JournalEntry], dialects: Dialects, at now: Timestamp
    ) throws -> [Effect] {
        var inputs: [(time: Timestamp, event: Event)] = []
        var resolver = SightingResolver()
        for entry in journal {
            let message = dialects.read(
                topic: entry.topic, payload: entry.payload, isRetained: false)
            guard case .events(let events) = message else { continue }
            inputs += resolver.resolve(events, by: household.keys).map { (entry.time, $0) }
        }
        for user in household.users.values {
            for device in user.devices {
                let key = DeviceKey(user: user.id, device: device)
                let known = users[user.id]?.devices[device.name]?.last?.time
                let fixes = try store.fixes(
                    of: key, since: known ?? now.advanced(bySeconds: -86400), most: 10_000)
                inputs += fixes.map { ($0.time, .fix($0, of: key)) }
            }
        }
        // Of one moment, in any order: they are of different devices.
        var effects: [Effect] = []
        for input in inputs.sorted(by: { $0.time < $1.time }) {
            effects += apply(input.event, at: input.time).filter { !$0.isRecord }
        }
        return effects + apply(.listening, at: now)
    }
}
