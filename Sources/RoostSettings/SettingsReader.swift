import CYAML

/// Reads nested mappings of scalars; any other YAML is not a settings file.
struct SettingsReader {
    /// What is wrong and where, without the line itself, which may contain a secret.
    struct Fault: Error {
        /// The faulty key, if it is known.
        var path: String?
        var reason: String
    }

    /// A mapping that is being read.
    private struct Level {
        var path: String
        var keys: Set<String> = []
        /// The key whose value comes next.
        var key: String?
    }

    private let text: [UInt8]
    private var levels: [Level] = []
    private var settings: [(key: String, text: String)] = []

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    mutating func read() throws(Fault) -> [(key: String, text: String)] {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Fault(reason: "no memory") }
        defer { yaml_parser_delete(&parser) }
        var fault: Fault?
        text.withUnsafeBufferPointer { text in
            yaml_parser_set_input_string(&parser, text.baseAddress, text.count)
            do throws(Fault) {
                while try takeEvent(of: &parser) {}
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return settings
    }

    /// - Returns: Whether there is more.
    private mutating func takeEvent(of parser: inout yaml_parser_t) throws(Fault) -> Bool {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else {
            let problem = parser.problem.map { String(cString: $0) } ?? "its characters"
            let line = parser.problem_mark.line + 1
            throw Fault(reason: "is no YAML: \(problem) in line \(line)")
        }
        defer { yaml_event_delete(&event) }
        switch event.type {
        case YAML_STREAM_END_EVENT: return false
        case YAML_SCALAR_EVENT: try take(scalar: event)
        case YAML_MAPPING_START_EVENT:
            levels.append(Level(path: try path(of: event)))
        case YAML_MAPPING_END_EVENT:
            levels.removeLast()
            closeValue()
        case YAML_SEQUENCE_START_EVENT, YAML_ALIAS_EVENT:
            let path = try path(of: event)
            guard !path.isEmpty else { throw Fault(reason: "holds no `key: value`") }
            throw Fault(path: path, reason: "\(path) must be one value")
        default: break
        }
        return true
    }

    private mutating func take(scalar event: yaml_event_t) throws(Fault) {
        let scalar = event.data.scalar
        let text = String(
            decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        guard let level = levels.last else {
            // A file without any setting holds one empty scalar.
            if !text.isEmpty { throw Fault(reason: "holds no `key: value`") }
            return
        }
        guard level.key == nil else {
            // A key without a value keeps its default.
            if !(["", "~", "null"].contains(text) && scalar.style == YAML_PLAIN_SCALAR_STYLE) {
                settings.append((try path(of: event), text))
            }
            return closeValue()
        }
        guard !level.keys.contains(text) else {
            throw Fault(
                path: joined(level.path, text),
                reason: "has \(text) twice, the second time in line \(event.start_mark.line + 1)")
        }
        levels[levels.count - 1].keys.insert(text)
        levels[levels.count - 1].key = text
    }

    /// The path of the value that an event begins.
    private func path(of event: yaml_event_t) throws(Fault) -> String {
        guard let level = levels.last else { return "" }
        guard let key = level.key else {
            throw Fault(
                path: level.path.isEmpty ? nil : level.path,
                reason: "has a key that is no text in line \(event.start_mark.line + 1)")
        }
        return joined(level.path, key)
    }

    private func joined(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    private mutating func closeValue() {
        if !levels.isEmpty { levels[levels.count - 1].key = nil }
    }
}
