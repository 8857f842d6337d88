import RoostCore

/// One device as a gateway heard it: the decoded values and, if the gateway is set to publish them
/// too, the parts of the advertisement.
struct TheengsAdvertisement {
    private enum Name: String, CaseIterable {
        case id, mac, rssi, uuid, major, minor, txpower, batt
        case addressType = "mac_type"
        case manufacturerData = "manufacturerdata"
        case serviceData = "servicedata"
        case serviceUUID = "servicedatauuid"
    }

    private static let names = Vocabulary<Name>()

    private var id: String?
    private var mac: String?
    private var addressType: Double?
    private var rssi: Double?
    private var manufacturerData: String?
    private var serviceData: String?
    private var serviceUUID: String?
    private var uuid: String?
    private var major: Double?
    private var minor: Double?
    private var power: Double?
    private var battery: Double?

    /// `nil` if it is not an advertisement, such as the answer to a query or a notice that a device
    /// is `absent`.
    init?(_ payload: [UInt8]) throws(Refusal) {
        try LenientReader.members(of: payload, Self.names) {
            (name, reader) throws(JSONError) in try take(name, &reader)
        }
        guard rssi != nil else { return nil }
        guard id != nil else { throw Refusal(.missingField, "id") }
    }

    private mutating func take(
        _ name: Name, _ reader: inout LenientReader
    ) throws(JSONError) {
        switch name {
        case .id: id = try reader.string("id")
        case .mac: mac = try reader.string("mac")
        case .rssi: rssi = try reader.number("rssi")
        case .addressType: addressType = try reader.numberIfAny()
        case .manufacturerData: manufacturerData = try reader.string("manufacturerdata")
        case .serviceData: serviceData = try reader.string("servicedata")
        case .serviceUUID: serviceUUID = try reader.string("servicedatauuid")
        case .uuid: uuid = try reader.string("uuid")
        case .major: major = try reader.numberIfAny()
        case .minor: minor = try reader.numberIfAny()
        case .txpower: power = try reader.numberIfAny()
        case .batt: battery = try reader.numberIfAny()
        }
    }

    /// `nil` for a device that nobody can track.
    var sighting: Sighting? {
        guard let id, let rssi else { return nil }
        // An iBeacon's UUID may take the place of the address.
        let address = BluetoothAddress(
            spelling: mac ?? id, isRandom: addressType == 1 || addressType == 3)
        let advertisement = Advertisement(
            address: address, rssi: RSSI(dBm: rssi), data: AdvertisingData(joining: structures))
        guard
            var sighting = Sighting(advertisement)
                ?? (address == nil ? BeaconID(spelling: id) : nil).map({
                    Sighting(beacon: $0, rssi: advertisement.rssi)
                })
        else { return nil }
        sighting.battery = sighting.battery ?? batteryLevel(battery)
        return sighting
    }

    private var structures: [ADStructure] {
        var structures: [ADStructure] = []
        if let data = manufacturerData.flatMap(Hex.bytes) ?? iBeacon {
            structures.append(ADStructure(type: .manufacturerData, value: data[...]))
        }
        if let service, let data = serviceData.flatMap(Hex.bytes) {
            let bytes = service.bigEndianBytes.reversed() + data
            structures.append(ADStructure(type: .serviceData16, value: bytes[...]))
        }
        return structures
    }

    /// `0xfcd2` or `fcd2`.
    private var service: UInt16? {
        guard let serviceUUID else { return nil }
        let digits = serviceUUID.hasPrefix("0x") ? serviceUUID.dropFirst(2) : serviceUUID[...]
        return digits.utf8.count == 4 ? UInt16(digits, radix: 16) : nil
    }

    /// The manufacturer data of the iBeacon that the gateway decoded, with power 0 if the gateway
    /// took the power for a voltage.
    private var iBeacon: [UInt8]? {
        guard let uuid = uuid.flatMap({ Hex.bytes($0.filter { $0 != "-" }) }), uuid.count == 16,
            let major = major.flatMap(UInt16.init(exactly:)),
            let minor = minor.flatMap(UInt16.init(exactly:))
        else { return nil }
        let power = power.flatMap(Int8.init(exactly:)) ?? 0
        return [0x4c, 0x00, 0x02, 0x15] + uuid + major.bigEndianBytes + minor.bigEndianBytes
            + [UInt8(bitPattern: power)]
    }
}
