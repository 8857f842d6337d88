import RoostCore
import Testing

@testable import RoostFormats

@Suite("Frames")
struct FrameTests {
    /// A good structure of each format, type first, and from how many bytes on it is one.
    static let good: [(kind: String, structure: String, shortest: Int)] = [
        ("iBeacon", "ff 4c000215 fda50693a4e24fb1afcfc6eb07647825 000a 0007 c5", 26),
        ("AltBeacon", "ff 1801beac fda50693a4e24fb1afcfc6eb07647825 000a0007 c5 00", 27),
        ("Eddystone-UID", "16 aafe00ed 00010203040506070809 aabbccddeeff 0000", 21),
        ("Eddystone-URL", "16 aafe10ed 03 7275757669 07", 6),
        ("Eddystone-TLM", "16 aafe2000 0bb8 1540 00000064 00000320", 17),
        ("Eddystone-TLM", "16 aafe2001 000102030405060708090a0b 0c0d 0e0f", 21),
        ("Eddystone-EID", "16 aafe30ed 0001020304050607", 13),
        ("RuuviTag", "ff 9904 0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F", 27),
        ("Tile", "16 edfe 0200 0001020304050607", 3),
        ("Tile", "03 edfe", 3),
        ("BTHome", "16 d2fc 40 0164 04138a01", 4),
        ("MiBeacon", "16 95fe 5020 aa01 fe 9bb8dda8654c 0d1004b2007502", 14),
        ("ATC thermometer", "16 1a18 a4c138112233 00e7 32 5a 0b5e 07", 16),
        ("ATC thermometer", "16 1a18 33221138c1a4 0609 8813 5e0b 5a 07 05", 18),
        ("Govee thermometer", "ff 88ec 00 03519e 64 00", 9),
        (
            "AirTag",
            "ff 4c001219 10 000102030405060708090a0b0c0d0e0f101112131415 01 00", 30
        ),
        ("Find My", "ff 4c001202 6001", 7),
        ("Find Hub", "16 aafe41 000102030405060708090a0b0c0d0e0f10111213 80", 24),
        ("SmartTag", "16 5afd 13 aabbcc 0001020304050607 06 0000 00000000", 16),
        ("tracker", "16 b2fc 02 01", 5),
        ("exposure notification", "16 6ffd 000102030405060708090a0b0c0d0e0f 00010203", 3),
        ("Apple", "ff 4c001005 5b1c aabbcc", 10),
        ("Apple", "ff 4c000c0e 0001020304050607 08090a0b0c0d", 19),
    ]

    private func kinds(_ structure: some Sequence<UInt8>) -> [String] {
        AdvertisingData(structure: Array(structure)).frames.map(\.kind)
    }

    @Test("A frame is recognized from its shortest length on, and not below it", arguments: good)
    func truncations(_ kind: String, _ structure: String, _ shortest: Int) {
        let whole = hex(structure)
        for count in 1..<shortest {
            #expect(kinds(whole.prefix(count)) == [], "\(count) bytes")
        }
        for count in shortest...whole.count {
            #expect(kinds(whole.prefix(count)) == [kind], "\(count) bytes")
        }
    }

    @Test(
        "Data that only begins like a frame is not recognized",
        arguments: [
            // A length or a type that Apple's messages do not have.
            "ff 4c000214 fda50693a4e24fb1afcfc6eb07647825 000a 0007",
            "ff 4c000216 fda50693a4e24fb1afcfc6eb07647825 000a 0007 c500",
            "ff 4c001218 10 000102030405060708090a0b0c0d0e0f101112131415 01",
            "ff 4c00", "ff", "16", "16 aafe", "16 aafe05", "16 aafe2002 00",
            // A scheme and a character that addresses of the web do not have.
            "16 aafe10ed 04 61", "16 aafe10ed 03 6120", "16 aafe10ed 03 617f", "16 aafe10ed 03 0e",
            "ff 1801beac fda50693a4e24fb1afcfc6eb07647825 000a0007 c5 00 00",
            "ff 1801acbe fda50693a4e24fb1afcfc6eb07647825 000a0007 c5 00",
            // Other versions, and a length that tells that it is something else.
            "ff 9904 0412FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
            "ff 9904 0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F00",
            "16 d2fc 20 0164", "16 d2fc 60 0164", "16 d2fc 41 00112233 f08ecb",
            "16 1a18 a4c138112233 00e7 65 5a 0b5e 07", "16 1a18 a4c138112233 00e7 32 65 0b5e 07",
            "16 1a18 33221138c1a4 0609 1127 5e0b 5a 07 05", "16 1a18 2c01",
            "ff 88ec 01 03519e 64 00", "16 aafe42 000102030405060708090a0b0c0d0e0f10111213",
            "16 aafe40 000102030405060708090a0b0c0d0e0f1011121314 00",
            "16 5afd 03 aabbcc 0001020304050607 06", "16 0102 aabbcc", "21 edfe", "03 0fed",
        ])
    func others(_ structure: String) {
        #expect(kinds(hex(structure)) == [])
    }

    @Test("Several Apple messages are read side by side, and a truncated one is skipped")
    func appleMessages() {
        let nearby = "10025b1c"
        let beacon = "0215fda50693a4e24fb1afcfc6eb07647825000a0007c5"
        #expect(kinds(hex("ff4c00" + nearby + beacon)) == ["Apple", "iBeacon"])
        #expect(kinds(hex("ff4c00" + nearby + beacon.dropLast(2))) == ["Apple"])
        #expect(kinds(hex("ff4c00" + beacon + "00")) == ["iBeacon"])
    }

    @Test("An iBeacon's UUID, numbers and power are read")
    func iBeacon() throws {
        let data = AdvertisingData(structure: hex(Self.good[0].structure))
        guard case .iBeacon(let beacon)? = data.frames.first else {
            Issue.record("no iBeacon")
            return
        }
        #expect(beacon.uuid == hex("fda50693a4e24fb1afcfc6eb07647825"))
        #expect([beacon.major, beacon.minor] == [10, 7])
        #expect(beacon.measuredPower == -59)
    }

    @Test(
        "A compressed Eddystone URL is expanded",
        arguments: [
            ("00 6162 00 63", "http://www.ab.com/c"), ("01 61 07", "https://www.a.com"),
            ("02 61 0d", "http://a.gov"), ("03 61 06", "https://a.gov/"),
            ("03 61 01 61 08", "https://a.org/a.org"), ("03", "https://"),
        ])
    func eddystoneURL(_ encoded: String, _ url: String) {
        let frames = AdvertisingData(structure: hex("16aafe10ed" + encoded)).frames
        #expect(frames == [.eddystone(.url(txPower: -19, url))])
    }
}
