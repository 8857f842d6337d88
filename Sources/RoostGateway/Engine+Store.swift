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
            for device in user.devices {
                let key = DeviceKey(user: user.id, device: device)
                let known = users[user.id]?.devices[device.name]?.last?.time
                let fixes = try store.fixes(
                    of: key, since: known ?? now.advanced(bySeconds: -86400), most: 10_000)
                for fix in fixes { effects += apply(.fix(fix, of: key), at: fix.time) }
            }
        }
        return effects + apply(.listening, at: now)
    }
}
