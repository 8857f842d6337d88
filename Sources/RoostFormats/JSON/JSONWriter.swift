public import RoostCore

/// Writes JSON: keys in the order given, numbers in their shortest form, the same bytes each time.
///
/// A number that is not finite is written as `null`, since JSON has no other word for it.
public struct JSONWriter: Sendable {
    private var buffer: [UInt8] = []
    private var needsComma = false

    public init() {
        // Most texts are shorter than this, so the buffer is seldom moved as it grows.
        buffer.reserveCapacity(512)
    }

    /// The JSON written so far, in no more memory than it needs: thousands may be kept.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(buffer.count)
        bytes += buffer
        return bytes
    }

    /// The JSON of an object with the members that `body` writes.
    public static func objectBytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(body)
        return json.bytes
    }

    /// Writes an object with the members that `body` writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes an array with the values that `body` writes.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    /// Writes a member whose value is an object with the members that `body` writes.
    public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// Writes a member whose value is an array with the values that `body` writes.
    public mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        array(body)
    }

    /// Writes a member, or nothing if the value is `nil`.
    public mutating func member(_ name: String, _ value: (some JSONWritable)?) {
        guard let value else { return }
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a member that is always there, as `null` if need be.
    public mutating func nullable(_ name: String, _ value: (some JSONWritable)?) {
        if let value {
            member(name, value)
        } else {
            member(name) { $0.null() }
        }
    }

    /// Writes a member whose value `body` writes, exactly one.
    public mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        body(&self)
    }

    public mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    public mutating func null() { token("null") }

    /// Writes the members `lat` and `lon`.
    public mutating func coordinate(_ coordinate: Coordinate) {
        member("lat") { $0.degrees(coordinate.latitude) }
        member("lon") { $0.degrees(coordinate.longitude) }
    }

    /// Writes an angle in degrees with at most seven decimals, about a centimetre on the ground.
    public mutating func degrees(_ degrees: Double) {
        guard abs(degrees) <= 1000 else { return value(degrees) }
        token(Self.text(degrees: degrees))
    }

    /// The same as text, for an angle from −1000 to 1000 degrees.
    public static func text(degrees: Double) -> String {
        let scaled = Int64((degrees * 1e7).rounded())
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        var text = (scaled < 0 ? "-" : "") + String(whole)
        if rest > 0 {
            text += "." + rest.zeroPadded(to: 7)
            while text.last == "0" { text.removeLast() }
        }
        return text
    }

    // MARK: - Tokens

    mutating func token(_ text: String) {
        separate()
        buffer.append(contentsOf: text.utf8)
    }

    mutating func quoted(_ text: String) {
        separate()
        buffer.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy(Self.isPlain) {
            buffer.append(contentsOf: text.utf8)
        } else {
            escape(text)
        }
        buffer.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                buffer.append(UInt8(ascii: "\\"))
                buffer.append(byte)
            case 0x20...: buffer.append(byte)
            case 0x0a: buffer.append(contentsOf: "\\n".utf8)
            case 0x0d: buffer.append(contentsOf: "\\r".utf8)
            case 0x09: buffer.append(contentsOf: "\\t".utf8)
            default:
                buffer.append(contentsOf: "\\u00".utf8)
                buffer.append(Hex.digit(byte >> 4))
                buffer.append(Hex.digit(byte))
            }
        }
    }

    private mutating func name(_ name: String) {
        quoted(name)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { buffer.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func container(
        _ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) -> Void
    ) {
        separate()
        buffer.append(opening)
        needsComma = false
        body(&self)
        buffer.append(closing)
        needsComma = true
    }
}
