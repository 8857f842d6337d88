/// The rules of UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Sequence {
    /// The length of the valid sequence at `index`; `nil` if there is none.
    static func length(in bytes: [UInt8], at index: Int) -> Int? {
        let lead = bytes[index]
        switch lead {
        case 0x00...0x7f:
            return 1
        case 0xc2...0xdf:
            return follows(bytes, index + 1, 0x80...0xbf) ? 2 : nil
        case 0xe0...0xef:
            let second: ClosedRange<UInt8> =
                lead == 0xe0 ? 0xa0...0xbf : lead == 0xed ? 0x80...0x9f : 0x80...0xbf
            guard follows(bytes, index + 1, second), follows(bytes, index + 2, 0x80...0xbf) else {
                return nil
            }
            return 3
        case 0xf0...0xf4:
            let second: ClosedRange<UInt8> =
                lead == 0xf0 ? 0x90...0xbf : lead == 0xf4 ? 0x80...0x8f : 0x80...0xbf
            guard follows(bytes, index + 1, second), follows(bytes, index + 2, 0x80...0xbf),
                follows(bytes, index + 3, 0x80...0xbf)
            else { return nil }
            return 4
        default:
            return nil
        }
    }

    private static func follows(
        _ bytes: [UInt8], _ index: Int, _ range: ClosedRange<UInt8>
    ) -> Bool {
        index < bytes.count && range.contains(bytes[index])
    }
}
