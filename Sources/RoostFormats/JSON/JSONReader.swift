/// Walks through JSON (RFC 8259) value by value without building anything, for the messages that
/// come by the thousand.
///
/// After `beginObject`, call `nextName` until it returns `nil`, and take or skip one value after
/// each name; for arrays use `hasNextElement` likewise. Everything skipped is checked too.
struct JSONReader {
    /// How deeply arrays and objects may be nested.
    static let depthLimit = 32

    let bytes: [UInt8]
    var position = 0
    private var depth = 0
    /// Whether the container begun last has had no member or element yet.
    private var isAtStart = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Some editors begin files with a byte order mark.
        if bytes.first == 0xef, bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    }

    enum Kind {
        case object, array, string, number, bool, null
    }

    /// The kind of the next value, by its first byte.
    mutating func peek() throws(JSONError) -> Kind {
        skipWhitespace()
        switch try byte(at: position) {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw unexpected(at: position)
        }
    }

    mutating func beginObject() throws(JSONError) {
        try begin(UInt8(ascii: "{"))
    }

    mutating func beginArray() throws(JSONError) {
        try begin(UInt8(ascii: "["))
    }

    /// The name of the next member, with its colon; `nil` at the end of the object.
    mutating func nextName() throws(JSONError) -> ShortWord? {
        guard try hasNext(before: UInt8(ascii: "}")) else { return nil }
        let name = try shortName()
        try expectColon()
        return name
    }

    /// The same, for objects whose names are not known.
    mutating func nextFullName() throws(JSONError) -> JSONText? {
        guard try hasNext(before: UInt8(ascii: "}")) else { return nil }
        let name = try text()
        try expectColon()
        return name
    }

    mutating func hasNextElement() throws(JSONError) -> Bool {
        try hasNext(before: UInt8(ascii: "]"))
    }

    /// Checks that nothing follows the value.
    mutating func end() throws(JSONError) {
        skipWhitespace()
        guard position == bytes.count else {
            let error = unexpected(at: position)
            throw error.reason == .invalidUTF8
                ? error : JSONError(.trailingBytes, at: position)
        }
    }

    mutating func bool() throws(JSONError) -> Bool {
        skipWhitespace()
        if try byte(at: position) == UInt8(ascii: "t") {
            try literal("true")
            return true
        }
        try literal("false")
        return false
    }

    mutating func null() throws(JSONError) {
        skipWhitespace()
        try literal("null")
    }

    /// Skips one value of any kind.
    mutating func skip() throws(JSONError) {
        switch try peek() {
        case .object:
            try beginObject()
            while try hasNext(before: UInt8(ascii: "}")) {
                _ = try text()
                try expectColon()
                try skip()
            }
        case .array:
            try beginArray()
            while try hasNextElement() { try skip() }
        case .string: _ = try text()
        case .number: _ = try number()
        case .bool: _ = try bool()
        case .null: try null()
        }
    }

    // MARK: - Bytes

    @inline(__always)
    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0a, 0x0d, 0x09: position &+= 1
            default: return
            }
        }
    }

    @inline(__always)
    func byte(at index: Int) throws(JSONError) -> UInt8 {
        guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        return bytes[index]
    }

    /// The error for a byte that is out of place: either not UTF-8, or just not JSON.
    func unexpected(at index: Int) -> JSONError {
        guard index < bytes.count else { return JSONError(.unexpectedEnd, at: bytes.count) }
        let byte = bytes[index]
        if byte >= 0x80, UTF8Sequence.length(in: bytes, at: index) == nil {
            return JSONError(.invalidUTF8, at: index)
        }
        return JSONError(.unexpectedByte(byte), at: index)
    }

    private mutating func begin(_ bracket: UInt8) throws(JSONError) {
        skipWhitespace()
        guard try byte(at: position) == bracket else { throw unexpected(at: position) }
        guard depth < Self.depthLimit else { throw JSONError(.tooDeep, at: position) }
        depth &+= 1
        position &+= 1
        isAtStart = true
    }

    /// Steps over the comma to the next member or element, or out of the container.
    private mutating func hasNext(before bracket: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        let next = try byte(at: position)
        if next == bracket {
            position &+= 1
            depth &-= 1
            isAtStart = false
            return false
        }
        if isAtStart {
            isAtStart = false
            return true
        }
        guard next == UInt8(ascii: ",") else { throw unexpected(at: position) }
        position &+= 1
        return true
    }

    private mutating func expectColon() throws(JSONError) {
        skipWhitespace()
        guard try byte(at: position) == UInt8(ascii: ":") else { throw unexpected(at: position) }
        position &+= 1
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        for expected in "\(word)".utf8 {
            guard try byte(at: position) == expected else { throw unexpected(at: position) }
            position &+= 1
        }
    }
}
