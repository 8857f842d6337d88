/// A Bluetooth Low Energy controller that only listens: HCI commands in, HCI events out.
///
/// It knows no clock and no device, so that it can be tested as a value. What it hears is told to it
/// with ``hear(_:)``; as with a real one, that reaches the host only while the host scans.
public struct VirtualController: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Of Bluetooth 4: it knows nothing of extended advertising.
        case legacy
        /// Of Bluetooth 5, and forgiving: it takes legacy and extended commands as they come.
        case extended
        /// Of Bluetooth 5, and strict: after the first command of one sort it refuses the other.
        case strict
    }

    /// How the host asked to scan.
    public struct Scan: Hashable, Sendable {
        public var isExtended: Bool
        public var filtersDuplicates: Bool
    }

    public let kind: Kind
    /// Six bytes, the most significant first, as an address is written.
    public let address: [UInt8]
    /// `nil` while the host does not scan.
    public private(set) var scan: Scan?
    /// Whether the commands since the last reset were extended ones; `nil` before the first.
    private var wasExtended: Bool?
    /// Who was reported since the scan began, for a host that wants each but once.
    private var reported: Set<[UInt8]> = []

    public init(kind: Kind, address: [UInt8]) {
        self.kind = kind
        self.address = address
    }

    /// The event that answers a command; `nil` for a packet that is none.
    public mutating func answer(_ packet: [UInt8]) -> [UInt8]? {
        guard packet.count >= 4, packet[0] == 0x01, packet.count == 4 + Int(packet[3]) else {
            return nil
        }
        let opcode = UInt16(packet[1]) | UInt16(packet[2]) << 8
        guard let command = Command(rawValue: opcode), knows(command) else {
            return [0x04, 0x0f, 4, Status.unknownCommand.rawValue, 1, packet[1], packet[2]]
        }
        let values = carryOut(command, Array(packet[4...]))
        return [0x04, 0x0e, UInt8(3 + values.count), 1, packet[1], packet[2]] + values
    }

    /// The events that tell the host of adverts, and how many of them they tell of.
    ///
    /// Adverts that are heard together share an event, as far as they fit.
    public mutating func hear(_ adverts: [Advert]) -> (events: [[UInt8]], count: Int) {
        guard let scan else { return ([], 0) }
        let heard = adverts.filter { advert in
            guard scan.isExtended || !advert.isExtended else { return false }
            return !scan.filtersDuplicates || reported.insert(advert.address).inserted
        }
        let reports = heard.flatMap {
            scan.isExtended ? $0.extendedReports : [$0.legacyReport]
        }
        return (events(of: reports, subevent: scan.isExtended ? 0x0d : 0x02), heard.count)
    }

    private func knows(_ command: Command) -> Bool {
        kind != .legacy || command.isExtended != true
    }

    /// - Returns: what follows the opcode in the answer: a status, and what was asked for.
    private mutating func carryOut(_ command: Command, _ parameters: [UInt8]) -> [UInt8] {
        if let isExtended = command.isExtended {
            if kind == .strict, wasExtended == !isExtended { return [Status.disallowed.rawValue] }
            wasExtended = isExtended
        }
        let success = Status.success.rawValue
        switch command {
        case .reset:
            self = VirtualController(kind: kind, address: address)
        case .setScanParameters, .setExtendedScanParameters:
            if scan != nil { return [Status.disallowed.rawValue] }
        case .setScanEnable, .setExtendedScanEnable:
            guard parameters.count >= 2 else { return [Status.invalidParameters.rawValue] }
            reported = []
            scan =
                parameters[0] == 0
                ? nil
                : Scan(
                    isExtended: command == .setExtendedScanEnable,
                    filtersDuplicates: parameters[1] != 0)
        case .readLocalVersion:
            let version: UInt8 = kind == .legacy ? 0x08 : 0x0b  // 4.2 and 5.2
            return [success, version, 0, 0, version, 0xff, 0xff, 0, 0]
        case .readLocalCommands:
            return [success] + Command.octets(where: knows)
        case .readLocalFeatures:
            return [success, 0, 0, 0, 0, 0x60, 0, 0, 0]  // Low Energy, and nothing else.
        case .readAddress:
            return [success] + address.reversed()
        case .readBufferSize:
            return [success, 251, 0, 3]
        case .readLowEnergyFeatures:
            return [success, 0, kind == .legacy ? 0 : 0x10, 0, 0, 0, 0, 0, 0]
        case .readSupportedStates:
            return [success, 0x10, 0, 0, 0, 0, 0, 0, 0]  // Passive scanning.
        case .readAcceptListSize:
            return [success, 8]
        case .readAdvertisingSets:
            return [success, 1]
        case .setEventMask, .setLowEnergyEventMask, .setRandomAddress, .clearAcceptList,
            .addToAcceptList, .removeFromAcceptList, .setExtendedAdvertisingEnable,
            .clearAdvertisingSets:
            break
        }
        return [success]
    }

    private func events(of reports: [[UInt8]], subevent: UInt8) -> [[UInt8]] {
        var events: [[UInt8]] = []
        for report in reports {
            if let last = events.indices.last, events[last].count + report.count <= 3 + 255 {
                events[last][2] += UInt8(report.count)
                events[last][4] += 1
                events[last] += report
            } else {
                events.append([0x04, 0x3e, UInt8(2 + report.count), subevent, 1] + report)
            }
        }
        return events
    }
}

private enum Status: UInt8 {
    case success = 0x00
    case unknownCommand = 0x01
    case disallowed = 0x0c
    case invalidParameters = 0x12
}
