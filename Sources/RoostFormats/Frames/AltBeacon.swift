import RoostCore

/// The open form of a proximity beacon (AltBeacon 1.0).
public struct AltBeacon: Hashable, Sendable {
    /// The manufacturer's company identifier.
    public var manufacturer: UInt16
    /// 20 bytes: the organisation's 16, and four for its beacons.
    public var id: [UInt8]
    /// What a receiver one metre away hears, in dBm, according to the manufacturer.
    public var referenceRSSI: Int8

    /// Reads the manufacturer data, which is always 26 bytes long.
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
