public import RoostCore

/// The device address of an advertiser, with what its kind says of its stability.
public struct BluetoothAddress: Hashable, Sendable {
    /// What an address is worth as an identity (Core Specification, volume 6, part B, 1.3).
    public enum Kind: Hashable, Sendable {
        /// Registered to the manufacturer, and for life.
        case `public`
        /// Chosen by the device; kept at least until its power is cut, mostly for life.
        case randomStatic
        /// Changes about every quarter of an hour; anybody with the device's key can resolve it.
        case resolvable
        /// Changes at will and nobody can resolve it. The one reserved pattern counts as this.
        case nonResolvable
    }

    /// 48 bits, as the address is printed: the most significant byte first.
    public let rawValue: UInt64
    public let kind: Kind

    /// Drops bits above the lower 48; the top two bits of a random address give its kind.
    public init(_ rawValue: UInt64, isRandom: Bool) {
        self.rawValue = rawValue & 0xffff_ffff_ffff
        kind =
            switch (isRandom, self.rawValue >> 46) {
            case (false, _): .public
            case (true, 0b11): .randomStatic
            case (true, 0b01): .resolvable
            case (true, _): .nonResolvable
            }
    }

    /// Reads `AA:BB:CC:DD:EE:FF`, also with other separators or none.
    ///
    /// Most scanners do not say which kind an address is, and its bits alone do not show it: a
    /// public one may look like any other. Such an address counts as public, since one that belongs
    /// to nobody is not stored anywhere.
    init?(spelling text: String, isRandom: Bool = false) {
        guard let digits = BeaconSpelling.mac(Array(text.utf8)[...]),
            let value = UInt64(digits, radix: 16)
        else { return nil }
        self.init(value, isRandom: isRandom)
    }

    /// Whether the address stays, so that it is the identity of a device with no better one.
    public var isStable: Bool { kind == .public || kind == .randomStatic }

    /// The six bytes in printed order, the most significant one first.
    public var bytes: [UInt8] {
        stride(from: 40, through: 0, by: -8).map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    }

    /// The address as an identity, `mac:aabbccddeeff`, whether or not it is stable.
    public var beacon: BeaconID { BeaconID(canonical: "mac:" + Hex.text(bytes)) }
}

extension BluetoothAddress: CustomStringConvertible {
    /// `AA:BB:CC:DD:EE:FF`.
    public var description: String {
        bytes.map { Hex.text([$0]).uppercased() }.joined(separator: ":")
    }
}
