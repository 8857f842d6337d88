import RoostCore
import RoostFormats
public import RoostSettings

extension Configuration {
    /// Reads the file, then the environment, then the flags; later sources win.
    ///
    /// - Parameter file: A YAML file; `nil` for none.
    /// - Throws: `ConfigurationError` that names the setting, its valid values and its source.
    public init(
        file: String?, environment: [String: String], flags: [SettingSources.Flag] = []
    ) throws {
        self.init()
        let sources = SettingSources(
            file: file, environment: environment, prefix: Self.variablePrefix, flags: flags)
        texts = try sources.apply(to: &self, Self.settings)
        try checkBases()
        broker.access.password = environment["ROOST_BROKER_PASSWORD"]
        try secretsFile.map { secrets = try Self.secrets(file: $0) }
    }

    /// Of two programs below the same topics, one would never be read.
    private func checkBases() throws(ConfigurationError) {
        var users: [String: String] = [:]
        let all = [
            ("base", bases.roost), ("owntracks", bases.ownTracks),
            ("espresense", bases.espresense), ("theengs", bases.theengs), ("ruuvi", bases.ruuvi),
            ("monitor", bases.monitor), ("room_assistant", bases.roomAssistant),
            ("mqtt_room", bases.mqttRoom), ("homeassistant", bases.homeAssistant),
        ]
        for (name, base) in all {
            guard let other = users.updateValue(name, forKey: base) else { continue }
            throw ConfigurationError(
                setting: "topics.\(name)", reason: "must differ from topics.\(other), \(base)")
        }
    }

    /// The prefix of the gateway's environment variables.
    static let variablePrefix = "ROOST_"

    /// The keys of encrypted messages: `alice: key` for a user, `alice/phone: key` for one device.
    private static func secrets(file: String) throws -> Secrets {
        var devices: [DeviceKey: String] = [:]
        var users: [ID<User>: String] = [:]
        let setting = "owntracks.secrets_file"
        let entries = try SettingsFile.read(file, namedBy: setting)
        for (index, (name, secret)) in entries.enumerated() {
            let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let device = parts.count == 2 ? Device(parts[1]) : nil
            guard let user = parts.first.flatMap({ ID<User>($0) }),
                parts.count == 1 || device != nil, (1...32).contains(secret.utf8.count)
            else {
                throw ConfigurationError(
                    setting: setting,
                    reason: "entry \(index + 1) must be `user: key` or `user/device: key`, with "
                        + "the id that `roost user list` shows, and a key of at most 32 bytes",
                    source: file)
            }
            if let device {
                devices[DeviceKey(user: user, device: device)] = secret
            } else {
                users[user] = secret
            }
        }
        return Secrets(devices: devices, users: users)
    }
}
