import RoostCore
import Testing

@testable import RoostFormats

@Suite("Frames of sensors")
struct SensorFrameTests {
    private func ruuviTag(_ data: String) -> RuuviTag? {
        RuuviTag(hex(data)[...])
    }

    @Test("A RuuviTag's measurements are read")
    func ruuviTag() throws {
        let tag = try #require(ruuviTag("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F"))
        #expect(tag.temperature == 24.3)
        #expect(tag.humidity == 53.49)
        #expect(tag.pressure == 100_044)
        #expect(tag.acceleration == RuuviTag.Acceleration(x: 4, y: -4, z: 1036))
        #expect(tag.batteryMillivolts == 2977)
        #expect(tag.txPower == 4)
        #expect(tag.movementCount == 66)
        #expect(tag.sequenceNumber == 205)
        #expect(tag.address == BluetoothAddress("cbb8334c884f?"))
    }

    @Test("A RuuviTag's smallest, largest and missing values are read")
    func ruuviLimits() throws {
        let least = try #require(ruuviTag("058001000000008001800180010000000000CBB8334C884F"))
        #expect(least.temperature == -163.835)
        #expect(least.humidity == 0)
        #expect(least.pressure == 50_000)
        #expect(least.acceleration == RuuviTag.Acceleration(x: -32767, y: -32767, z: -32767))
        #expect(least.batteryMillivolts == 1600)
        #expect(least.txPower == -40)
        #expect(least.movementCount == 0)
        #expect(least.sequenceNumber == 0)

        let greatest = try #require(ruuviTag("057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F"))
        #expect(greatest.temperature == 163.835)
        #expect(greatest.humidity == 163.835)
        #expect(greatest.pressure == 115_534)
        #expect(greatest.acceleration == RuuviTag.Acceleration(x: 32767, y: 32767, z: 32767))
        #expect(greatest.batteryMillivolts == 3646)
        #expect(greatest.txPower == 20)
        #expect(greatest.movementCount == 254)
        #expect(greatest.sequenceNumber == 65534)

        let missing = try #require(ruuviTag("058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF"))
        #expect(missing.temperature == nil)
        #expect(missing.humidity == nil)
        #expect(missing.pressure == nil)
        #expect(missing.acceleration == nil)
        #expect(missing.batteryMillivolts == nil)
        #expect(missing.txPower == nil)
        #expect(missing.movementCount == nil)
        #expect(missing.sequenceNumber == nil)
        #expect(missing.address == nil)
    }

    @Test(
        "BTHome's values are read in their units",
        arguments: [
            ("04138a01", .pressure, 1008.83), ("0161", .battery, 97),
            ("02ca09", .temperature, 25.06),
            ("02f6ff", .temperature, -0.1), ("03bf13", .humidity, 50.55),
            ("05138a14", .illuminance, 13460.67), ("0c020c", .voltage, 3.074),
            ("0009", .packetID, 9), ("4511ff", .init(rawValue: 0x45), -23.9),
            ("58ea", .init(rawValue: 0x58), -7.7),
            ("5b02eaffff", .init(rawValue: 0x5b), -5630),
            ("3e2a2c0960", .init(rawValue: 0x3e), 1_611_213_866),
            ("0009 0161 02ca09", .temperature, 25.06),
            ("5303414243 0161", .battery, 97), ("5400 0161", .battery, 97),
            // Nothing is told after what is unknown or cut off, nor of what is not there.
            ("99 0161", .battery, nil), ("02ca 0161", .battery, nil), ("5305 0161", .battery, nil),
            ("53", .battery, nil), ("01", .battery, nil), ("", .battery, nil),
        ] as [(String, BTHomeObject.Kind, Double?)])
    func bthome(_ objects: String, _ kind: BTHomeObject.Kind, _ expected: Double?) throws {
        let sensor = try #require(BTHome(serviceData: (hex("40") + hex(objects))[...]))
        let value = sensor.value(kind)
        #expect(value == expected || abs((value ?? .nan) - (expected ?? .nan)) < 1e-9)
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
        #expect(sensor.value(.temperature) == nil)
        #expect(sensor.address == BluetoothAddress("5448e68f80a5"))
        let opened = try #require(sensor.opened(with: key, sender: nil))
        #expect(opened.value(.temperature) == 25.06)
        #expect(opened.value(.humidity) == 50.55)
        guard case .sealed(let content) = sensor.content else {
            Issue.record("not sealed")
            return
        }
        #expect(content.counter == 0x3322_1100)
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

    @Test("A MiBeacon's objects are read")
    func miBeacon() throws {
        func read(_ data: String) throws -> MiBeacon {
            try #require(MiBeacon(serviceData: hex(data)[...]))
        }
        let both = try read("5020 aa01 fe 9bb8dda8654c 0d1004b2007502")
        #expect(both.product == 0x01aa && both.frameCount == 0xfe)
        #expect(both.address == BluetoothAddress("4c65a8ddb89b"))
        #expect(both.temperature == 17.8)
        #expect(both.humidity == 62.9)
        #expect(both.battery == nil)
        #expect(try read("5020aa01fe9bb8dda8654c 041002f6ff").temperature == -1)
        #expect(try read("5020aa01fe9bb8dda8654c 0610027502").humidity == 62.9)
        #expect(try read("5020aa01fe9bb8dda8654c 0a10015d").battery == 93)
        // Without an address; with what it can do in one byte and in three.
        #expect(try read("4020aa01fe 0a10015d").address == nil)
        #expect(try read("6020aa01fe08 0a10015d").battery == 93)
        #expect(try read("6020aa01fe200100 0a10015d").battery == 93)
        // Sealed, and cut off.
        let sealed = try read("5858 5b05 0a 9bb8dda8654c 0a10015d000000")
        #expect(sealed.isEncrypted && sealed.objects.isEmpty)
        #expect(try read("5020aa01fe9bb8dda8654c 0a10025d").objects.isEmpty)
    }

    @Test("Other makers' thermometers are read")
    func thermometers() throws {
        for data in ["a4c138112233 00e7 32 5a 0b5e 07", "33221138c1a4 0609 8813 5e0b 5a 07 05"] {
            let sensor = try #require(ATCThermometer(serviceData: hex(data)[...]))
            #expect(sensor.temperature == 23.1)
            #expect(sensor.humidity == 50)
            #expect(sensor.batteryMillivolts == 2910)
            #expect(sensor.battery == 90)
            #expect(sensor.address == BluetoothAddress("a4c138112233"))
        }
        let warm = try #require(GoveeThermometer(hex("00 03519e 64 00")[...]))
        #expect(warm.temperature == 21.7 && warm.humidity == 50.2 && warm.battery == 100)
        let cold = try #require(GoveeThermometer(hex("00 80cd3a 32 00")[...]))
        #expect(cold.temperature == -5.2 && cold.humidity == 53.8 && cold.battery == 50)
    }
}
