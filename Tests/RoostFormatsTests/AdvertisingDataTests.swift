import RoostCore
import Testing

@testable import RoostFormats

@Suite("Advertising data")
struct AdvertisingDataTests {
    @Test(
        "Structures are read up to padding, or to one longer than the remaining data",
        arguments: [
            ("", []),
            ("020106", ["0106"]),
            ("020106 03030ffe", ["0106", "030ffe"]),
            ("0109", ["09"]),
            ("020106 00 020aff", ["0106"]),
            ("0000000000", []),
            ("020106 05", ["0106"]),
            ("020106 05ff4c00", ["0106"]),
            ("ff", []),
            ("02", []),
            ("0201", []),
        ] as [(String, [String])])
    func structures(_ data: String, _ expected: [String]) {
        #expect(AdvertisingData(hex(data)).structures.map(\.hex) == expected)
    }

    @Test("The longest possible structure is read whole")
    func longest() {
        let value = [UInt8](repeating: 7, count: 254)
        let data = AdvertisingData(structure: [0xff] + value)
        #expect(data.structures == [ADStructure(type: .manufacturerData, value: value[...])])
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
