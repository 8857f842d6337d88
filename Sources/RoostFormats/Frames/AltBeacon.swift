import RoostCore

/// The open form of a proximity beacon (AltBeacon 1.0).
public struct AltBeacon: Hashable, Sendable {
    /// The maker's company identifier.
    public var manufacturer: UInt16
    /// 20 bytes: the organisation's 16, and four for its beacons.
    public var id: [UInt8]
    /// What its maker says that a receiver one metre away hears, in dBm.
    public var referenceRSSI: Int8

    /// Reads the manufacturer's data, which has no other length than 26 bytes.
    init?(manufacturerData: ArraySlice<UInt8>) {
        var reader = ByteReader(manufacturerData)
        guard reader.count == 26, let manufacturer: UInt16 = reader.little(),
            reader.skip(0xbe, 0xac), let id = reader.take(20),
            let referenceRSSI: Int8 = reader.big()
        else { return nil }
        self.manufacturer = manufacturer
        self.id = Array(id)
        self.referenceRSSI = referenceRSSI
    }

    var beacon: BeaconID? { BeaconID(proximity: "altbeacon", id) }
}
