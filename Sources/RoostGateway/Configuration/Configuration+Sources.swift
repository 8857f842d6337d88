import Foundation
import RoostCore
import RoostFormats
import Yams

extension Configuration {
    /// Reads the configuration: the file, then the environment, then the flags, the later one winning.
    ///
    /// - Parameters:
    ///   - file: A YAML file; `nil` for none.
    ///   - flags: Texts by the key of the setting, with the flag's name for the error.
    /// - Throws: `ConfigurationError` that names the setting, what it must be, and where it was made.
    public init(
        file: String?, environment: [String: String],
        flags: [(key: String, flag: String, text: String)] = []
    ) throws {
        self.init()
        if let file { try apply(Self.settings(in: file), from: file) }
        for setting in Setting.all {
            if let text = environment[setting.variable] {
                try apply(setting, text, from: setting.variable)
            }
        }
        broker.password = environment["ROOST_BROKER_PASSWORD"]
        for flag in flags {
            guard let setting = Setting.all.first(where: { $0.key == flag.key }) else { continue }
            try apply(setting, flag.text, from: flag.flag)
        }
        try secretsFile.map { secrets = try Self.secrets(file: $0) }
    }

    private mutating func apply(_ settings: [(key: String, text: String)], from file: String) throws
    {
        for (key, text) in settings {
            guard let setting = Setting.all.first(where: { $0.key == key }) else {
                let near = Setting.all.map(\.key).filter {
                    $0.hasPrefix(key.prefix { $0 != "." } + ".")
                }
                let hint = near.isEmpty ? "" : "; there are \(near.joined(separator: ", "))"
                throw ConfigurationError(
                    setting: key, reason: "there is no such setting\(hint)", source: file)
            }
            try apply(setting, text, from: file)
        }
    }

    private mutating func apply(_ setting: Setting, _ text: String, from source: String) throws {
        do {
            try setting.apply(&self, text)
        } catch let misfit as Setting.Misfit {
            throw ConfigurationError(
                setting: setting.key, reason: misfit.expectation, source: source)
        } catch {
            throw ConfigurationError(setting: setting.key, reason: "\(error)", source: source)
        }
    }

    /// The scalars of a YAML file by their keys: `broker:` with `url:` in it is `broker.url`.
    ///
    /// - Parameter setting: Where the file is named, for the error.
    private static func settings(
        in file: String, namedBy setting: String = "--config"
    ) throws -> [(key: String, text: String)] {
        let node: Yams.Node?
        do {
            node = try Yams.compose(yaml: readText(file, setting: setting))
        } catch let error as YamlError {
            throw ConfigurationError(setting: setting, reason: error.place, source: file)
        }
        var settings: [(key: String, text: String)] = []
        func collect(_ node: Yams.Node, _ path: String) throws {
            switch node {
            case .mapping(let mapping):
                for (key, value) in mapping {
                    let name = key.string ?? ""
                    try collect(value, path.isEmpty ? name : "\(path).\(name)")
                }
            case .scalar(let scalar):
                // A key without a value keeps its default.
                if !(node.null != nil && scalar.string.isEmpty) {
                    settings.append((path, scalar.string))
                }
            case .sequence, .alias:
                throw ConfigurationError(
                    setting: setting == "--config" ? path : setting,
                    reason: "\(path) must be one value", source: file)
            }
        }
        if let node { try collect(node, "") }
        return settings
    }

    /// The keys of encrypted messages: `alice: key` for a user, `alice/phone: key` for one device.
    private static func secrets(file: String) throws -> Secrets {
        var devices: [DeviceKey: String] = [:]
        var users: [ID<User>: String] = [:]
        let setting = "owntracks.secrets_file"
        for (name, secret) in try settings(in: file, namedBy: setting) {
            let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
            guard let user = parts.first.flatMap({ ID<User>($0) }),
                (1...32).contains(secret.utf8.count)
            else {
                throw ConfigurationError(
                    setting: setting,
                    reason: "each line must be `user: key` or `user/device: key`, with a key of at "
                        + "most 32 bytes", source: file)
            }
            if parts.count == 2, let device = Device(parts[1]) {
                devices[DeviceKey(user: user, device: device)] = secret
            } else {
                users[user] = secret
            }
        }
        return Secrets(devices: devices, users: users)
    }

    /// Where data lives unless somebody says otherwise.
    public static var defaultDataDirectory: String {
        let environment = ProcessInfo.processInfo.environment
        // Set by systemd for a unit with StateDirectory=.
        if let state = environment["STATE_DIRECTORY"] { return state }
        let home = environment["HOME"] ?? "."
        return (environment["XDG_STATE_HOME"] ?? "\(home)/.local/state") + "/roost"
    }
}

extension YamlError {
    /// What is wrong and where, without the line itself, in which there may be a secret.
    fileprivate var place: String {
        switch self {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "is no YAML: \(problem) in line \(mark.line)"
        case .duplicatedKeysInMapping(let names, let context):
            "has \(names.joined(separator: ", ")) twice, below line \(context.mark.line)"
        default: "is no YAML that can be read"
        }
    }
}

/// Reads a small text file whose path is a setting.
func readText(_ path: String, setting: String) throws -> String {
    do {
        return try String(contentsOf: URL(filePath: path), encoding: .utf8)
    } catch {
        throw ConfigurationError(
            setting: setting, reason: "\(path) cannot be read: \(error.localizedDescription)")
    }
}
