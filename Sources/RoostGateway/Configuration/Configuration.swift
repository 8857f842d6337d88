import Foundation
public import Logging
public import MQTT
public import RoostCore
public import RoostFormats
public import RoostSettings
public import RoostStore
public import RoostWeb

/// The gateway's configuration.
///
/// Every setting has a default that suits a home, and is a key of the configuration file, an
/// environment variable and, if it is often changed, a flag; see `Setting`.
public struct Configuration: Hashable, Sendable {
    public var broker = Broker()
    /// The folder for all stored data.
    public var dataDirectory = StateDirectory.standard(for: "roost")
    /// Where the web page is served; `nil` if it is not.
    public var web: WebAddress?
    public var bases = TopicBases()
    /// Whether a phone's publish creates its user; if `nil`, only with the embedded broker.
    public var autoCreate: Bool?
    /// The time zone of new users; `nil` for the machine's.
    var timezone: String?
    /// Whether Home Assistant is told of users and items.
    var isDiscovered = true
    /// Whether anything is published for OwnTracks apps.
    var isOnPhones = true
    /// The file with the keys of encrypted OwnTracks messages; `nil` if there are none.
    public var secretsFile: String?
    var secrets = Secrets()
    public var retention = Retention()
    /// With less free space on the disk something is wrong, in bytes.
    var leastSpace: Int64 = 50_000_000
    /// How many of the backups that the gateway made are kept.
    var backupsKept = 7
    public var belief = EngineSettings()
    public var logLevel = Logger.Level.info
    /// The text of each setting that was made, by its key.
    var texts: [String: String] = [:]

    public init() {}

    public struct Broker: Hashable, Sendable {
        public var kind = Kind.embedded
        /// Where the embedded broker listens, on 127.0.0.1.
        public var port = 1883
        public var clientID = "roost-gateway"
        public var access = BrokerAccess()
    }

    public enum Kind: Hashable, Sendable {
        /// Roost starts and supervises a private mosquitto.
        case embedded
        case url(String)
    }

    /// What the engine of a gateway on this machine goes by.
    ///
    /// A replay goes by ``belief`` alone: it must not depend on where it is made.
    var believedHere: EngineSettings {
        var settings = belief
        if timezone == nil {
            settings.timezone = HostTimezone.name(
                variable: ProcessInfo.processInfo.environment["TZ"])
        }
        return settings
    }

    var createsUsers: Bool { autoCreate ?? (broker.kind == .embedded) }
    public var topics: Topics { Topics(bases: bases, isOnPhones: isOnPhones) }
    var dialects: Dialects { Dialects(bases: bases, secrets: secrets) }

    /// The URL at which a client on this machine reaches the broker.
    public var brokerURL: String {
        switch broker.kind {
        case .embedded: "mqtt://127.0.0.1:\(broker.port)"
        case .url(let url): url
        }
    }

    /// How to reach the broker, for a client named `clientID`.
    ///
    /// - Throws: `ConfigurationError` that names the setting.
    public func connection(clientID: String) throws(ConfigurationError) -> MQTTOptions {
        try broker.access.options(url: brokerURL, clientID: clientID)
    }
}
