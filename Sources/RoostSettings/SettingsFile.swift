import SystemPackage

/// A YAML file of settings.
public enum SettingsFile {
    /// The scalars by their keys: `url:` inside `broker:` is `broker.url`.
    ///
    /// - Parameter setting: The setting that names the file, for errors.
    public static func read(
        _ file: String, namedBy setting: String = "--config"
    ) throws(ConfigurationError) -> [(key: String, text: String)] {
        var reader = SettingsReader(try text(of: file, setting: setting))
        do throws(SettingsReader.Fault) {
            return try reader.read()
        } catch {
            let key = setting == "--config" ? error.path ?? setting : setting
            throw ConfigurationError(setting: key, reason: error.reason, source: file)
        }
    }

    /// Reads a small text file whose path is a setting.
    public static func text(
        of path: String, setting: String
    ) throws(ConfigurationError) -> String {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(path)
        } catch {
            throw ConfigurationError(
                setting: setting, reason: "\(path) cannot be read: \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(
                setting: setting, reason: "\(path) cannot be read: it is not UTF-8")
        }
        return text
    }
}
