/// The sources of a program's settings: a file, the environment and flags; later ones win.
public struct SettingSources: Sendable {
    /// A YAML file; `nil` for none.
    public var file: String?
    public var environment: [String: String]
    /// The prefix of all variables of the program, such as `ROOST_`.
    public var prefix: String
    public var flags: [Flag]

    /// The key of a setting, the flag's name for errors, and its text; `nil` if it was not given.
    public typealias Flag = (key: String, flag: String, text: String?)

    public init(
        file: String?, environment: [String: String], prefix: String, flags: [Flag] = []
    ) {
        self.file = file
        self.environment = environment
        self.prefix = prefix
        self.flags = flags
    }

    /// Applies the settings of all sources.
    ///
    /// - Parameter settings: Every setting that the program knows.
    /// - Returns: The text of each setting that was made, by its key.
    /// - Throws: `ConfigurationError` that names the setting, what it must be, and where it was
    ///   made.
    @discardableResult
    public func apply<Configuration>(
        to configuration: inout Configuration, _ settings: [Setting<Configuration>]
    ) throws -> [String: String] {
        var texts: [String: String] = [:]
        if let file {
            for (key, text) in try SettingsFile.read(file) {
                guard let setting = settings.first(where: { $0.key == key }) else {
                    throw Self.unknown(key, settings.map(\.key), source: file)
                }
                try setting.apply(text, to: &configuration, from: file)
                texts[key] = text
            }
        }
        for setting in settings {
            let variable = setting.variable(prefix)
            if let text = environment[variable] {
                try setting.apply(text, to: &configuration, from: variable)
                texts[setting.key] = text
            }
        }
        for case (let key, let flag, let text?) in flags {
            guard let setting = settings.first(where: { $0.key == key }) else {
                throw Self.unknown(key, settings.map(\.key), source: flag)
            }
            try setting.apply(text, to: &configuration, from: flag)
            texts[key] = text
        }
        return texts
    }

    private static func unknown(
        _ key: String, _ keys: [String], source: String
    ) -> ConfigurationError {
        let near = keys.filter { $0.hasPrefix(key.prefix { $0 != "." } + ".") }
        let hint = near.isEmpty ? "" : "; there are \(near.joined(separator: ", "))"
        return ConfigurationError(
            setting: key, reason: "there is no such setting\(hint)", source: source)
    }
}

extension Setting {
    /// Applies a text; an error says what is wrong with it and where it was written.
    public func apply(
        _ text: String, to configuration: inout Configuration, from source: String
    ) throws(ConfigurationError) {
        do {
            try apply(&configuration, text)
        } catch let misfit as SettingMisfit {
            throw ConfigurationError(setting: key, reason: misfit.expectation, source: source)
        } catch {
            throw ConfigurationError(setting: key, reason: "\(error)", source: source)
        }
    }
}
