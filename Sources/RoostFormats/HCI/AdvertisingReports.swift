import RoostCore

/// Turns the HCI events of one controller into advertisements: legacy and extended reports (Core
/// Specification, volume 4, part E, 7.7.65.2 and 7.7.65.13).
public struct AdvertisingReports: Sendable {
    /// How many events were cut off or claimed more than they held; the reports before that count.
    public private(set) var malformedCount = 0
    private var fragments = AdvertisingFragments()

    public init() {}

    /// The advertisements that an event completes, in the order of its reports.
    ///
    /// - Parameter event: From the event code on, without the packet type that a transport puts
    ///   before it. An event other than an advertising report gives none.
    public mutating func advertisements(in event: ArraySlice<UInt8>) -> [Advertisement] {
        var reader = ByteReader(event)
        guard reader.skip(Self.leMetaEvent), let length = reader.byte() else { return [] }
        let isWhole = reader.count >= Int(length)
        var parameters = ByteReader(reader.rest.prefix(Int(length)))
        guard let subevent = parameters.byte(),
            subevent == Self.legacyReport || subevent == Self.extendedReport
        else { return [] }

        var advertisements: [Advertisement] = []
        var missing = Int(parameters.byte() ?? 0)
        while missing > 0 {
            if subevent == Self.legacyReport {
                guard let advertisement = Self.legacy(&parameters) else { break }
                advertisements.append(advertisement)
            } else {
                guard let fragment = Self.extended(&parameters) else { break }
                if let advertisement = fragments.add(fragment) {
                    advertisements.append(advertisement)
                }
            }
            missing -= 1
        }
        if missing > 0 || !isWhole { malformedCount += 1 }
        return advertisements
    }

    static let leMetaEvent: UInt8 = 0x3e
    static let legacyReport: UInt8 = 0x02
    static let extendedReport: UInt8 = 0x0d

    private static func legacy(_ reader: inout ByteReader) -> Advertisement? {
        guard let type = reader.byte(), let addressType = reader.byte(),
            let address: UInt64 = reader.little(bytes: 6), let length = reader.byte(),
            let data = reader.take(Int(length)), let rssi: Int8 = reader.little()
        else { return nil }
        return Advertisement(
            address: BluetoothAddress(address, hciType: addressType),
            rssi: RSSI(dBm: Double(rssi)), data: AdvertisingData(Array(data)),
            isScanResponse: type == 4)
    }

    private static func extended(_ reader: inout ByteReader) -> AdvertisingFragment? {
        guard let type: UInt16 = reader.little(), let addressType = reader.byte(),
            let address: UInt64 = reader.little(bytes: 6),
            // The PHYs on which it came.
            reader.take(2) != nil,
            let set = reader.byte(), let txPower: Int8 = reader.little(),
            let rssi: Int8 = reader.little(),
            // The interval of periodic advertising, and the target of a directed advertisement.
            reader.take(2 + 7) != nil,
            let length = reader.byte(), let data = reader.take(Int(length))
        else { return nil }
        return AdvertisingFragment(
            address: BluetoothAddress(address, hciType: addressType), set: set,
            rssi: RSSI(dBm: Double(rssi)), txPower: TxPower.dBm(txPower), data: data,
            isScanResponse: type & 1 << 3 != 0,
            status: .init(rawValue: UInt8(type >> 5 & 0x3)) ?? .truncated)
    }
}

extension BluetoothAddress {
    /// The type of an address in a report; `nil` for an anonymous one.
    ///
    /// 2 and 3 are public and random static addresses that the controller itself resolved.
    init?(_ rawValue: UInt64, hciType: UInt8) {
        switch hciType {
        case 0, 2: self.init(rawValue, isRandom: false)
        case 1, 3: self.init(rawValue, isRandom: true)
        default: return nil
        }
    }
}
