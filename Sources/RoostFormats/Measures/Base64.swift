/// Base64 as in RFC 4648: the standard alphabet, padded or not, and nothing between the digits.
enum Base64 {
    /// Returns `nil` if the text is not Base64.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: byte) else { return nil }
            group = group << 6 | UInt32(value)
            digits += 1
            if digits % 4 == 0 {
                result.append(UInt8(truncatingIfNeeded: group >> 16))
                result.append(UInt8(truncatingIfNeeded: group >> 8))
                result.append(UInt8(truncatingIfNeeded: group))
            }
        }
        guard padding == 0 || padding <= 2 && (digits + padding) % 4 == 0 else { return nil }
        switch digits % 4 {
        case 0: return result
        case 2 where group & 0xf == 0:
            result.append(UInt8(truncatingIfNeeded: group >> 4))
            return result
        case 3 where group & 0x3 == 0:
            result.append(UInt8(truncatingIfNeeded: group >> 10))
            result.append(UInt8(truncatingIfNeeded: group >> 2))
            return result
        default: return nil
        }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
