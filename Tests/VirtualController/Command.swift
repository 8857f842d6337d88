/// The HCI commands that the virtual controller knows, by opcode (Core Specification, volume 4).
enum Command: UInt16, CaseIterable {
    case setEventMask = 0x0c01
    case reset = 0x0c03
    case readLocalVersion = 0x1001
    case readLocalCommands = 0x1002
    case readLocalFeatures = 0x1003
    case readAddress = 0x1009
    case setLowEnergyEventMask = 0x2001
    case readBufferSize = 0x2002
    case readLowEnergyFeatures = 0x2003
    case setRandomAddress = 0x2005
    case setScanParameters = 0x200b
    case setScanEnable = 0x200c
    case readAcceptListSize = 0x200f
    case clearAcceptList = 0x2010
    case addToAcceptList = 0x2011
    case removeFromAcceptList = 0x2012
    case readSupportedStates = 0x201c
    case setExtendedAdvertisingEnable = 0x2039
    case readAdvertisingSets = 0x203b
    case clearAdvertisingSets = 0x203d
    case setExtendedScanParameters = 0x2041
    case setExtendedScanEnable = 0x2042

    /// To which of the two sorts that must not be mixed it belongs; `nil` for neither.
    var isExtended: Bool? {
        switch self {
        case .setScanParameters, .setScanEnable: false
        case .setExtendedAdvertisingEnable, .readAdvertisingSets, .clearAdvertisingSets,
            .setExtendedScanParameters, .setExtendedScanEnable:
            true
        default: nil
        }
    }

    /// Its place in the 64 octets that list the supported commands.
    private var place: (octet: Int, bit: UInt8) {
        switch self {
        case .setEventMask: (5, 6)
        case .reset: (5, 7)
        case .readLocalVersion: (14, 3)
        // The list itself has no bit; a host that reads it knows.
        case .readLocalCommands, .readLocalFeatures: (14, 5)
        case .readAddress: (15, 1)
        case .setLowEnergyEventMask: (25, 0)
        case .readBufferSize: (25, 1)
        case .readLowEnergyFeatures: (25, 2)
        case .setRandomAddress: (25, 4)
        case .setScanParameters: (26, 2)
        case .setScanEnable: (26, 3)
        case .readAcceptListSize: (26, 6)
        case .clearAcceptList: (26, 7)
        case .addToAcceptList: (27, 0)
        case .removeFromAcceptList: (27, 1)
        case .readSupportedStates: (28, 3)
        case .setExtendedAdvertisingEnable: (36, 5)
        case .readAdvertisingSets: (36, 7)
        case .clearAdvertisingSets: (37, 1)
        case .setExtendedScanParameters: (37, 5)
        case .setExtendedScanEnable: (37, 6)
        }
    }

    /// The 64 octets of those commands that `isKnown` picks.
    static func octets(where isKnown: (Command) -> Bool) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: 64)
        for command in allCases where isKnown(command) {
            octets[command.place.octet] |= 1 << command.place.bit
        }
        return octets
    }
}
