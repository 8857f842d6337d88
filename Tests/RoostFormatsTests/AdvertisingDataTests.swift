import RoostCore
import Testing

@testable import RoostFormats

@Suite("Advertising data")
struct AdvertisingDataTests {
    @Test(
        "Structures are read up to padding, or to one longer than the remaining data",
        arguments: [
            ("", [], false),
            ("020106", ["0106"], false),
            ("020106 03030ffe", ["0106", "030ffe"], false),
            ("0109", ["09"], false),
            ("020106 00 020aff", ["0106"], false),
            ("0000000000", [], false),
            ("020106 05", ["0106"], true),
            ("020106 05ff4c00", ["0106"], true),
            ("ff", [], true),
            ("02", [], true),
            ("0201", [], true),
        ])
    func structures(_ data: String, _ expected: [String], _ isMalformed: Bool) {
        let data = AdvertisingData(hex(data))
        #expect(data.structures.map(\.hex) == expected)
        #expect(data.isMalformed == isMalformed)
    }

    @Test("The longest possible structure is read whole")
    func longest() {
        let value = [UInt8](repeating: 7, count: 254)
        let data = AdvertisingData(structure: [0xff] + value)
        #expect(data.structures == [ADStructure(type: .manufacturerData, value: value[...])])
        #expect(!data.isMalformed)
    }

    @Test(
        "The complete name takes precedence over the short one, and must be valid UTF-8",
        arguments: [
            ("05 09 4b657973", "Keys"),
            ("03 08 4b65 05 09 4b657973", "Keys"),
            ("03 08 4b65", "Ke"),
            ("05 30 4b657973", "Keys"),
            // The code of a broadcast is a secret, and no name.
            ("05 2d 4b657973", nil),
            ("05 09 5a6fc3ab", "Zoë"),
            ("07 09 4b6579730000", "Keys"),
            ("04 09 5a6fc3", nil),
            ("04 09 5a6fc3 03 08 4b65", "Ke"),
            ("01 09", nil),
            ("03 09 0000", nil),
            ("05 09 eda08041", nil),
            ("", nil),
        ] as [(String, String?)])
    func name(_ data: String, _ expected: String?) {
        #expect(AdvertisingData(hex(data)).localName == expected)
    }

    @Test(
        "A sender's power is read if it is −127 to 20 dBm",
        arguments: [
            ("02 0a 00", 0), ("02 0a f4", -12), ("02 0a 14", 20), ("02 0a 81", -127),
            ("02 0a 15", nil), ("02 0a 7f", nil), ("02 0a 80", nil), ("01 0a", nil),
            ("03 0a 0000", nil), ("", nil),
        ] as [(String, Int?)])
    func txPower(_ data: String, _ expected: Int?) {
        #expect(AdvertisingData(hex(data)).txPowerLevel == expected)
    }

    @Test("The power in the extended header takes precedence over that in the data")
    func reportedTxPower() {
        let data = AdvertisingData(hex("02 0a f4"))
        var advertisement = Advertisement(address: nil, rssi: nil, data: data)
        #expect(advertisement.txPower == -12)
        advertisement.reportedTxPower = 8
        #expect(advertisement.txPower == 8)
    }

    @Test("A list of services yields all whole UUIDs in it")
    func services() {
        let data = AdvertisingData(hex("05 02 edfe0f18 04 03 0a18ff"))
        #expect(data.serviceUUIDs16 == [0xfeed, 0x180f, 0x180a])
    }

    @Test(
        "The top two bits of a random address tell its kind",
        arguments: [
            ("aabbccddeeff", .public, true), ("0abbccddeeff", .public, true),
            ("c0bbccddeeff?", .randomStatic, true), ("ffbbccddeeff?", .randomStatic, true),
            ("40bbccddeeff?", .resolvable, false), ("7fbbccddeeff?", .resolvable, false),
            ("3fbbccddeeff?", .nonResolvable, false), ("00bbccddeeff?", .nonResolvable, false),
            ("80bbccddeeff?", .nonResolvable, false),
        ] as [(String, BluetoothAddress.Kind, Bool)])
    func addresses(_ digits: String, _ kind: BluetoothAddress.Kind, _ isStable: Bool) {
        let address = BluetoothAddress(digits)
        #expect(address.kind == kind)
        #expect(address.isStable == isStable)
        #expect(address.beacon.rawValue == "mac:" + digits.prefix(12))
    }

    @Test("An address is printed with colons and capital letters")
    func addressDescription() {
        #expect(BluetoothAddress("0abbccddeef0").description == "0A:BB:CC:DD:EE:F0")
        #expect(BluetoothAddress(.max, isRandom: false).description == "FF:FF:FF:FF:FF:FF")
    }
}
