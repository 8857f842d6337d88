import Foundation
public import RoostCore
public import RoostFormats
import RoostSettings
import RoostStore
import Yams

/// A household as a YAML or JSON file.
public enum HouseholdFile {
    /// The subject of an error.
    private static let file = "the household's file"

    /// Reads a file as the payload of a `household/import` request.
    ///
    /// - Throws: A `ConfigurationError` that says why it cannot be read.
    public static func read(_ path: String) throws -> JSON {
        let text = try SettingsFile.text(of: path, setting: Self.file)
        // YAML does not know all escapes of JSON.
        if let json = try? JSON(Array(text.utf8), mostValues: Self.mostValues), json.object != nil {
            return json
        }
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
            var room = Self.mostValues
            return try json(node, &room)
        } catch let error as YamlError {
            let reason = "\(error)".prefix(500)
            throw ConfigurationError(setting: Self.file, reason: "\(reason)", source: path)
        }
    }

    /// More than a file of the largest household has: aliases may multiply a few lines.
    private static let mostValues = 1_000_000

    /// - Parameter room: How many values there may still be.
    private static func json(_ node: Yams.Node, _ room: inout Int) throws -> JSON {
        room -= 1
        guard room > 0 else {
            throw ConfigurationError(setting: Self.file, reason: "has too many entries")
        }
        switch node {
        case .mapping(let mapping):
            return .object(
                JSONObject(
                    try mapping.map { key, value in
                        JSONObject.Member(name: key.string ?? "", value: try json(value, &room))
                    }))
        case .sequence(let sequence):
            return .array(try sequence.map { try json($0, &room) })
        case .scalar(let scalar):
            // Quoted text stays text; so do times of day, which YAML 1.1 reads as base 60 numbers.
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

    /// Imports a household directly into a data folder that no gateway is using.
    ///
    /// - Throws: `StoreError` if a gateway is using the folder, or a `RequestError` that names the
    ///   entry and the field at fault; then nothing was written.
    public static func importing(
        _ document: JSON, into configuration: Configuration
    ) throws -> ImportReport {
        let store = try Store(directory: URL(filePath: configuration.dataDirectory))
        let now = Timestamp.now
        let journal = try store.journal()
        var ledger = Ledger(topics: configuration.topics, journal: journal, at: now)
        var engine = try Engine(store: store, configuration: configuration)
        // As the gateway does: what is believed may depend on what changes.
        var effects = try engine.resume(
            from: store, journal: journal, dialects: configuration.dialects, at: now)
        let changes = try HouseholdDocument.changes(
            RequestPayload(document.object ?? JSONObject()), to: engine.household,
            usual: engine.usualSettings, at: now, names: engine.names(of:))
        let report = ImportReport(changes, to: engine.household, at: now)
        engine.learnZones(of: changes)
        effects += engine.apply(.household(changes), at: now)
        for effect in effects { ledger.enter(effect, at: now) }
        repeat {
            _ = try store.commit(ledger.close(engine, at: now, isFinal: true))
        } while ledger.nextDue != nil
        try store.close()
        return report
    }

    /// The household of a data folder, which a gateway may be using.
    ///
    /// - Throws: `StoreError` if nothing was ever stored there, or it cannot be read.
    public static func household(in configuration: Configuration) throws -> Household {
        try Store.household(in: URL(filePath: configuration.dataDirectory))
    }
}

extension HouseholdFile {
    /// YAML that `read` turns back into the same document.
    public static func yaml(_ document: JSON) -> String {
        var text = ""
        for member in document.object?.members ?? [] {
            guard let entries = member.value.array, !entries.isEmpty else { continue }
            text += "\(member.name):\n"
            for entry in entries {
                // A flow mapping of JSON is valid YAML.
                text += "  - \(entry.jsonText.escapedForYAML)\n"
            }
        }
        return text
    }
}

extension String {
    /// JSON with escapes for characters that are valid in JSON but that YAML rejects or reads as
    /// line ends, and for invisible ones.
    fileprivate var escapedForYAML: String {
        guard unicodeScalars.contains(where: \.isEscapedInYAML) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isEscapedInYAML {
                let (mark, count) = scalar.value > 0xffff ? ("\\U", 8) : ("\\u", 4)
                text += mark + scalar.value.zeroPadded(to: count, radix: 16)
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
