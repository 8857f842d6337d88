import RoostCore

/// Apple's proximity beacon.
struct IBeacon: Hashable {
    /// 16 bytes, the most significant one first.
    var uuid: [UInt8]
    var major: UInt16
    var minor: UInt16
    /// What a receiver one metre away hears, in dBm, according to the manufacturer.
    var measuredPower: Int8

    /// Reads the bytes after the type and the length in Apple's data: exactly 21.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let uuid = reader.take(16), let major: UInt16 = reader.big(),
            let minor: UInt16 = reader.big(), let measuredPower: Int8 = reader.big(),
            reader.count == 0
        else { return nil }
        self.uuid = Array(uuid)
        self.major = major
        self.minor = minor
        self.measuredPower = measuredPower
    }

    /// `nil` for an identity that many devices share.
    var beacon: BeaconID? {
        let number = UInt32(major) << 16 | UInt32(minor)
        return BeaconID(proximity: "ibeacon", uuid + number.bigEndianBytes)
    }
}

extension BeaconID {
    /// The identity of 20 bytes, the last four of which are two numbers.
    init?(proximity kind: String, _ bytes: [UInt8]) {
        self.init(spelling: "\(kind):\(Hex.text(bytes))")
    }
}
