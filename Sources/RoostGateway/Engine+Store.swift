import RoostCore
import RoostStore

extension Engine {
    /// The engine as the disk has it.
    init(store: Store, configuration: Configuration) throws {
        self.init(
            household: try store.household(), memory: try store.memory(),
            settings: configuration.belief, createsUsers: configuration.createsUsers)
        for user in household.users.values where zones[user.settings.timezone] == nil {
            zones[user.settings.timezone] = ZoneRules(identifier: user.settings.timezone)
        }
    }

    /// Takes up where the disk left off, and begins to listen.
    ///
    /// The details of a user's state are written every few seconds only; the fixes that came since
    /// are in the history and are taken again. What they led to has the ids that it had.
    mutating func resume(from store: Store, at now: Timestamp) throws -> [Effect] {
        var effects: [Effect] = []
        for user in household.users.values.sorted(by: { $0.id < $1.id }) {
            let known = users[user.id]?.devices.values.compactMap { $0.last?.time }.min()
            let query = HistoryQuery(
                user: user.id, from: known ?? now.advanced(bySeconds: -86400),
                to: now.advanced(bySeconds: 1), limit: 10_000)
            for recorded in try store.fixes(query) {
                let device = DeviceKey(user: user.id, device: recorded.device)
                effects += apply(.fix(recorded.fix, of: device), at: recorded.fix.time)
            }
        }
        return effects + apply(.listening, at: now)
    }
}
