import Glibc
import RoostCore
import RoostSettings
import SystemPackage

/// The settings that were changed over MQTT: they override the earlier ones, and are stored.
struct ChangedSettings {
    private let base: EdgeConfiguration
    /// The settings as they are now.
    private(set) var configuration: EdgeConfiguration
    private let file: FilePath?
    /// The texts by the keys of the settings.
    private(set) var texts: [String: String] = [:]
    /// Whether the file has them all.
    private var isKept = true
    /// What could not be restored from an earlier run.
    private(set) var remark: String?

    /// Restores what an earlier run stored: whatever is wrong with that, a node must start.
    ///
    /// - Parameter base: The settings from file, environment and flags.
    init(over base: EdgeConfiguration) {
        self.base = base
        configuration = base
        file = base.dataDirectory.map { FilePath($0).appending("settings.yaml") }
        guard let file, access(file.string, F_OK) == 0 else { return }
        var faults: [ConfigurationError] = []
        do throws(ConfigurationError) {
            for (key, text) in try SettingsFile.read(file.string, namedBy: file.string) {
                guard let setting = Self.setting(key) else { continue }
                do throws(ConfigurationError) {
                    try setting.apply(text, to: &configuration, from: file.string)
                    texts[key] = text
                } catch {
                    faults.append(error)
                }
            }
        } catch {
            faults.append(error)
        }
        guard !faults.isEmpty else { return }
        let reasons = faults.map { "\($0)" }.joined(separator: "; ")
        remark = "not all that was changed before is in force: \(reasons)"
    }

    /// Changes a setting; an empty text restores its value from file and flags.
    ///
    /// - Returns: Whether this is a change.
    /// - Throws: `ConfigurationError` that says what is wrong. Nothing is changed then, unless the
    ///   only problem is that the change cannot be stored.
    mutating func change(_ key: String, to text: String) throws(ConfigurationError) -> Bool {
        guard Self.setting(key) != nil else {
            let keys = EdgeConfiguration.liveSettings.map(\.key).joined(separator: ", ")
            throw ConfigurationError(
                setting: String(key.prefix(64)),
                reason: "cannot be changed while the node runs; \(keys) can")
        }
        var changed = texts
        changed[key] = text.isEmpty ? nil : text
        guard changed != texts || !isKept else { return false }
        configuration = try Self.apply(changed, over: base)
        texts = changed
        remark = nil
        isKept = false
        try keep()
        isKept = true
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

    /// Whatever happens during the write, the file holds all of the old or all of the new.
    private func keep() throws(ConfigurationError) {
        guard let file else { return }
        let lines = texts.inOrder.map { "\($0): \(Self.quoted($1))\n" }
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

    /// Text as a YAML string, whatever is in it.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case " "..."~": String(scalar)
            default: "\\U" + scalar.value.zeroPadded(to: 8, radix: 16)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func setting(_ key: String) -> Setting<EdgeConfiguration>? {
        EdgeConfiguration.liveSettings.first { $0.key == key }
    }
}
