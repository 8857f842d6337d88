/// The parts of the spellings of beacons, each from bytes to its canonical text.
enum BeaconSpelling {
    /// `AA:BB:CC:DD:EE:FF`, also with dashes or dots, or with no separators.
    static func mac(_ bytes: ArraySlice<UInt8>) -> String? {
        let separators = ":-.".utf8
        switch bytes.count {
        case 12:
            return hex(bytes, 12)
        case 17, 14:
            let group = bytes.count == 17 ? 2 : 4
            let separator = bytes[bytes.startIndex + group]
            guard separators.contains(separator) else { return nil }
            var digits: [UInt8] = []
            for (offset, byte) in bytes.enumerated() {
                if offset % (group + 1) == group {
                    guard byte == separator else { return nil }
                } else {
                    digits.append(byte)
                }
            }
            return hex(digits[...], 12)
        default:
            return nil
        }
    }

    /// A UUID, with or without dashes, usually followed by a major and a minor number; or all of
    /// them as the 40 hex digits that are on the air.
    static func proximity(_ bytes: ArraySlice<UInt8>) -> String? {
        if let all = hex(bytes, 40) {
            let major = UInt16(all.dropFirst(32).prefix(4), radix: 16) ?? 0
            let minor = UInt16(all.dropFirst(36), radix: 16) ?? 0
            return dashed(all.prefix(32)) + ":\(major):\(minor)"
        }
        let isDashed = bytes.dropFirst(8).first == UInt8(ascii: "-")
        let length = isDashed ? 36 : 32
        guard bytes.count >= length else { return nil }
        var digits = bytes.prefix(length)
        if isDashed {
            for offset in [8, 13, 18, 23] where bytes[bytes.startIndex + offset] != 0x2d {
                return nil
            }
            digits = digits.filter { $0 != UInt8(ascii: "-") }[...]
        }
        guard let uuid = hex(digits, 32).map({ dashed($0[...]) }) else { return nil }
        let rest = bytes.dropFirst(length)
        guard !rest.isEmpty else { return uuid }
        let numbers = rest.split(omittingEmptySubsequences: false) { isSeparator($0) }
        guard numbers.count == 3, numbers[0].isEmpty, let major = number(numbers[1]),
            let minor = number(numbers[2])
        else { return nil }
        return uuid + ":\(major):\(minor)"
    }

    /// Ten bytes of namespace and six of instance.
    ///
    /// ESPresense prints the fifth byte of the namespace twice; the second one is dropped here.
    static func eddystone(_ bytes: ArraySlice<UInt8>) -> String? {
        if let all = hex(bytes, 32) { return all.prefix(20) + ":" + all.suffix(12) }
        let parts = bytes.split(omittingEmptySubsequences: false) { ":-".utf8.contains($0) }
        guard parts.count == 2, let instance = hex(parts[1], 12) else { return nil }
        if let namespace = hex(parts[0], 20) { return namespace + ":" + instance }
        guard let doubled = hex(parts[0], 22),
            doubled.dropFirst(8).prefix(2) == doubled.dropFirst(10).prefix(2)
        else { return nil }
        return doubled.prefix(10) + doubled.dropFirst(12) + ":" + instance
    }

    /// Exactly `count` hexadecimal digits, in lower case.
    static func hex(_ bytes: ArraySlice<UInt8>, _ count: Int) -> String? {
        guard bytes.count == count, bytes.allSatisfy(Hex.isDigit) else { return nil }
        return String(decoding: bytes.map { $0 < 0x41 ? $0 : $0 | 0x20 }, as: UTF8.self)
    }

    /// Whether the byte separates the parts of a proximity identity.
    static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// A 16-bit decimal number.
    static func number(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard (1...5).contains(digits.count) else { return nil }
        var number: UInt32 = 0
        for digit in digits {
            let value = digit &- UInt8(ascii: "0")
            guard value < 10 else { return nil }
            number = number * 10 + UInt32(value)
        }
        return UInt16(exactly: number)
    }

    private static func dashed(_ digits: Substring) -> String {
        var uuid = ""
        for (offset, digit) in digits.enumerated() {
            if offset == 8 || offset == 12 || offset == 16 || offset == 20 { uuid.append("-") }
            uuid.append(digit)
        }
        return uuid
    }
}
