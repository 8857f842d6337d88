/// Hexadecimal digits.
enum Hex {
    @inline(__always)
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

    /// Four bits as a lower-case digit.
    static func digit(_ value: UInt8) -> UInt8 {
        let low = value & 0xf
        return low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10
    }
}

extension Hex {
    /// Two lower-case digits for each byte.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0)] }, as: UTF8.self)
    }

    /// The bytes that pairs of digits stand for; `nil` if the text holds anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap(value(of:))
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
