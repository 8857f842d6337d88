public import RoostCore

/// The key by which a device's bonded peers recognize its changing addresses (Core Specification,
/// volume 3, part H, 2.2.2): 128 bits, written in hex in either byte order.
public struct IdentityResolvingKey: Hashable, Sendable {
    /// The 16 bytes as they were written.
    public let bytes: [UInt8]

    /// Returns `nil` for any other length than 16 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == AES128.blockLength else { return nil }
        self.bytes = bytes
    }

    /// Reads 32 hex digits, or an identity made of them: `irk:…`.
    public init?(hex: String) {
        let digits = hex.hasPrefix("irk:") ? String(hex.dropFirst(4)) : hex
        guard let bytes = Hex.bytes(digits) else { return nil }
        self.init(bytes)
    }

    /// The identity of the device with this key, spelt as the key was written: scanners of all
    /// kinds are given the same text.
    public var beacon: BeaconID { BeaconID(canonical: "irk:" + Hex.text(bytes)) }

    /// Whether `address` is this device's, in whichever byte order the key was written.
    ///
    /// The address of another device passes for this one's about once in eight million times.
    public func resolves(_ address: BluetoothAddress) -> Bool {
        address.kind == .resolvable
            && (Self.resolves(address, AES128(key: bytes))
                || Self.resolves(address, AES128(key: bytes.reversed())))
    }

    /// Whether the lower half of the address is the hash of the upper one.
    private static func resolves(_ address: BluetoothAddress, _ key: AES128?) -> Bool {
        let zeros = [UInt8](repeating: 0, count: AES128.blockLength - 3)
        return key?.encrypt(zeros + address.bytes.prefix(3)).suffix(3)
            == address.bytes.suffix(3)
    }
}
