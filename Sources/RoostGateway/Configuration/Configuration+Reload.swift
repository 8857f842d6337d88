import RoostSettings

extension Configuration {
    /// What a reload did.
    struct Reloaded: Hashable {
        /// The keys of the settings that count from now on, in order.
        var changed: [String] = []
        /// The keys of those that were changed too, but count from the next start on.
        var afterRestart: [String] = []
    }

    /// The first words of the settings that can change while the gateway runs.
    private static let live: Set = [
        "backups", "belief", "disk", "history", "homeassistant", "owntracks", "users",
    ]

    /// Takes over what can change while the gateway runs.
    mutating func adopt(_ new: Configuration) throws -> Reloaded {
        var reloaded = Reloaded()
        var adopted = Configuration()
        for setting in Self.settings {
            let (key, old, text) = (setting.key, texts[setting.key], new.texts[setting.key])
            let isLive = Self.live.contains(String(key.prefix { $0 != "." }))
            // A default that is written out is no change.
            if old != text, try Self.made(by: setting, old) != Self.made(by: setting, text) {
                if isLive {
                    reloaded.changed.append(key)
                } else {
                    reloaded.afterRestart.append(key)
                }
            }
            guard let made = isLive ? text : old else { continue }
            try setting.apply(&adopted, made)
            adopted.texts[key] = made
        }
        adopted.broker.access.password = broker.access.password
        adopted.secrets = new.secrets
        let secrets = "owntracks.secrets_file"
        // The keys in the file, under the same name.
        if adopted.secrets != self.secrets, !reloaded.changed.contains(secrets) {
            reloaded.changed.append(secrets)
        }
        self = adopted
        return reloaded
    }

    private static func made(
        by setting: Setting<Configuration>, _ text: String?
    ) throws -> Configuration {
        var configuration = Configuration()
        if let text { try setting.apply(&configuration, text) }
        return configuration
    }
}
