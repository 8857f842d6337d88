/// The type of an AD structure, by its assigned number (Assigned Numbers, 2.3).
public struct ADType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let flags = ADType(rawValue: 0x01)
    public static let incompleteServiceUUIDs16 = ADType(rawValue: 0x02)
    public static let completeServiceUUIDs16 = ADType(rawValue: 0x03)
    public static let shortenedLocalName = ADType(rawValue: 0x08)
    public static let completeLocalName = ADType(rawValue: 0x09)
    public static let serviceData16 = ADType(rawValue: 0x16)
    public static let broadcastName = ADType(rawValue: 0x30)
    public static let manufacturerData = ADType(rawValue: 0xff)
}

/// One element of an advertisement's data.
public struct ADStructure: Hashable, Sendable {
    public let type: ADType
    /// The bytes after the type; at most 254.
    public let value: ArraySlice<UInt8>
}

/// The data of one advertisement: a row of AD structures, each a length, a type and a value (Core
/// Specification, volume 3, part C, 11).
public struct AdvertisingData: Hashable, Sendable {
    /// All the bytes as they were on the air.
    public let bytes: [UInt8]
    /// The structures up to the first of length zero, which is padding, or the first that claims
    /// more bytes than there are.
    public let structures: [ADStructure]

    /// Never fails: a broken structure costs only what comes after it.
    public init(_ bytes: [UInt8]) {
        var structures: [ADStructure] = []
        var reader = ByteReader(bytes)
        while let length = reader.byte(), length > 0, let structure = reader.take(Int(length)),
            let type = structure.first
        {
            structures.append(
                ADStructure(type: ADType(rawValue: type), value: structure.dropFirst()))
        }
        self.bytes = bytes
        self.structures = structures
    }

    /// Joins structures; one that is too long for an advertisement is left out.
    init(joining structures: [ADStructure]) {
        self.init(
            structures.filter { $0.value.count < 255 }.flatMap {
                [UInt8($0.value.count + 1), $0.type.rawValue] + $0.value
            })
    }

    /// The bytes in lower-case hex.
    public var hex: String { Hex.text(bytes) }

    /// The values of all structures of a type, in their order.
    public func values(_ type: ADType) -> some Sequence<ArraySlice<UInt8>> {
        structures.lazy.filter { $0.type == type }.map(\.value)
    }

    /// The device's name: the complete one, else the shortened one, else that of a broadcast.
    ///
    /// `nil` if there is none or it is not UTF-8. Padding zeros are not part of it; any other
    /// character may be, including one that a terminal would obey.
    public var localName: String? {
        for type in [ADType.completeLocalName, .shortenedLocalName, .broadcastName] {
            for value in values(type) {
                let name = value.prefix { $0 != 0 }
                if !name.isEmpty, let name = String(validating: name, as: UTF8.self) { return name }
            }
        }
        return nil
    }
}

/// A transmit power.
enum TxPower {
    /// Within −127...20 dBm, which is what the Core Specification allows; 127 means unknown.
    static func dBm(_ value: Int8) -> Int? {
        (-127...20).contains(value) ? Int(value) : nil
    }
}
