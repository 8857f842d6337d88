import Foundation
public import RoostCore
public import RoostFormats
import RoostSettings
import RoostStore
import Yams

/// A household as a YAML or JSON file.
public enum HouseholdFile {
    /// What an error is about.
    private static let file = "the household's file"

    /// Reads a file as the payload of a `household/import` request.
    ///
    /// - Throws: A `ConfigurationError` that says why it cannot be read.
    public static func read(_ path: String) throws -> JSON {
        let text = try SettingsFile.text(of: path, setting: Self.file)
        do {
            guard let node = try Yams.compose(yaml: text), node.null == nil else {
                return .object(JSONObject())
            }
            guard node.mapping != nil else {
                throw ConfigurationError(
                    setting: Self.file,
                    reason:
                        "must hold a household: users, places, nodes, items, shares, friends, groups",
                    source: path)
            }
            return try json(node)
        } catch let error as YamlError {
            throw ConfigurationError(setting: Self.file, reason: "\(error)", source: path)
        }
    }

    private static func json(_ node: Yams.Node) throws -> JSON {
        switch node {
        case .mapping(let mapping):
            return .object(
                JSONObject(
                    try mapping.map { key, value in
                        JSONObject.Member(name: key.string ?? "", value: try json(value))
                    }))
        case .sequence(let sequence):
            return .array(try sequence.map(json))
        case .scalar(let scalar):
            // What is quoted is text, whatever it looks like; so are hours, which YAML 1.1 takes for numbers to base 60.
            if scalar.style == .singleQuoted || scalar.style == .doubleQuoted
                || scalar.string.contains(":")
            {
                return .string(scalar.string)
            }
            if node.null != nil { return .null }
            if let flag = node.bool { return .bool(flag) }
            if let integer = node.int { return .number(JSONNumber(integer)) }
            return node.float.flatMap { JSONNumber($0) }.map { .number($0) }
                ?? .string(scalar.string)
        case .alias:
            throw ConfigurationError(setting: Self.file, reason: "an alias names nothing")
        }
    }

    /// Takes a household straight into a data folder that no gateway uses.
    ///
    /// - Returns: How many entries it had.
    /// - Throws: `StoreError` when a gateway uses the folder, or a `RequestError` that names the entry
    ///   and the field at fault; then nothing was written.
    public static func importing(
        _ document: JSON, into configuration: Configuration
    ) throws -> Int {
        let store = try Store(directory: URL(filePath: configuration.dataDirectory))
        let engine = try Engine(store: store, configuration: configuration)
        let changes = try HouseholdDocument.changes(
            RequestPayload(document.object ?? JSONObject()), to: engine.household,
            at: HostClock().time)
        var written = Changes()
        written.household = changes
        _ = try store.commit(written)
        try store.close()
        return changes.count
    }

    /// The household of a data folder, which a gateway may be using.
    ///
    /// - Throws: `StoreError` when nothing was ever kept there, or it cannot be read.
    public static func household(in configuration: Configuration) throws -> Household {
        try Store.household(in: URL(filePath: configuration.dataDirectory))
    }
}

extension HouseholdFile {
    /// YAML that `read` reads as the same document.
    public static func yaml(_ document: JSON) -> String {
        var text = ""
        for member in document.object?.members ?? [] {
            guard let entries = member.value.array, !entries.isEmpty else { continue }
            text += "\(member.name):\n"
            for entry in entries {
                // A flow mapping is JSON, which is YAML.
                text += "  - \(String(decoding: entry.jsonBytes, as: UTF8.self).escapedForYAML)\n"
            }
        }
        return text
    }
}

extension String {
    /// JSON without the characters that JSON lets stand and YAML refuses, or takes for line ends, and
    /// without those that nobody sees.
    fileprivate var escapedForYAML: String {
        guard unicodeScalars.contains(where: \.isEscapedInYAML) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isEscapedInYAML {
                let digits = String(scalar.value, radix: 16)
                let (mark, count) = scalar.value > 0xffff ? ("\\U", 8) : ("\\u", 4)
                text += mark + String(repeating: "0", count: count - digits.count) + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isEscapedInYAML: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: value == 0xfffe || value == 0xffff
        }
    }
}
