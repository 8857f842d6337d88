import Glibc
import RoostSettings
import SystemPackage

/// The settings that were changed over MQTT: they count more than those of before, and are kept.
struct ChangedSettings {
    private let base: EdgeConfiguration
    /// The settings as they are now.
    private(set) var configuration: EdgeConfiguration
    private let file: FilePath?
    /// The texts by the keys of the settings.
    private(set) var texts: [String: String] = [:]
    /// What of an earlier run could not be taken up.
    private(set) var remark: String?

    /// Takes up what an earlier run kept: whatever is wrong with that, a node must start.
    ///
    /// - Parameter base: What file, environment and flags say.
    init(over base: EdgeConfiguration) {
        self.base = base
        configuration = base
        file = base.dataDirectory.map { FilePath($0).appending("settings.yaml") }
        guard let file, access(file.string, F_OK) == 0 else { return }
        do throws(ConfigurationError) {
            for (key, text) in try SettingsFile.read(file.string, namedBy: file.string) {
                guard let setting = Self.setting(key) else { continue }
                try setting.apply(text, to: &configuration, from: file.string)
                texts[key] = text
            }
        } catch {
            remark = "what was changed before is not in force: \(error)"
        }
    }

    /// Changes a setting, or with an empty text puts it back to what file and flags say.
    ///
    /// - Returns: Whether that is anything new.
    /// - Throws: `ConfigurationError` that says what is wrong. Nothing is changed then, unless it is
    ///   only that the change cannot be kept.
    mutating func change(_ key: String, to text: String) throws(ConfigurationError) -> Bool {
        guard Self.setting(key) != nil else {
            let keys = EdgeConfiguration.liveSettings.map(\.key).joined(separator: ", ")
            throw ConfigurationError(
                setting: String(key.prefix(64)),
                reason: "cannot be changed while the node runs; \(keys) can")
        }
        var changed = texts
        changed[key] = text.isEmpty ? nil : text
        guard changed != texts else { return false }
        configuration = try Self.apply(changed, over: base)
        texts = changed
        remark = nil
        try keep()
        return true
    }

    private static func apply(
        _ texts: [String: String], over base: EdgeConfiguration
    ) throws(ConfigurationError) -> EdgeConfiguration {
        var configuration = base
        for (key, text) in texts {
            try setting(key)?.apply(text, to: &configuration, from: "set/\(key)")
        }
        return configuration
    }

    /// Whatever happens while it is written, the file holds all of the old or all of the new.
    private func keep() throws(ConfigurationError) {
        guard let file else { return }
        let lines = texts.sorted { $0.key < $1.key }.map { "\($0): \(Self.quoted($1))\n" }
        let new = FilePath(file.string + ".new")
        do {
            let descriptor = try FileDescriptor.open(
                new, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
            try descriptor.closeAfter {
                try descriptor.writeAll(lines.joined().utf8)
                guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard rename(new.string, file.string) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            throw ConfigurationError(
                setting: "data",
                reason: "the change counts until the next start, for \(file) cannot be written: "
                    + "\(error)")
        }
    }

    /// Text as YAML holds it whatever is in it.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case " "..."~": String(scalar)
            default:
                "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func setting(_ key: String) -> Setting<EdgeConfiguration>? {
        EdgeConfiguration.liveSettings.first { $0.key == key }
    }
}
