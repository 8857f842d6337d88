import RoostCore

/// What an advertisement says in one of the known formats.
enum Frame: Hashable {
    case iBeacon(IBeacon)
    case altBeacon(AltBeacon)
    case eddystone(Eddystone)
    case ruuviTag(RuuviTag)
    case bthome(BTHome)
    case miBeacon(MiBeacon)
    case atcThermometer(ATCThermometer)
    case goveeThermometer(GoveeThermometer)
    case tile
    case findMy(FindMy)
    case findHub, smartTag, unwantedTracking
    case exposureNotification
    /// Another message of an Apple device, such as AirDrop, pairing, Handoff, or what it does.
    case appleContinuity
}

extension AdvertisingData {
    /// Every known format in it, in order; malformed ones are left out.
    var frames: [Frame] {
        var frames = structures.flatMap(\.frames)
        let isTile = !FindNetworks.tileServices.isDisjoint(with: serviceUUIDs16)
        if isTile, !frames.contains(.tile) { frames.append(.tile) }
        return frames
    }

    /// Whether it holds nothing but what phones, watches and computers send.
    var isOfPhone: Bool {
        let frames = frames
        return !frames.isEmpty && frames.allSatisfy(\.isOfPhone)
    }

    /// The 16-bit services that the device claims to have.
    var serviceUUIDs16: [UInt16] {
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
            FindNetworks.isFindHub(data)
                ? .findHub : Eddystone(serviceData: data).map(Frame.eddystone)
        case 0xfcd2: BTHome(serviceData: data).map(Frame.bthome)
        case 0xfe95: MiBeacon(serviceData: data).map(Frame.miBeacon)
        case 0x181a: ATCThermometer(serviceData: data).map(Frame.atcThermometer)
        case 0xfd5a: FindNetworks.isSmartTag(data) ? .smartTag : nil
        case 0xfcb2: FindNetworks.isUnwantedTracking(data) ? .unwantedTracking : nil
        case 0xfd6f: .exposureNotification
        case let service where FindNetworks.tileServices.contains(service): .tile
        default: nil
        }
    }
}
