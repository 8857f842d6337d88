/// The tags of networks that find lost things; what identifies such a tag changes.
enum FindNetworks {
    /// Whether the data of the service 0xFEAA, which is also Eddystone's, is that of a tag of
    /// Google's Find Hub: an identifier of 20 or 32 bytes that changes about every 17 minutes, and
    /// possibly one byte of flags.
    static func isFindHub(_ serviceData: ArraySlice<UInt8>) -> Bool {
        guard let type = serviceData.first, type & 0xfe == 0x40 else { return false }
        return [20, 21, 32, 33].contains(serviceData.count - 1)
    }

    /// Whether the data of the service 0xFD5A is that of a tag of Samsung's SmartThings Find.
    static func isSmartTag(_ serviceData: ArraySlice<UInt8>) -> Bool {
        serviceData.count >= 13 && serviceData.first.map { $0 & 0xf8 == 0x10 } ?? false
    }

    /// Whether the data of the service 0xFCB2 is that of a tag of any network that follows the
    /// rules against unwanted tracking (draft-ledvina-dult): its network, and flags.
    static func isUnwantedTracking(_ serviceData: ArraySlice<UInt8>) -> Bool {
        serviceData.count >= 2
    }

    /// The services by which a Tile is recognized: one in use, one not yet in use, and newer ones.
    static let tileServices: Set<UInt16> = [0xfeed, 0xfeec, 0xfd84]
}
