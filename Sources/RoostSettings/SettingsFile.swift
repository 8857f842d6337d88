import Foundation
import Yams

/// A YAML file of settings.
public enum SettingsFile {
    /// The scalars by their keys: `broker:` with `url:` in it is `broker.url`.
    ///
    /// - Parameter setting: Where the file is named, for the error.
    public static func read(
        _ file: String, namedBy setting: String = "--config"
    ) throws -> [(key: String, text: String)] {
        let node: Yams.Node?
        do {
            node = try Yams.compose(yaml: text(of: file, setting: setting))
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

    /// Reads a small text file whose path is a setting.
    public static func text(
        of path: String, setting: String
    ) throws(ConfigurationError) -> String {
        do {
            return try String(contentsOf: URL(filePath: path), encoding: .utf8)
        } catch {
            throw ConfigurationError(
                setting: setting, reason: "\(path) cannot be read: \(error.localizedDescription)")
        }
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
