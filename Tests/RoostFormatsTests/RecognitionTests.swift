import RoostCore
import Testing

@testable import RoostFormats

@Suite("Recognizing who sent an advertisement")
struct RecognitionTests {
    private static let uuid = "fda50693a4e24fb1afcfc6eb07647825"
    private static let iBeacon = "1aff4c000215" + uuid + "000a0007c5"
    private static let random = "52fe0a1b2c3d?"

    private func recognize(
        _ address: String?, _ data: String, keys: Recognizer.Keys = .init(),
        at time: Timestamp = Timestamp(milliseconds: 0)
    ) -> Recognition {
        var recognizer = Recognizer(keys: keys)
        let advertisement = Advertisement(
            address: address.map { BluetoothAddress($0) }, rssi: nil,
            data: AdvertisingData(hex(data)))
        return recognizer.recognize(advertisement, at: time)
    }

    struct Case: CustomTestStringConvertible {
        var address: String?
        var data: String
        var kind: String
        var beacon: String?
        var alias: String?
        var power: Int?
        var battery: Int?

        var testDescription: String { "\(kind) from \(address ?? "nobody")" }
    }

    @Test(
        "An advertisement gives an identity, an alias if its address is stable, or a kind",
        arguments: [
            Case(
                address: "aabbccddeeff", data: "020106" + iBeacon, kind: "iBeacon",
                beacon: "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7",
                alias: "mac:aabbccddeeff", power: -59),
            Case(
                address: random, data: iBeacon, kind: "iBeacon",
                beacon: "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7", power: -59),
            Case(
                data: iBeacon, kind: "iBeacon",
                beacon: "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7", power: -59),
            // All Govee thermometers send this one.
            Case(
                address: "a4c138112233",
                data: "1aff4c000215 494e54454c4c495f524f434b535f4857 5075f2ffc2", kind: "iBeacon",
                beacon: "mac:a4c138112233", power: -62),
            Case(
                address: "c0bbccddeeff?", data: "1bff1801beac\(uuid)000a0007be00",
                kind: "AltBeacon", beacon: "altbeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7",
                alias: "mac:c0bbccddeeff", power: -66),
            Case(
                address: random, data: "0303aafe 1516aafe00ee00010203040506070809aabbccddeeff",
                kind: "Eddystone-UID", beacon: "eddystone:00010203040506070809:aabbccddeeff",
                power: -59),
            Case(
                address: "aabbccddeeff", data: "0c16aafe10ee03 5275757669 07",
                kind: "Eddystone-URL", beacon: "eddystone-url:https://ruuvi.com",
                alias: "mac:aabbccddeeff", power: -59),
            Case(
                address: "aabbccddeeff", data: "0d16aafe10ee03 727576692300 41",
                kind: "Eddystone-URL", beacon: "mac:aabbccddeeff", power: -59),
            Case(
                address: "aabbccddeeff", data: "1116aafe2000 0bb8 1540 00000064 00000320",
                kind: "Eddystone-TLM", beacon: "mac:aabbccddeeff"),
            Case(
                address: "c0bbccddeeff?", data: "0d16aafe30ee0001020304050607",
                kind: "Eddystone-EID", power: -59),
            Case(
                address: "cbb8334c884f?",
                data: "1bff99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
                kind: "RuuviTag", beacon: "mac:cbb8334c884f"),
            Case(
                address: "aabbccddeeff",
                data: "1bff99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
                kind: "RuuviTag", beacon: "mac:cbb8334c884f", alias: "mac:aabbccddeeff"),
            Case(
                address: "cbb8334c884f?",
                data: "1bff99040512FC5394C37C0004FFFC040CAC364200CDFFFFFFFFFFFF",
                kind: "RuuviTag", beacon: "mac:cbb8334c884f"),
            Case(
                address: "d0bbccddeeff?", data: "0303edfe 0d16edfe02000001020304050607",
                kind: "Tile", beacon: "tile:d0bbccddeeff", alias: "mac:d0bbccddeeff"),
            Case(
                address: "d0bbccddeeff?", data: "0303edfe", kind: "Tile",
                beacon: "tile:d0bbccddeeff", alias: "mac:d0bbccddeeff"),
            Case(address: random, data: "0303edfe", kind: "Tile"),
            Case(
                address: "5448e68f80a5", data: "0616d2fc400161", kind: "BTHome",
                beacon: "mac:5448e68f80a5", battery: 97),
            Case(
                address: "4c65a8ddb89b", data: "151695fe5020aa01fe9bb8dda8654c0d1004b2007502",
                kind: "MiBeacon", beacon: "mac:4c65a8ddb89b"),
            Case(
                address: "a4c138112233", data: "10161a18a4c13811223300e7325a0b5e07",
                kind: "ATC thermometer", beacon: "mac:a4c138112233", battery: 90),
            Case(
                address: "a4c138112233", data: "09ff88ec0003519e6400", kind: "Govee thermometer",
                beacon: "mac:a4c138112233", battery: 100),
            // What changes its address on purpose has no identity, however its address looks.
            Case(
                address: "c0bbccddeeff?",
                data: "1eff4c001219100001020304050607\(uuid.prefix(30))0100", kind: "AirTag"),
            Case(address: "aabbccddeeff", data: "07ff4c0012026001", kind: "Find My"),
            Case(
                address: "c0bbccddeeff?",
                data: "1816aafe41000102030405060708090a0b0c0d0e0f10111213", kind: "Find Hub"),
            Case(
                address: "c0bbccddeeff?", data: "10165afd13aabbcc000102030405060706",
                kind: "SmartTag"),
            Case(address: "c0bbccddeeff?", data: "0516b2fc0201", kind: "tracker"),
            Case(
                address: "2abbccddeeff?", data: "03036ffd 0316 6ffd", kind: "exposure notification"),
            Case(address: random, data: "0aff4c0010055b1caabbcc", kind: "Apple"),
            Case(
                address: "aabbccddeeff", data: "0aff4c0010055b1caabbcc", kind: "Apple",
                beacon: "mac:aabbccddeeff"),
            Case(
                address: "aabbccddeeff", data: "", kind: "public address",
                beacon: "mac:aabbccddeeff"),
            Case(
                address: "c0bbccddeeff?", data: "05", kind: "random static address",
                beacon: "mac:c0bbccddeeff"),
            Case(address: random, data: "", kind: "resolvable address"),
            Case(address: "2abbccddeeff?", data: "", kind: "non-resolvable address"),
            Case(data: "", kind: "anonymous"),
        ])
    func cases(_ sent: Case) {
        let expected = Recognition(
            kind: sent.kind, beacon: sent.beacon.map(BeaconID.init(canonical:)),
            alias: sent.alias.map(BeaconID.init(canonical:)), calibratedPower: sent.power,
            battery: sent.battery)
        let recognition = recognize(sent.address, sent.data)
        #expect(recognition == expected)
        // The gateway reads what a node wrote as it reads everybody's spelling.
        for identity in [recognition.beacon, recognition.alias].compactMap({ $0 }) {
            #expect(BeaconID(spelling: identity.rawValue) == identity)
        }
    }

