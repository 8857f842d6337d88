import VirtualController

/// A tag that speaks as an iBeacon, unlike any other in the machine.
struct Beacon: Hashable {
    let number: Int
    var rssi: Int8 = -60
    /// What follows the iBeacon in its data.
    var rest: [UInt8] = []

    private static let uuid: [UInt8] = [
        0xf7, 0x82, 0x6d, 0xa6, 0x4f, 0xa2, 0x4e, 0x98, 0x80, 0x24, 0xbc, 0x5b, 0x71, 0xe0, 0x89,
        0x3e,
    ]

    var id: String { "ibeacon:f7826da6-4fa2-4e98-8024-bc5b71e0893e:1:\(number)" }

    var address: String {
        "C0:00:00:00:\(hex([UInt8(number >> 8)])):\(hex([UInt8(number & 0xff)]))"
    }

    var data: [UInt8] {
        [2, 0x01, 0x06, 26, 0xff, 0x4c, 0x00, 0x02, 0x15] + Self.uuid
            + [0, 1, UInt8(number >> 8), UInt8(number & 0xff), 0xc5] + rest
    }
}

/// Two capital digits for each byte.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
}
