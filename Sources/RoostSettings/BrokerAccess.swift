public import MQTT

/// How a program reaches the broker, as far as it can be set.
public struct BrokerAccess: Hashable, Sendable {
    public var username: String?
    /// The file whose first line is the password.
    public var passwordFile: String?
    /// Takes precedence over the file unless it is empty; from the environment only.
    public var password: String?
    public var caFile: String?
    public var certificateFile: String?
    public var keyFile: String?

    public init() {}

    /// The settings of the group `broker` that are the same for each program.
    ///
    /// - Parameter access: Where the configuration stores them.
    public static func settings<Configuration>(
        _ access: any WritableKeyPath<Configuration, BrokerAccess> & Sendable
    ) -> [Setting<Configuration>] {
        [
            .text("broker.username") { $0[keyPath: access].username = $1 },
            .text("broker.password_file") { $0[keyPath: access].passwordFile = $1 },
            .text("broker.ca_file") { $0[keyPath: access].caFile = $1 },
            .text("broker.certificate_file") { $0[keyPath: access].certificateFile = $1 },
            .text("broker.key_file") { $0[keyPath: access].keyFile = $1 },
        ]
    }

    /// The options for the session.
    ///
    /// - Throws: `ConfigurationError` that names the setting.
    public func options(
        url: String, clientID: String
    ) throws(ConfigurationError) -> MQTTOptions {
        var options: MQTTOptions
        do throws(MQTTAddressError) {
            options = try MQTTOptions(url: url, clientID: clientID)
        } catch {
            throw ConfigurationError(setting: "broker.url", reason: "\(error)")
        }
        if caFile != nil || certificateFile != nil || keyFile != nil, options.tls == nil {
            throw ConfigurationError(
                setting: "broker.url",
                reason: "certificates need a broker that is reached by mqtts://")
        }
        options.tls?.caFile = caFile
        options.tls?.certificateFile = certificateFile
        options.tls?.keyFile = keyFile
        options.username = username
        if let password, !password.isEmpty {
            options.password = password
        } else {
            options.password = try passwordInFile()
            // As long as it cannot be read, the password from the start is used.
            options.currentPassword = { try? passwordInFile() }
        }
        guard options.password == nil || username != nil else {
            throw ConfigurationError(
                setting: "broker.username", reason: "a password needs a user name")
        }
        return options
    }

    /// What to look at if the broker cannot be reached for that reason; `nil` if nothing here helps.
    public static func advice(on reason: String) -> String? {
        if reason.contains("the broker refused") {
            return "is broker.username right, and the password in broker.password_file or "
                + "ROOST_BROKER_PASSWORD?"
        }
        if reason.contains("TLS") {
            return "are broker.ca_file, broker.certificate_file and broker.key_file right, and has "
                + "no certificate expired, the broker's or this one?"
        }
        return nil
    }

    private func passwordInFile() throws(ConfigurationError) -> String? {
        guard let passwordFile else { return nil }
        let text = try SettingsFile.text(of: passwordFile, setting: "broker.password_file")
        return String(text.prefix { !$0.isNewline })
    }
}
