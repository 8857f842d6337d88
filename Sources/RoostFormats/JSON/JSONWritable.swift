public import RoostCore

/// A value with a single JSON form.
public protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// The value's JSON on its own.
    public var jsonBytes: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }

    /// The same as text.
    public var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension String: JSONWritable {
    public func write(to json: inout JSONWriter) { json.quoted(self) }
}

extension Bool: JSONWritable {
    public func write(to json: inout JSONWriter) { json.token(self ? "true" : "false") }
}

extension Int: JSONWritable {
    public func write(to json: inout JSONWriter) { json.token(String(self)) }
}

extension Int64: JSONWritable {
    public func write(to json: inout JSONWriter) { json.token(String(self)) }
}

extension Double: JSONWritable {
    /// The fewest digits that give the same number again; whole numbers have no point.
    public func write(to json: inout JSONWriter) {
        if let whole = Int64(exactly: self), whole.magnitude <= 1 << 53 {
            json.token(String(whole))
        } else {
            json.token(isFinite ? description : "null")
        }
    }
}

extension Double {
    func rounded(decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { json.value(element) }
        }
    }
}

extension JSON: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let flag): json.value(flag)
        case .number(let number): json.token(number.literal)
        case .string(let text): json.value(text)
        case .array(let elements): json.value(elements)
        case .object(let object): json.value(object)
        }
    }
}

extension JSONObject: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            for member in members { json.member(member.name, member.value) }
        }
    }
}

extension Timestamp: JSONWritable {
    /// RFC 3339, UTC, with milliseconds.
    public func write(to json: inout JSONWriter) { json.quoted(rfc3339) }
}

extension ID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.quoted(rawValue) }
}

extension BeaconID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.quoted(rawValue) }
}
