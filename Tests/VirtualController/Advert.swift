/// One advert as it is in the air.
public struct Advert: Hashable, Sendable {
    /// Six bytes, the most significant first, as an address is written.
    public var address: [UInt8]
    public var isRandom: Bool
    /// In dBm; 127 where the controller could not tell.
    public var rssi: Int8
    public var data: [UInt8]

    public init(address: [UInt8], isRandom: Bool, rssi: Int8, data: [UInt8]) {
        self.address = address
        self.isRandom = isRandom
        self.rssi = rssi
        self.data = data
    }

    /// Whether it takes a packet of Bluetooth 5, as only such a controller hears them.
    var isExtended: Bool { data.count > 31 }

    /// One report of an LE Advertising Report event; the data must fit.
    var legacyReport: [UInt8] {
        [0x03, isRandom ? 1 : 0] + address.reversed() + [UInt8(data.count)] + data
            + [UInt8(bitPattern: rssi)]
    }

    /// The reports of LE Extended Advertising Report events: one, or more where the data is long.
    var extendedReports: [[UInt8]] {
        let longest = 229
        let starts = Array(stride(from: 0, to: max(data.count, 1), by: longest))
        return starts.map { start in
            let piece = data[start..<min(start + longest, data.count)]
            let goesOn = start + longest < data.count
            let type: UInt8 = isExtended ? (goesOn ? 0x20 : 0x00) : 0x10
            return [type, 0, isRandom ? 1 : 0] + address.reversed()
                // Primary and secondary PHY, advertising set, transmit power (unknown).
                + [1, isExtended ? 1 : 0, isExtended ? 0 : 0xff, 0x7f, UInt8(bitPattern: rssi)]
                // No periodic advertising, directed at nobody.
                + [0, 0, 0, 0, 0, 0, 0, 0, 0]
                + [UInt8(piece.count)] + piece
        }
    }
}
