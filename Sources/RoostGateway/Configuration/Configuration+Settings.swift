import Foundation
import Logging
import MQTT
import RoostCore
import RoostFormats
import RoostSettings
import RoostStore
import RoostWeb

extension Configuration {
    /// All settings.
    static let settings: [Setting<Configuration>] =
        [
            Setting(key: "broker.url") { $0.broker.kind = try brokerKind($1) },
            Setting(key: "broker.listen") { $0.broker.port = try listenPort($1) },
            .text("broker.client_id") { $0.broker.clientID = $1 },
            .text("data") { $0.dataDirectory = $1 },
            Setting(key: "web.address") { $0.web = $1 == "off" ? nil : try WebAddress($1) },
            .topicBase("topics.base") { $0.bases.roost = $1 },
            .topicBase("topics.owntracks") { $0.bases.ownTracks = $1 },
            .topicBase("topics.espresense") { $0.bases.espresense = $1 },
            .topicBase("topics.theengs") { $0.bases.theengs = $1 },
            .topicBase("topics.ruuvi") { $0.bases.ruuvi = $1 },
            Setting(key: "topics.shelly") { $0.bases.shelly = try shellyTopics($1) },
            .topicBase("topics.mqtt_room") { $0.bases.mqttRoom = $1 },
            .topicBase("topics.monitor") { $0.bases.monitor = $1 },
            .topicBase("topics.room_assistant") { $0.bases.roomAssistant = $1 },
            .topicBase("topics.homeassistant") { $0.bases.homeAssistant = $1 },
            .flag("homeassistant.discovery") { $0.isDiscovered = $1 },
            .flag("users.auto_create") { $0.autoCreate = $1 },
            Setting(key: "users.timezone") { configuration, name in
                guard TimeZone(identifier: name) != nil else {
                    throw SettingMisfit("must be the name of a time zone, such as Europe/Vienna")
                }
                (configuration.timezone, configuration.belief.timezone) = (name, name)
            },
            .flag("owntracks.publish") { $0.isOnPhones = $1 },
            .text("owntracks.secrets_file") { $0.secretsFile = $1 },
            days("history.fixes_days") { $0.retention.fixes = $1 },
            days("history.transitions_days") { $0.retention.transitions = $1 },
            days("history.alerts_days") { $0.retention.alerts = $1 },
            days("history.decisions_days") { $0.retention.decisions = $1 },
            days("history.messages_days") { $0.retention.messages = $1 },
            .whole("backups.keep", 1...1000) { $0.backupsKept = $1 },
            .whole("disk.low_megabytes", 1...100_000_000) {
                $0.leastSpace = Int64($1) * 1_000_000
            },
            .number("belief.room_certainty", 0.5...0.99) { $0.belief.roomCertainty = $1 },
            .number("belief.room_dwell_seconds", 0...EngineSettings.longestDwell) {
                $0.belief.roomDwell = $1
            },
            .number("belief.absence_min_seconds", 5...3600) { configuration, seconds in
                let most = max(seconds, EngineSettings().absenceTimeout.upperBound)
                configuration.belief.absenceTimeout = seconds...most
            },
            .number("belief.item_lost_after_seconds", 60...604_800) {
                $0.belief.itemLostAfter = $1
            },
            .number("belief.node_offline_after_seconds", 0...86400) {
                $0.belief.nodeOfflineAfter = $1
            },
            .number("belief.unknown_after_seconds", 600...604_800) {
                $0.belief.unknownAfterInside = $1
            },
            .number("belief.late_after_seconds", 1...86400) { $0.belief.lateAfter = $1 },
            .whole("belief.battery_low_percent", 1...99) { $0.belief.batteryLow = $1 },
            .choice("log.level") { (configuration: inout Configuration, level: Logger.Level) in
                configuration.logLevel = level
            },
        ] + BrokerAccess.settings(\.broker.access)

    private static func days(
        _ key: String, _ apply: @escaping @Sendable (inout Configuration, Int) -> Void
    ) -> Setting<Configuration> {
        .whole(key, 1...36500, apply)
    }

    /// `+`, `LEVELS/+` or `off`.
    private static func shellyTopics(_ text: String) throws(SettingMisfit) -> String? {
        if text == "off" { return nil }
        let base = String(text.dropLast(2))
        guard text == "+" || text.hasSuffix("/+") && Setting<Configuration>.isTopicBase(base) else {
            throw SettingMisfit(
                "must be + for the topic prefix of each Shelly, with levels before it as in "
                    + "shelly/+, or off")
        }
        return text
    }

    private static func brokerKind(_ text: String) throws(SettingMisfit) -> Configuration.Kind {
        if text == "embedded" { return .embedded }
        do throws(MQTTAddressError) {
            _ = try MQTTAddress.parse(text)
            return .url(text)
        } catch {
            throw SettingMisfit(
                "must be mqtt://HOST, mqtts://HOST, unix:/PATH or embedded: \(error)")
        }
    }

    /// `127.0.0.1:1883`, or only a port.
    private static func listenPort(_ text: String) throws(SettingMisfit) -> Int {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let port = parts.last.flatMap({ Int($0) }),
            (1...65535).contains(port)
        else {
            throw SettingMisfit("must be a port, or an address and a port: 127.0.0.1:1883")
        }
        let host = parts.count == 2 ? String(parts[0]) : "127.0.0.1"
        guard ["127.0.0.1", "localhost"].contains(host) else {
            throw SettingMisfit(
                "must be on 127.0.0.1, since the embedded broker asks nobody for a "
                    + "password; use a broker of your own (broker.url) for other addresses")
        }
        return port
    }
}
