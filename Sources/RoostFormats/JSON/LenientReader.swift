import RoostCore

/// A value as other software writes it: numbers may be in strings.
enum Scalar {
    case null
    case bool(Bool)
    case number(Double)
    case text(JSONText)
    /// An object or an array, which was skipped.
    case container
}

extension JSONReader {
    /// Takes the next value, of any kind.
    mutating func scalar() throws(JSONError) -> Scalar {
        switch try peek() {
        case .number: return .number(try number())
        case .string: return .text(try text())
        case .bool: return .bool(try bool())
        case .null:
            try null()
            return .null
        case .object, .array:
            try skip()
            return .container
        }
    }
}

/// Reads JSON to its end and remembers the first fault in its content, because only at the end is
/// it known whether the member mattered.
struct LenientReader {
    var json: JSONReader
    private var fault: (reason: Refusal.Reason, detail: StaticString)?

    init(_ bytes: [UInt8]) {
        json = JSONReader(bytes)
    }

    /// Reads an object and nothing after it, and throws the first fault found.
    ///
    /// - Parameter take: Takes the value of each member whose name is among `names`.
    /// - Returns: The reader, for the texts that were taken.
    @discardableResult
    static func members<Name>(
        of payload: [UInt8], _ names: Vocabulary<Name>,
        _ take: (Name, inout LenientReader) throws(JSONError) -> Void
    ) throws(Refusal) -> LenientReader {
        var reader = LenientReader(payload)
        do throws(JSONError) {
            try reader.takeMembers(names, take)
        } catch {
            throw Refusal(error)
        }
        try reader.checkFaults()
        return reader
    }

    /// Reads an object and nothing after it; faults are only remembered.
    mutating func takeMembers<Name>(
        _ names: Vocabulary<Name>,
        _ take: (Name, inout LenientReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        if try beginObject("payload") {
            while let name = try json.nextName() {
                if let name = names[name] {
                    try take(name, &self)
                } else {
                    try json.skip()
                }
            }
        }
        try json.end()
    }

    /// Throws the first fault found.
    func checkFaults() throws(Refusal) {
        if let fault { throw Refusal(fault.reason, "\(fault.detail)") }
    }

    mutating func refuse(_ reason: Refusal.Reason, _ detail: StaticString) {
        if fault == nil { fault = (reason, detail) }
    }

    /// Begins an object; a value of another kind is skipped and refused.
    mutating func beginObject(_ name: StaticString) throws(JSONError) -> Bool {
        guard try json.peek() == .object else {
            refuse(.wrongType, name)
            try json.skip()
            return false
        }
        try json.beginObject()
        return true
    }

    /// Begins an array; a value of another kind is skipped, and refused if a name is given.
    mutating func beginArray(_ name: StaticString? = nil) throws(JSONError) -> Bool {
        guard try json.peek() == .array else {
            if let name { refuse(.wrongType, name) }
            try json.skip()
            return false
        }
        try json.beginArray()
        return true
    }

    /// A number or a string that spells one; `nil` for `null`.
    mutating func number(_ name: StaticString) throws(JSONError) -> Double? {
        switch try json.scalar() {
        case .null: return nil
        case .number(let number): return number
        case .text(let text):
            if let number = json.number(in: text) { return number }
        case .bool, .container: break
        }
        refuse(.wrongType, name)
        return nil
    }

    /// The same, but a value that is not a number gives `nil` without a fault.
    mutating func numberIfAny() throws(JSONError) -> Double? {
        switch try json.scalar() {
        case .number(let number): number
        case .text(let text): json.number(in: text)
        case .null, .bool, .container: nil
        }
    }

    mutating func text(_ name: StaticString) throws(JSONError) -> JSONText? {
        switch try json.scalar() {
        case .null: return nil
        case .text(let text): return text
        case .bool, .number, .container:
            refuse(.wrongType, name)
            return nil
        }
    }

    /// A text as a string; `nil` for `null`.
    mutating func string(_ name: StaticString) throws(JSONError) -> String? {
        try text(name).map { json.string($0) }
    }

    /// A text; any other value gives `nil` without a fault.
    mutating func textIfAny() throws(JSONError) -> JSONText? {
        if case .text(let text) = try json.scalar() { text } else { nil }
    }

    /// `true`, `"true"`, 1 and the like.
    mutating func flag(_ name: StaticString) throws(JSONError) -> Bool? {
        switch try json.scalar() {
        case .null: return nil
        case .bool(let flag): return flag
        case .number(let number):
            if number == 0 || number == 1 { return number == 1 }
        case .text(let text):
            switch json.string(text).lowercased() {
            case "true", "1", "yes", "on": return true
            case "false", "0", "no", "off": return false
            default: break
            }
        case .container: break
        }
        refuse(.wrongType, name)
        return nil
    }

    /// RFC 3339, or seconds since the Unix epoch as a number or in a string.
    mutating func time(_ name: StaticString) throws(JSONError) -> Timestamp? {
        var seconds: Double?
        switch try json.scalar() {
        case .null: return nil
        case .number(let number): seconds = number
        case .text(let text):
            if let time = Timestamp(rfc3339: json.contents(text)) { return time }
            seconds = json.number(in: text)
        case .bool, .container: break
        }
        if let time = seconds.flatMap(Timestamp.init(secondsSinceEpoch:)) { return time }
        refuse(.wrongType, name)
        return nil
    }
}

extension [UInt8] {
    /// Whether this begins like a JSON object: on a topic that many may use, anything else belongs
    /// to another program.
    var isObject: Bool {
        first { $0 > 0x20 } == UInt8(ascii: "{")
    }
}
