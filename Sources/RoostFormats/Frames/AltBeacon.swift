import RoostCore

/// The open form of a proximity beacon (AltBeacon 1.0).
struct AltBeacon: Hashable {
    /// 20 bytes: the organisation's 16, and four for its beacons.
    var id: [UInt8]
    /// What a receiver one metre away hears, in dBm, according to the manufacturer.
    var referenceRSSI: Int8

    /// Reads the manufacturer data, which is always 26 bytes long; the first two are the
    /// manufacturer's company identifier.
    init?(manufacturerData: ArraySlice<UInt8>) {
        var reader = ByteReader(manufacturerData)
        guard reader.count == 26, reader.take(2) != nil, reader.skip(0xbe, 0xac),
            let id = reader.take(20), let referenceRSSI: Int8 = reader.big()
        else { return nil }
        self.id = Array(id)
        self.referenceRSSI = referenceRSSI
    }

    var beacon: BeaconID? { BeaconID(proximity: "altbeacon", id) }
}
