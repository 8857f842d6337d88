/// A tag of Google's Find Hub network, which shares its service with Eddystone.
public struct FindHub: Hashable, Sendable {
    /// Whether it has been away from its owner for long, and so warns strangers who carry it.
    public var isSeparated: Bool

    /// Reads the data of the service 0xFEAA: an identifier of 20 or 32 bytes that changes about
    /// every 17 minutes, and possibly one byte of flags.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        guard let type = reader.byte(), type & 0xfe == 0x40,
            [20, 21, 32, 33].contains(reader.count)
        else { return nil }
        isSeparated = type == 0x41
    }
}

/// A tag of Samsung's SmartThings Find network.
public struct SmartTag: Hashable, Sendable {
    /// 0...7: 1 is away from its owner for a short time, 2 offline, 3 offline for long, 4 and above
    /// connected.
    public var state: UInt8
    public var battery: Battery
    public var hasUltraWideband: Bool

    public enum Battery: UInt8, Hashable, Sendable {
        case veryLow, low, medium, full
    }

    /// Reads the data of the service 0xFD5A; the identifier in it changes.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        guard let first = reader.byte(), first & 0xf8 == 0x10, reader.take(11) != nil,
            let flags = reader.byte(), let battery = Battery(rawValue: flags & 0x3)
        else { return nil }
        state = first & 0x07
        self.battery = battery
        hasUltraWideband = flags & 0x04 != 0
    }
}

/// A tag of any network that follows the rules against unwanted tracking (draft-ledvina-dult).
public struct UnwantedTracking: Hashable, Sendable {
    /// 1 is Apple's network, 2 Google's.
    public var network: UInt8
    public var isNearOwner: Bool

    /// Reads the data of the service 0xFCB2.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        guard let network = reader.byte(), let flags = reader.byte() else { return nil }
        self.network = network
        isNearOwner = flags & 0x01 != 0
    }
}
