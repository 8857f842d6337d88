import FoundationEssentials
import RoostSettings

/// The settings that were changed over MQTT: they count more than those of before, and are kept.
struct ChangedSettings {
    private let base: EdgeConfiguration
    private let file: URL?
    /// The texts by the keys of the settings.
    private(set) var texts: [String: String] = [:]

    /// Takes up what an earlier run kept.
    ///
    /// - Parameter base: What file, environment and flags say.
    init(over base: EdgeConfiguration) throws {
        self.base = base
        file = base.dataDirectory.map { URL(filePath: $0).appending(path: "settings.yaml") }
        if let file, FileManager.default.fileExists(atPath: file.path) {
            let kept = try SettingsFile.read(file.path, namedBy: file.path)
            // What this version does not know is left out.
            for (key, text) in kept where Self.setting(key) != nil { texts[key] = text }
        }
    }

    /// The settings as they are now.
    var configuration: EdgeConfiguration {
        var configuration = base
        for (key, text) in texts {
            // Each was checked when it was changed.
            try? Self.setting(key)?.apply(text, to: &configuration, from: key)
        }
        return configuration
    }

    /// Changes a setting, or with an empty text puts it back to what file and flags say.
    ///
    /// - Throws: `ConfigurationError` that says what is wrong; nothing is changed then.
    mutating func change(_ key: String, to text: String) throws {
        guard let setting = Self.setting(key) else {
            let keys = EdgeConfiguration.liveSettings.map(\.key).joined(separator: ", ")
            throw ConfigurationError(
                setting: key, reason: "cannot be changed while the node runs; \(keys) can")
        }
        var trial = base
        if !text.isEmpty { try setting.apply(text, to: &trial, from: "set/\(key)") }
        texts[key] = text.isEmpty ? nil : text
        try keep()
    }

    private func keep() throws {
        guard let file else { return }
        let lines = texts.sorted { $0.key < $1.key }.map { key, text in
            // A JSON string is a YAML string.
            "\(key): \(Self.quoted(text))\n"
        }
        do {
            try Data(lines.joined().utf8).write(to: file, options: .atomic)
        } catch {
            throw ConfigurationError(
                setting: "data",
                reason: "the change counts until the next start, for \(file.path) cannot be "
                    + "written: \(error)")
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }

    private static func setting(_ key: String) -> Setting<EdgeConfiguration>? {
        EdgeConfiguration.liveSettings.first { $0.key == key }
    }
}
