/// A JSON value, for messages that come seldom: requests, cards, lists of regions.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// Reads one value, and nothing after it.
    ///
    /// - Parameter mostValues: How many values the text may have; by default more than any message
    ///   needs, few enough to do no harm.
    public init(_ bytes: [UInt8], mostValues: Int = 1 << 17) throws(JSONError) {
        var reader = JSONReader(bytes)
        var room = mostValues
        self = try reader.value(&room)
        try reader.end()
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    public var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A member of an object; `nil` for anything else.
    public subscript(name: String) -> JSON? { object?[name] }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    public init(stringLiteral text: String) { self = .string(text) }
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }
    public init(integerLiteral number: Int) { self = .number(JSONNumber(number)) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(nilLiteral: ()) { self = .null }
    public init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }
}

/// A number with the exact digits as written, so that an amount of money does not change.
public struct JSONNumber: Hashable, Sendable {
    /// As it stands in the text: `1.10`.
    public let literal: String
    /// The nearest 64-bit floating-point number; always finite.
    public let double: Double

    init(literal: String, double: Double) {
        self.literal = literal
        self.double = double
    }

    public init(_ integer: Int) {
        self.init(literal: String(integer), double: Double(integer))
    }

    /// Returns `nil` if the number is not finite.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        self.init(literal: double.jsonText, double: double)
    }

    /// The number if it is whole: `3`, `3.0` and `3e0` are all 3.
    public var integer: Int64? { Int64(literal) ?? Int64(exactly: double) }
}

/// The members of an object, in the order in which they were written.
public struct JSONObject: Hashable, Sendable {
    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSON

        public init(name: String, value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// Each name occurs once.
    public let members: [Member]

    /// Of members with the same name, the last one counts, in the position of the first.
    public init(_ members: [Member] = []) {
        var kept: [Member] = []
        kept.reserveCapacity(members.count)
        var places: [String: Int] = [:]
        for member in members {
            // Small objects are compared one by one; large ones must not take quadratic time.
            let place =
                members.count <= 8
                ? kept.firstIndex { $0.name == member.name } : places[member.name]
            if let place {
                kept[place].value = member.value
            } else {
                if members.count > 8 { places[member.name] = kept.count }
                kept.append(member)
            }
        }
        self.members = kept
    }

    public subscript(name: String) -> JSON? {
        members.first { $0.name == name }?.value
    }
}

extension JSONReader {
    /// - Parameter room: How many values there may still be.
    fileprivate mutating func value(_ room: inout Int) throws(JSONError) -> JSON {
        room -= 1
        guard room >= 0 else { throw JSONError(.tooManyValues, at: position) }
        switch try peek() {
        case .null:
            try null()
            return .null
        case .bool: return .bool(try bool())
        case .string: return .string(string(try text()))
        case .number:
            let (double, start) = try numberAndStart()
            let literal = String(decoding: bytes[start..<position], as: UTF8.self)
            return .number(JSONNumber(literal: literal, double: double))
        case .array:
            var elements: [JSON] = []
            try beginArray()
            while try hasNextElement() { elements.append(try value(&room)) }
            return .array(elements)
        case .object:
            var members: [JSONObject.Member] = []
            try beginObject()
            while let name = try nextFullName() {
                let value = try value(&room)
                members.append(JSONObject.Member(name: string(name), value: value))
            }
            return .object(JSONObject(members))
        }
    }
}
