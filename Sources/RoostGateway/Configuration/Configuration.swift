public import MQTT
public import RoostCore
public import RoostFormats
public import RoostStore
public import RoostWeb

/// All that the gateway is told when it starts.
///
/// Every setting has a default that suits a home, and is a key of the configuration file, an
/// environment variable and, where people change it often, a flag; see `Setting`.
public struct Configuration: Sendable {
    public var broker = Broker()
    /// The folder that everything is kept in.
    public var dataDirectory = Configuration.defaultDataDirectory
    /// Where the web page is served; `nil` for nowhere.
    public var web: WebAddress?
    public var bases = TopicBases()
    /// Whether a user exists once their phone publishes; `nil`: with the embedded broker only.
    public var autoCreate: Bool?
    /// Where the keys of encrypted OwnTracks messages are; `nil` for no keys.
    public var secretsFile: String?
    var secrets = Secrets()
    public var retention = Retention()
    public var belief = EngineSettings()
    public var logLevel = "info"

    public init() {}

    public struct Broker: Sendable {
        public var kind = Kind.embedded
        /// Where the embedded broker listens.
        public var listen = (host: "127.0.0.1", port: 1883)
        public var clientID = "roost-gateway"
        public var username: String?
        public var passwordFile: String?
        /// Takes precedence over the file; from the environment only.
        var password: String?
        public var caFile: String?
        public var certificateFile: String?
        public var keyFile: String?
    }

    public enum Kind: Hashable, Sendable {
        /// Roost starts and supervises a private mosquitto.
        case embedded
        case url(String)
    }

    var createsUsers: Bool { autoCreate ?? (broker.kind == .embedded) }
    public var topics: Topics { Topics(base: bases.roost) }
    var dialects: Dialects { Dialects(bases: bases, secrets: secrets) }

    /// The URL under which a client on this machine finds the broker.
    public var brokerURL: String {
        switch broker.kind {
        case .embedded: "mqtt://\(broker.listen.host):\(broker.listen.port)"
        case .url(let url): url
        }
    }

    /// How to reach the broker, for a client named `clientID`.
    ///
    /// - Throws: `ConfigurationError` that names the setting.
    public func connection(clientID: String) throws -> MQTTOptions {
        var options: MQTTOptions
        do {
            options = try MQTTOptions(url: brokerURL, clientID: clientID)
        } catch {
            throw ConfigurationError(setting: "broker.url", reason: "\(error)")
        }
        if broker.caFile != nil || broker.certificateFile != nil, options.tls == nil {
            throw ConfigurationError(
                setting: "broker.url",
                reason: "certificates need a broker that is reached by mqtts://")
        }
        options.tls?.caFile = broker.caFile
        options.tls?.certificateFile = broker.certificateFile
        options.tls?.keyFile = broker.keyFile
        options.username = broker.username
        options.password = try broker.password ?? broker.passwordFile.map(Self.password)
        return options
    }

    private static func password(file: String) throws -> String {
        let text = try readText(file, setting: "broker.password_file")
        return String(text.prefix { !$0.isNewline })
    }
}

/// What is wrong with a setting, and where it was made.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting's key, such as `broker.url`.
    public var setting: String
    public var reason: String
    /// The file, the variable or the flag; `nil` where none of them is at fault.
    public var source: String?

    public init(setting: String, reason: String, source: String? = nil) {
        self.setting = setting
        self.reason = reason
        self.source = source
    }

    public var description: String {
        "\(setting): \(reason)" + (source.map { " (from \($0))" } ?? "")
    }
}
