import BluetoothScanner
import Logging
import MQTT
import RoostCore
import RoostSettings
import Terminal

extension EdgeConfiguration {
    /// The prefix of the edge's environment variables.
    static let variablePrefix = "ROOST_EDGE_"

    /// Every setting.
    static let settings: [Setting<EdgeConfiguration>] =
        startSettings + liveSettings + BrokerAccess.settings(\.access)

    /// Settings that take effect when the node starts.
    private static let startSettings: [Setting<EdgeConfiguration>] = [
        Setting(key: "node.id") { configuration, text in
            guard let id = ID<Node>(text) else {
                throw SettingMisfit("must be 1 to 64 of a-z, 0-9, _ and -")
            }
            configuration.node = id
        },
        Setting(key: "broker.url") { configuration, text in
            do throws(MQTTAddressError) {
                _ = try MQTTAddress.parse(text)
            } catch {
                throw SettingMisfit("must be mqtt://HOST, mqtts://HOST or unix:/PATH: \(error)")
            }
            configuration.brokerURL = text
        },
        .topicBase("topics.base") { $0.topicBase = $1 },
        Setting(key: "radio.adapter") { configuration, text in
            guard let choice = AdapterChoice(text) else {
                throw SettingMisfit("must be any, all, or an adapter such as hci0")
            }
            configuration.radio.adapter = choice
        },
        .choice("radio.method") { $0.radio.method = $1 },
        .number("radio.interval_ms", 2.5...10240) { $0.radio.interval = $1 },
        .number("radio.window_ms", 2.5...10240) { $0.radio.window = $1 },
        .text("data") { $0.dataDirectory = $1 },
        .choice("log.level") { (configuration: inout EdgeConfiguration, level: Logger.Level) in
            configuration.logLevel = level
        },
    ]

    /// Settings that can be changed while the node runs, by `roost/node/<node>/set/<key>`.
    static let liveSettings: [Setting<EdgeConfiguration>] = [
        Setting(key: "node.place") { configuration, text in
            guard let id = ID<Place>(text) else {
                throw SettingMisfit("must be the id of a place: 1 to 64 of a-z, 0-9, _ and -")
            }
            configuration.place = id
        },
        Setting(key: "node.room") { configuration, text in
            guard (1...200).contains(text.utf8.count), text.harmless == text else {
                throw SettingMisfit("must be the id or the name of a room, of at most 200 bytes")
            }
            configuration.room = text
        },
        .flag("node.exit") { $0.isExit = $1 },
        .number("publish.interval_seconds", 0.2...60) { $0.publishing.interval = $1 },
        .number("publish.weakest_dbm", -127...20) { $0.publishing.weakest = $1 },
        .number("publish.sharp_change_db", 3...127) { $0.publishing.sharpChange = $1 },
        .flag("publish.rotating") { $0.publishing.includesRotating = $1 },
        Setting(key: "publish.allow") { $0.publishing.allowed = try patterns($1) },
        Setting(key: "publish.deny") { $0.publishing.denied = try patterns($1) },
    ]

    private static func patterns(_ text: String) throws(SettingMisfit) -> [BeaconPattern] {
        let words = text.split { $0 == "," || $0.isWhitespace }
        guard words.count <= 256 else { throw SettingMisfit("must be at most 256 beacons") }
        let isBeacon = words.allSatisfy { word in
            word.utf8.count <= 128 && word.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        }
        guard isBeacon else {
            throw SettingMisfit("must be beacons such as mac:a4c138000001 or ibeacon:*")
        }
        return words.map { BeaconPattern(String($0)) }
    }
}
