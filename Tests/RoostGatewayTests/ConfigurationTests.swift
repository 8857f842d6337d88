import Foundation
import MQTT
import RoostCore
import RoostFormats
import RoostSettings
import RoostStore
import Testing

@testable import RoostGateway

@Suite("Configuration")
struct ConfigurationTests {
    private func configuration(
        _ yaml: String = "", _ environment: [String: String] = [:],
        flags: [SettingSources.Flag] = []
    ) throws -> Configuration {
        try withFolder { folder in
            let file = folder.appending(path: "roost.yaml")
            try Data(yaml.utf8).write(to: file)
            return try Configuration(file: file.path, environment: environment, flags: flags)
        }
    }

    private static let shippedFile = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "config/roost.yaml")

    @Test("A flag overrides an environment variable, which overrides the file")
    func precedence() throws {
        let yaml = "broker:\n  client_id: file\nhistory:\n  fixes_days: 7\n"
        #expect(try configuration(yaml).broker.clientID == "file")
        let variables = ["ROOST_BROKER_CLIENT_ID": "variable"]
        #expect(try configuration(yaml, variables).broker.clientID == "variable")
        let flagged = try configuration(
            yaml, variables, flags: [("broker.client_id", "--client-id", "flag")])
        #expect(flagged.broker.clientID == "flag")
        #expect(flagged.retention.fixes == 7)
        // Nor is anything of it left in what a setting derives.
        let patient = "belief:\n  absence_min_seconds: 3600\n"
        let overridden = try configuration(patient, ["ROOST_BELIEF_ABSENCE_MIN_SECONDS": "60"])
        #expect(overridden.belief.absenceTimeout == 60...EngineSettings().absenceTimeout.upperBound)
    }

    @Test("A reload takes over what can change, and names what has to wait, until it is as before")
    func reload() throws {
        var running = try configuration("belief:\n  late_after_seconds: 30\n")
        let new = try configuration(
            "backups:\n  keep: 3\ntopics:\n  base: house\n", ["ROOST_HISTORY_FIXES_DAYS": "9"])
        let reloaded = try running.adopt(new)
        #expect(
            reloaded.changed == ["history.fixes_days", "backups.keep", "belief.late_after_seconds"])
        #expect(reloaded.afterRestart == ["topics.base"])
        #expect(running.belief == EngineSettings() && running.backupsKept == 3)
        #expect(running.retention.fixes == 9 && running.bases == TopicBases())
        #expect(try running.adopt(new).afterRestart == ["topics.base"])
        #expect(try running.adopt(configuration()).afterRestart.isEmpty)
    }

    @Test("A default that is written out is no change, but the machine's time zone is none")
    func reloadedDefaults() throws {
        var running = try configuration()
        let shipped = try Configuration(file: Self.shippedFile.path, environment: [:])
        #expect(try running.adopt(shipped) == .init())
        let zoned = try configuration("users:\n  timezone: UTC\n")
        #expect(try running.adopt(zoned).changed == ["users.timezone"])
        #expect(running.timezone == "UTC")
    }

    @Test(
        "An invalid setting is reported with its key and its source",
        arguments: [
            ("broker:\n  url: http://broker\n", "broker.url"),
            ("broker:\n  listen: 0.0.0.0:1883\n", "broker.listen"),
            ("web:\n  address: nowhere:99999\n", "web.address"),
            ("users:\n  timezone: Mars/Olympus\n", "users.timezone"),
            ("history:\n  fixes_days: 0\n", "history.fixes_days"),
            ("history:\n  fixes_days: 7.5\n", "history.fixes_days"),
            ("belief:\n  battery_low_percent: 5.7\n", "belief.battery_low_percent"),
            ("belief:\n  room_dwell_seconds: 31\n", "belief.room_dwell_seconds"),
            ("broker:\n  client_id: \(String(repeating: "x", count: 5000))\n", "broker.client_id"),
            ("users:\n  auto_create: perhaps\n", "users.auto_create"),
            ("topics:\n  base: a/#\n", "topics.base"),
            ("topics:\n  theengs: +\n", "topics.theengs"),
            ("topics:\n  ruuvi: off\n", "topics.ruuvi"),
            ("topics:\n  shelly: shelly\n", "topics.shelly"),
            ("topics:\n  shelly: a/+/+\n", "topics.shelly"),
            ("log:\n  level: loud\n", "log.level"),
            ("broker:\n  port: 1883\n", "broker.port"),
            ("nonsense: 1\n", "nonsense"),
            ("broker: [1, 2]\n", "broker"), ("- a\n", "--config"), ("? [a]\n: b\n", "--config"),
        ])
    func refused(yaml: String, key: String) throws {
        let error = #expect(throws: ConfigurationError.self) { _ = try configuration(yaml) }
        #expect(error?.setting == key)
        #expect(error?.source?.hasSuffix("roost.yaml") == true)
    }

    @Test(
        "An unusable secrets file is reported by its setting, and never quoted",
        arguments: [
            nil, "hello\n", "alice: [hunter2]\n", "alice: \"hunter2\n", "alice: {phone: hunter2\n",
            "alice: hunter2\nalice: hunter2\n", "Alice!: hunter2\n", "alice/: hunter2\n",
            "alice/\(String(repeating: "p", count: 65)): hunter2\n",
        ])
    func secrets(text: String?) throws {
        try withFolder { folder in
            let file = folder.appending(path: "secrets.yaml")
            if let text { try Data(text.utf8).write(to: file) }
            let error = #expect(throws: ConfigurationError.self) {
                _ = try configuration("owntracks:\n  secrets_file: \(file.path)\n")
            }
            #expect(error?.setting == "owntracks.secrets_file")
            #expect(error?.description.contains(file.path) == true)
            #expect(error?.description.contains("hunter2") == false)
        }
    }

    @Test("The error for an invalid broker URL lists the valid forms")
    func brokerURL() throws {
        let error = #expect(throws: ConfigurationError.self) {
            _ = try configuration(flags: [("broker.url", "--broker", "http://broker")])
        }
        for word in ["mqtt://", "mqtts://", "unix:/", "embedded", "--broker"] {
            #expect(error?.description.contains(word) == true)
        }
    }

    @Test("The shipped file contains every setting, and its values are the defaults")
    func shipped() throws {
        var shipped = try Configuration(file: Self.shippedFile.path, environment: [:])
        var lines = try String(contentsOf: Self.shippedFile, encoding: .utf8)
            .split(separator: "\n")
            .map(String.init)
        // A key that is commented out is a key without a default.
        lines = lines.map { line in
            let text = line.trimmingPrefix { $0 == " " }
            guard text.hasPrefix("# "), text.firstRange(of: #/^# [a-z_]+: /#) != nil else {
                return line
            }
            return line.replacing("# ", with: "", maxReplacements: 1)
        }
        let everything = lines.joined(separator: "\n")
        for setting in Configuration.settings {
            let name = setting.key.split(separator: ".").last.map(String.init) ?? ""
            #expect(everything.contains("\(name): "), "\(setting.key)")
        }
        shipped.texts = [:]
        #expect(String(reflecting: shipped) == String(reflecting: Configuration()))
    }

    @Test("What the shipped file says of the range of a number is its range")
    func ranges() throws {
        let file = try String(contentsOf: Self.shippedFile, encoding: .utf8)
        var section = ""
        var range: (least: String, most: String)?
        var checked = 0
        for line in file.split(separator: "\n") {
            if let told = line.firstMatch(of: #/\(([0-9.]+) to ([0-9.]+)/#) {
                range = (String(told.1), String(told.2))
            } else if let heading = line.wholeMatch(of: #/([a-z]+):/#) {
                (section, range) = (String(heading.1), nil)
            } else if let entry = line.wholeMatch(of: #/ +([a-z_]+): [0-9.]+/#) {
                let (least, most) = try #require(range, "\(line)")
                let key = String(entry.1)
                func set(_ value: String) throws {
                    _ = try configuration("\(section):\n  \(key): \(value)\n")
                }
                try set(least)
                try set(most)
                #expect(throws: ConfigurationError.self, "\(key)") {
                    try set("\(try #require(Double(least)) - 1)".replacing(".0", with: ""))
                }
                #expect(throws: ConfigurationError.self, "\(key)") {
                    try set("\(try #require(Int(Double(most)?.rounded(.up) ?? 0)) + 1)")
                }
                checked += 1
            }
        }
        #expect(checked == 15)
    }

    @Test("The Shelly topic can be changed or switched off")
    func shelly() throws {
        for (text, topics) in [("+", "+"), ("'home/shelly/+'", "home/shelly/+"), ("off", nil)] {
            #expect(try configuration("topics:\n  shelly: \(text)\n").bases.shelly == topics)
        }
    }

    @Test("The broker password comes from a file's first line or from the environment")
    func password() throws {
        try withFolder { folder in
            let file = folder.appending(path: "password")
            try Data("s3cret\nrest\n".utf8).write(to: file)
            var flags: [SettingSources.Flag] = [
                ("broker.url", "--broker", "mqtt://localhost"),
                ("broker.username", "--username", "alice"),
                ("broker.password_file", "--password-file", file.path),
            ]
            let fromFile = try Configuration(file: nil, environment: [:], flags: flags)
            #expect(try fromFile.connection(clientID: "x").password == "s3cret")
            let fromVariable = try Configuration(
                file: nil, environment: ["ROOST_BROKER_PASSWORD": "other"], flags: flags)
            #expect(try fromVariable.connection(clientID: "x").password == "other")
            let fromBlank = try Configuration(
                file: nil, environment: ["ROOST_BROKER_PASSWORD": ""], flags: flags)
            #expect(try fromBlank.connection(clientID: "x").password == "s3cret")
            flags.remove(at: 1)
            let nameless = try Configuration(file: nil, environment: [:], flags: flags)
            let error = #expect(throws: ConfigurationError.self) {
                _ = try nameless.connection(clientID: "x")
            }
            #expect(error?.setting == "broker.username")
        }
    }

    @Test("By default, users are created automatically only with the embedded broker")
    func autoCreate() throws {
        #expect(try configuration().createsUsers)
        let own = "broker:\n  url: mqtt://localhost\n"
        #expect(try !configuration(own).createsUsers)
        #expect(try configuration(own + "users:\n  auto_create: true\n").createsUsers)
    }

    @Test("Two programs below the same topics are refused, because one would never be read")
    func equalBases() throws {
        let error = #expect(throws: ConfigurationError.self) {
            _ = try configuration("topics: { mqtt_room: home }\n")
        }
        #expect(error?.setting == "topics.mqtt_room")
        #expect(error?.reason == "must differ from topics.theengs, home")
        _ = try configuration("topics: { mqtt_room: home, theengs: omg }\n")
    }
}