    @Test(
        "A recognized beacon equals its spelling in other scanners",
        arguments: [
            (iBeacon, "iBeacon:FDA50693-A4E2-4FB1-AFCF-C6EB07647825-10-7"),
            (iBeacon, "fda50693a4e24fb1afcfc6eb07647825_10_7"),
            ("1bff1801beac\(uuid)000a0007c500", "altBeacon:\(uuid)-10-7"),
            (
                "1516aafe00ee00010203040506070809aabbccddeeff",
                "eddy:0001020304040506070809-aabbccddeeff"
            ),
            ("0303edfe", "Tile:D0:BB:CC:DD:EE:FF"),
            ("0616d2fc400161", "D0-BB-CC-DD-EE-FF"),
        ])
    func spellings(_ data: String, _ spelling: String) {
        #expect(recognize("d0bbccddeeff?", data).beacon == BeaconID(spelling: spelling))
    }

    @Test(
        "An implausible calibrated power at one metre is ignored",
        arguments: [
            ("c5", -59), ("81", -127), ("ff", -1), ("00", nil), ("7f", nil), ("80", nil),
        ] as [(String, Int?)])
    func calibratedPower(_ power: String, _ expected: Int?) {
        let data = "1aff4c000215\(Self.uuid)000a0007" + power
        #expect(recognize("aabbccddeeff", data).calibratedPower == expected)
    }

    @Test("The name is read")
    func name() {
        #expect(recognize("aabbccddeeff", "05094b657973").name == "Keys")
    }

    @Test("A phone with a known key is that phone, even while an app makes it a beacon")
    func phone() throws {
        let key = try #require(IdentityResolvingKey(hex: "ec0234a357c8ad05341010a60a397d9b"))
        let keys = Recognizer.Keys(identityResolvingKeys: [key])
        let phone = recognize("7081940dfbaa?", "0aff4c0010055b1caabbcc", keys: keys)
        #expect(phone.beacon?.rawValue == "irk:ec0234a357c8ad05341010a60a397d9b")
        #expect(phone.alias == nil)
        #expect(phone.kind == "Apple")
        let beacon = recognize("7081940dfbaa?", Self.iBeacon, keys: keys)
        #expect(beacon.beacon == phone.beacon)
        #expect(beacon.alias?.rawValue == "ibeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825:10:7")
        #expect(recognize("7081940dfbab?", "", keys: keys).beacon == nil)
    }

    @Test("A beacon with a known key is recognized by its ephemeral identifier of the time")
    func ephemeralID() throws {
        let beacon = BeaconID(canonical: "eid:bike")
        let key = try #require(
            EphemeralIdentityKey(
                beacon: beacon, key: Array(0..<16), rotationExponent: 10,
                start: Timestamp(milliseconds: 1_700_000_000_000)))
        let keys = Recognizer.Keys(ephemeralIdentityKeys: [key])
        let data = "0d16aafe30eee901973466c717cb"
        func owner(atSecond second: Int64) -> BeaconID? {
            let time = Timestamp(milliseconds: 1_700_000_000_000 + second * 1000)
            return recognize("c0bbccddeeff?", data, keys: keys, at: time).beacon
        }
        #expect(owner(atSecond: 0x12345) == beacon)
        #expect(owner(atSecond: 0x12345 + 1024) == beacon)
        #expect(owner(atSecond: 0x12345 - 1024) == beacon)
        #expect(owner(atSecond: 0x12345 + 2048) == nil)
        #expect(owner(atSecond: -5000) == nil)
    }

    @Test("An encrypted sensor's battery is read if its key is known")
    func sealedSensor() throws {
        let key = try #require(AES128(key: hex("231d39c1d7cc1ab1aee224cd096db932")))
        let address = BluetoothAddress("5448e68f80a5")
        // Per cent 97, sealed by another implementation.
        let data = "0e16d2fc41 \(Self.sealedBattery)"
        #expect(recognize("5448e68f80a5", data).battery == nil)
        let keys = Recognizer.Keys(bindKeys: [address.beacon: key])
        #expect(recognize("5448e68f80a5", data, keys: keys).battery == 97)
    }

    private static let sealedBattery = "681e05000000b9503bfb"
}
