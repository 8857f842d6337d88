import RoostCore
import Testing

@testable import RoostFormats

@Suite("Frames of sensors")
struct SensorFrameTests {
    @Test("A RuuviTag's address is read, if it states one")
    func ruuviTag() throws {
        let data = hex("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F")
        #expect(try #require(RuuviTag(data[...])).address == BluetoothAddress("cbb8334c884f?"))
        let missing = hex("058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF")
        #expect(try #require(RuuviTag(missing[...])).address == nil)
    }

    @Test(
        "The level of a battery is found among BTHome's values",
        arguments: [
            ("0161", 97), ("02ca09 0161", 97), ("0009 0161 02ca09", 97), ("3e2a2c0960 0161", 97),
            ("5303414243 0161", 97), ("5400 0161", 97), ("0161 0162", 97),
            // Nothing is told after what is unknown or cut off, nor of what is not there.
            ("99 0161", nil), ("02ca 0161", nil), ("5305 0161", nil), ("53", nil), ("01", nil),
            ("", nil), ("02ca09", nil),
        ] as [(String, Int?)])
    func bthome(_ values: String, _ expected: Int?) throws {
        let sensor = try #require(BTHome(serviceData: (hex("40") + hex(values))[...]))
        #expect(sensor.battery == expected)
    }

    @Test("A battery level above 100 per cent is ignored")
    func absurdBattery() throws {
        #expect(try #require(BTHome(serviceData: hex("400164")[...])).battery == 100)
        #expect(try #require(BTHome(serviceData: hex("400165")[...])).battery == nil)
        #expect(try #require(GoveeThermometer(hex("0003519ee400")[...])).battery == nil)
        let beacon = MiBeacon(serviceData: hex("5020aa01fe9bb8dda8654c0a1001ff")[...])
        #expect(try #require(beacon).battery == nil)
    }

    private let sealed = "43 a5808fe64854 f196c06ffb49 00112233 f08ecbde"

    @Test("BTHome's encrypted values open with the sensor's key")
    func sealedBTHome() throws {
        let key = try #require(AES128(key: hex("231d39c1d7cc1ab1aee224cd096db932")))
        let sensor = try #require(BTHome(serviceData: hex(sealed)[...]))
        #expect(sensor.address == BluetoothAddress("5448e68f80a5"))
        let opened = try #require(sensor.opened(with: key, sender: nil))
        #expect(opened.address == sensor.address)
        // What is open is not opened again.
        #expect(opened.opened(with: key, sender: nil) == nil)
    }

    @Test("Encrypted values do not open with another key, no address, or any changed bit")
    func tampered() throws {
        let key = try #require(AES128(key: hex("231d39c1d7cc1ab1aee224cd096db932")))
        let other = try #require(AES128(key: hex("231d39c1d7cc1ab1aee224cd096db933")))
        let whole = hex(sealed)
        let sensor = try #require(BTHome(serviceData: whole[...]))
        #expect(sensor.opened(with: other, sender: nil) == nil)
        for bit in 8..<whole.count * 8 {
            var broken = whole
            broken[bit / 8] ^= 1 << (bit % 8)
            let sensor = try #require(BTHome(serviceData: broken[...]))
            #expect(sensor.opened(with: key, sender: nil) == nil, "bit \(bit)")
        }
        // Without an address of its own it takes the sender's; without either it stays sealed.
        let bare = try #require(BTHome(serviceData: hex("41 f196c06ffb49 00112233 f08ecbde")[...]))
        #expect(bare.opened(with: key, sender: nil) == nil)
    }

    @Test("A MiBeacon's address and battery are read")
    func miBeacon() throws {
        func read(_ data: String) throws -> MiBeacon {
            try #require(MiBeacon(serviceData: hex(data)[...]))
        }
        let both = try read("5020 aa01 fe 9bb8dda8654c 0d1004b2007502")
        #expect(both.address == BluetoothAddress("4c65a8ddb89b"))
        #expect(both.battery == nil)
        #expect(try read("5020aa01fe9bb8dda8654c 0a10015d").battery == 93)
        #expect(try read("5020aa01fe9bb8dda8654c 041002f6ff 0a10015d").battery == 93)
        // Without an address; with what it can do in one byte and in three.
        #expect(try read("4020aa01fe 0a10015d").address == nil)
        #expect(try read("6020aa01fe08 0a10015d").battery == 93)
        #expect(try read("6020aa01fe200100 0a10015d").battery == 93)
        // Sealed, and cut off.
        #expect(try read("5858 5b05 0a 9bb8dda8654c 0a10015d000000").battery == nil)
        #expect(try read("5020aa01fe9bb8dda8654c 0a10025d").battery == nil)
    }

    @Test("Other makers' thermometers are read")
    func thermometers() throws {
        for data in ["a4c138112233 00e7 32 5a 0b5e 07", "33221138c1a4 0609 8813 5e0b 5a 07 05"] {
            let sensor = try #require(ATCThermometer(serviceData: hex(data)[...]))
            #expect(sensor.battery == 90)
            #expect(sensor.address == BluetoothAddress("a4c138112233"))
        }
        #expect(GoveeThermometer(hex("00 03519e 64 00")[...])?.battery == 100)
        #expect(GoveeThermometer(hex("00 80cd3a 32 00")[...])?.battery == 50)
    }
}
