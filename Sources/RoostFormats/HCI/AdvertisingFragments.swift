import RoostCore

/// A fragment of an extended advertisement: a controller passes on at most 229 bytes per report.
struct AdvertisingFragment {
    /// What is known of the rest.
    enum Status: UInt8 {
        case complete, moreToCome, truncated
    }

    var address: BluetoothAddress?
    /// The number of the advertising set: one device may send several sets at the same time.
    var set: UInt8
    var rssi: RSSI?
    var txPower: Int?
    var data: ArraySlice<UInt8>
    var isScanResponse: Bool
    var status: Status
}

/// Joins the fragments of extended advertisements, by address and advertising set.
///
/// Advertisements that are never completed are bounded by `setLimit` and `lengthLimit`.
struct AdvertisingFragments {
    private struct Key: Hashable {
        var address: BluetoothAddress?
        var set: UInt8
        var isScanResponse: Bool
    }

    /// How many advertisements may be incomplete at a time; beyond that the oldest is dropped.
    private static let setLimit = 16
    /// The most that the Core Specification allows for the data of an advertisement, in bytes.
    private static let lengthLimit = 1650

    private var pending: [(key: Key, data: [UInt8])] = []

    /// The whole advertisement, if this was its last fragment.
    mutating func add(_ fragment: AdvertisingFragment) -> Advertisement? {
        let key = Key(
            address: fragment.address, set: fragment.set, isScanResponse: fragment.isScanResponse)
        var data: [UInt8] = []
        if let index = pending.firstIndex(where: { $0.key == key }) {
            data = pending.remove(at: index).data
        }
        data += fragment.data.prefix(Self.lengthLimit - data.count)
        guard fragment.status != .moreToCome else {
            if pending.count == Self.setLimit { pending.removeFirst() }
            pending.append((key, data))
            return nil
        }
        return Advertisement(
            address: fragment.address, rssi: fragment.rssi, data: AdvertisingData(data),
            reportedTxPower: fragment.txPower, isScanResponse: fragment.isScanResponse,
            isTruncated: fragment.status == .truncated)
    }
}
