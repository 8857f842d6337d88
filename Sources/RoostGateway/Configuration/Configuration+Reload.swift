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
    mutating func adopt(_ new: Configuration) -> Reloaded {
        var reloaded = Reloaded()
        for key in Self.settings.map(\.key) where texts[key] != new.texts[key] {
            guard Self.live.contains(String(key.prefix { $0 != "." })) else {
                reloaded.afterRestart.append(key)
                continue
            }
            reloaded.changed.append(key)
            texts[key] = new.texts[key]
        }
        let secrets = "owntracks.secrets_file"
        // The keys in the file, under the same name.
        if self.secrets != new.secrets, !reloaded.changed.contains(secrets) {
            reloaded.changed.append(secrets)
        }
        (autoCreate, isDiscovered) = (new.autoCreate, new.isDiscovered)
        isOnPhones = new.isOnPhones
        (secretsFile, self.secrets) = (new.secretsFile, new.secrets)
        (retention, leastSpace) = (new.retention, new.leastSpace)
        (backupsKept, belief) = (new.backupsKept, new.belief)
        return reloaded
    }
}
