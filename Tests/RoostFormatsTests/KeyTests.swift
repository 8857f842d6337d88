import RoostCore
import Testing

@testable import RoostFormats

@Suite("Keys")
struct KeyTests {
    private static let irk = "ec0234a357c8ad05341010a60a397d9b"

    @Test("AES encrypts the standard's example correctly")
    func aes() throws {
        let key = try #require(AES128(key: hex("000102030405060708090a0b0c0d0e0f")))
        let block = hex("00112233445566778899aabbccddeeff")
        #expect(key.encrypt(block) == hex("69c4e0d86a7b0430d8cdb78070b4c55a"))
        #expect(AES128(key: []) == nil)
        #expect(AES128(key: [UInt8](repeating: 0, count: 32)) == nil)
    }

    @Test(
        "CCM opens messages of one and two blocks, and none with a wrong tag or nonce",
        arguments: [
            ("10111213141516", "7162015b", "1c397262", "20212223"),
            (
                "101112131415161718191a1b",
                "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5", "72b75fcc9386a4a6",
                "202122232425262728292a2b2c2d2e2f3031323334353637"
            ),
        ])
    func ccm(_ nonce: String, _ sealed: String, _ tag: String, _ plain: String) throws {
        let key = try #require(AES128(key: hex("404142434445464748494a4b4c4d4e4f")))
        #expect(key.openCCM(hex(sealed), tag: hex(tag), nonce: hex(nonce)) == hex(plain))
        var wrong = hex(tag)
        wrong[0] ^= 1
        #expect(key.openCCM(hex(sealed), tag: wrong, nonce: hex(nonce)) == nil)
        #expect(key.openCCM(hex(sealed), tag: hex(tag).dropLast(), nonce: hex(nonce)) == nil)
        #expect(key.openCCM(hex(sealed), tag: hex(tag), nonce: []) == nil)
    }

    @Test("CCM refuses a message that is too long for its nonce")
    func ccmTooLong() throws {
        let key = try #require(AES128(key: [UInt8](repeating: 0, count: 16)))
        let sealed = [UInt8](repeating: 0, count: 65536)
        let nonce = [UInt8](repeating: 0, count: 13)
        #expect(key.openCCM(sealed, tag: [0, 0, 0, 0], nonce: nonce) == nil)
    }

    @Test(
        "A key resolves its device's addresses, in either byte order",
        arguments: [
            ("7081940dfbaa?", true), ("400102b212da?", true), ("55aa331d2708?", true),
            ("7ffffe7e0e08?", true), ("400000450c63?", true), ("400102000000?", false),
            ("7081940dfbab?", false),
            // The same bits where they are no resolvable address.
            ("7081940dfbaa", false), ("f081940dfbaa?", false),
        ])
    func resolving(_ address: String, _ isResolved: Bool) throws {
        let address = BluetoothAddress(address)
        let key = try #require(IdentityResolvingKey(hex: Self.irk))
        let reversed = try #require(IdentityResolvingKey(key.bytes.reversed()))
        #expect(key.resolves(address) == isResolved)
        #expect(reversed.resolves(address) == isResolved)
    }

    @Test("A key of zeros resolves addresses, too", arguments: ["4001020ac4a6?", "400203d274ce?"])
    func zeros(_ address: String) throws {
        let key = try #require(IdentityResolvingKey([UInt8](repeating: 0, count: 16)))
        #expect(key.resolves(BluetoothAddress(address)))
    }

    @Test("A key is read from hex digits, with or without its prefix")
    func identity() {
        for text in [Self.irk, "irk:" + Self.irk, Self.irk.uppercased()] {
            #expect(IdentityResolvingKey(hex: text)?.beacon.rawValue == "irk:" + Self.irk)
        }
        for text in ["", "irk:", "ec02", Self.irk + "00", "zz" + Self.irk.dropFirst(2)] {
            #expect(IdentityResolvingKey(hex: text) == nil)
        }
    }

    @Test("A resolver gives the same answer every time, even for addresses it forgot")
    func resolver() throws {
        let key = try #require(IdentityResolvingKey(hex: Self.irk))
        let other = try #require(IdentityResolvingKey([UInt8](repeating: 7, count: 16)))
        var resolver = AddressResolver(keys: [other, key], capacity: 2)
        let phone = BluetoothAddress("7081940dfbaa?")
        for stranger in 0..<5 as Range<UInt64> {
            #expect(resolver.resolve(phone) == key)
            let address = BluetoothAddress(0x4001_0200_0000 + stranger, isRandom: true)
            #expect(resolver.resolve(address) == nil)
            #expect(resolver.resolve(address) == nil)
        }
        #expect(resolver.resolve(BluetoothAddress("7081940dfbaa")) == nil)
        var nobody = AddressResolver(keys: [])
        #expect(nobody.resolve(phone) == nil)
    }

    @Test(
        "An ephemeral identifier follows from the key and the beacon's clock",
        arguments: [
            (0x0001_2345, "e901973466c717cb"), (0xfffe_0000, "74bb39b8500b91e5"),
            (0, "df8e76bbfec4efc5"), (1023, "df8e76bbfec4efc5"),
        ] as [(UInt32, String)])
    func ephemeralIdentifier(_ second: UInt32, _ expected: String) throws {
        let key = try #require(
            EphemeralIdentityKey(
                beacon: BeaconID(canonical: "eid:bike"), key: Array(0..<16), rotationExponent: 10,
                start: Timestamp(milliseconds: 0)))
        #expect(Hex.text(key.identifier(atSecond: second)) == expected)
    }

    @Test("A key that is too short or a period that is too long is refused")
    func ephemeralRefusals() {
        let beacon = BeaconID(canonical: "eid:bike")
        let start = Timestamp(milliseconds: 0)
        #expect(
            EphemeralIdentityKey(beacon: beacon, key: [1], rotationExponent: 10, start: start)
                == nil)
        #expect(
            EphemeralIdentityKey(
                beacon: beacon, key: Array(0..<16), rotationExponent: 16, start: start) == nil)
    }
}
