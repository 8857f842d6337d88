// The order of bytes in all packets of Bluetooth.

extension [UInt8] {
    func little16(at index: Int) -> UInt16? {
        guard index + 2 <= count else { return nil }
        return UInt16(self[index]) | UInt16(self[index + 1]) << 8
    }

    func little32(at index: Int) -> UInt32? {
        guard let low = little16(at: index), let high = little16(at: index + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }
}

extension UInt16 {
    var littleEndianBytes: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(self >> 8)] }
}
