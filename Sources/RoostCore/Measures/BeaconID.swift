/// The stable identity behind advertisements, in its one canonical spelling: a kind, a colon, and
/// the rest in lower-case hex and decimal, such as `ibeacon:UUID:MAJOR:MINOR` or
/// `mac:AABBCCDDEEFF`.
///
/// Other spellings are made canonical where their bytes are read, never here.
public struct BeaconID: Hashable, Sendable, Codable {
    public let rawValue: String

    /// Takes a spelling that is already canonical.
    public init(canonical rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether it is a key that resolves the changing addresses of one device.
    var isKey: Bool { rawValue.hasPrefix("irk:") }

    /// The same key with its bytes in the other order, in which it resolves the same addresses.
    var reversedKey: BeaconID? {
        guard isKey else { return nil }
        var bytes: [Substring] = []
        var digits = rawValue.dropFirst(4)
        while !digits.isEmpty {
            bytes.append(digits.prefix(2))
            digits = digits.dropFirst(2)
        }
        return BeaconID(canonical: "irk:" + bytes.reversed().joined())
    }

    /// Whether it is what somebody called a tag, or a maker all tags of a kind.
    var isName: Bool { rawValue.hasPrefix("name:") }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension BeaconID: Comparable {
    public static func < (lhs: BeaconID, rhs: BeaconID) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension BeaconID: CustomStringConvertible {
    public var description: String { rawValue }
}
