import RoostCore

/// What an advertisement says in one of the known formats.
public enum Frame: Hashable, Sendable {
    case iBeacon(IBeacon)
    case altBeacon(AltBeacon)
    case eddystone(Eddystone)
    case ruuviTag(RuuviTag)
    case bthome(BTHome)
    case miBeacon(MiBeacon)
    case atcThermometer(ATCThermometer)
    case goveeThermometer(GoveeThermometer)
    case tile(Tile)
    case findMy(FindMy)
    case findHub(FindHub)
    case smartTag(SmartTag)
    case unwantedTracking(UnwantedTracking)
    case exposureNotification
    case nearbyInfo(NearbyInfo)
    /// Another message of an Apple device, such as 0x05 AirDrop, 0x07 pairing, 0x0C Handoff.
    case appleContinuity(type: UInt8)
}

extension AdvertisingData {
    /// Every known format in it, in order; malformed ones are left out.
    public var frames: [Frame] {
        var frames = structures.flatMap(\.frames)
        let isTile = frames.contains { if case .tile = $0 { true } else { false } }
        if !isTile, !Tile.services.isDisjoint(with: serviceUUIDs16) { frames.append(.tile(Tile())) }
        return frames
    }

    /// The 16-bit services that the device claims to have.
    public var serviceUUIDs16: [UInt16] {
        var uuids: [UInt16] = []
        for structure in structures
        where [.incompleteServiceUUIDs16, .completeServiceUUIDs16].contains(structure.type) {
            var reader = ByteReader(structure.value)
            while let uuid: UInt16 = reader.little() { uuids.append(uuid) }
        }
        return uuids
    }
}

extension ADStructure {
    /// The formats in this structure: at most one, except for Apple's.
    fileprivate var frames: [Frame] {
        var reader = ByteReader(value)
        switch type {
        case .manufacturerData:
            // Any manufacturer's beacon may be an AltBeacon.
            if let beacon = AltBeacon(manufacturerData: value) { return [.altBeacon(beacon)] }
            guard let company: UInt16 = reader.little() else { return [] }
            return Self.frames(company: company, reader.rest)
        case .serviceData16:
            guard let service: UInt16 = reader.little() else { return [] }
            return Self.frame(service: service, reader.rest).map { [$0] } ?? []
        default:
            return []
        }
    }

    private static func frames(company: UInt16, _ data: ArraySlice<UInt8>) -> [Frame] {
        switch company {
        case 0x004c: AppleMessage.frames(data)
        case 0x0499: RuuviTag(data).map { [.ruuviTag($0)] } ?? []
        case 0xec88: GoveeThermometer(data).map { [.goveeThermometer($0)] } ?? []
        default: []
        }
    }

    private static func frame(service: UInt16, _ data: ArraySlice<UInt8>) -> Frame? {
        switch service {
        case 0xfeaa:
            // Google uses Eddystone's service for its trackers too; their first bytes differ.
            FindHub(serviceData: data).map(Frame.findHub)
                ?? Eddystone(serviceData: data).map(Frame.eddystone)
        case 0xfcd2: BTHome(serviceData: data).map(Frame.bthome)
        case 0xfe95: MiBeacon(serviceData: data).map(Frame.miBeacon)
        case 0x181a: ATCThermometer(serviceData: data).map(Frame.atcThermometer)
        case 0xfd5a: SmartTag(serviceData: data).map(Frame.smartTag)
        case 0xfcb2: UnwantedTracking(serviceData: data).map(Frame.unwantedTracking)
        case 0xfd6f: .exposureNotification
        case let service where Tile.services.contains(service): .tile(Tile(serviceData: data))
        default: nil
        }
    }
}
