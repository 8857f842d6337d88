/// FNV-1a, 64 bits: a hash that is the same in every run, which Swift's own deliberately is not.
///
/// It names things (alerts, transitions, fixes) by their content. It guards against accidents, not
/// against an attacker.
public struct StableHash: Sendable {
    public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    public init() {}

    /// The hash of some bytes alone.
    public init(of bytes: [UInt8]) { combine(bytes) }

    public mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(byte) }
        combine(UInt8(0))
    }

    public mutating func combine(_ number: Int64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            combine(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    public mutating func combine(_ number: Double) {
        combine(Int64(bitPattern: number.bitPattern))
    }

    /// The bytes alone: unlike a text, they end without a mark.
    public mutating func combine(_ bytes: [UInt8]) {
        for byte in bytes { combine(byte) }
    }

    public mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// Sixteen hexadecimal digits.
    public var hex: String { value.zeroPadded(to: 16, radix: 16) }
}
