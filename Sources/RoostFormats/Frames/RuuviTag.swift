/// What a RuuviTag measures (data format 5); each value is `nil` if the sensor has none.
public struct RuuviTag: Hashable, Sendable {
    /// In °C, −163.835...163.835.
    public var temperature: Double?
    /// Relative, in per cent, 0...163.835: above 100 is the sensor's error.
    public var humidity: Double?
    /// In Pa, 50,000...115,534.
    public var pressure: Int?
    /// Along the tag's three axes, in thousandths of standard gravity, −32767...32767.
    public var acceleration: Acceleration?
    /// 1,600...3,646 mV.
    ///
    /// A lithium cell holds its voltage to the end, and sags in the cold: no level in per cent
    /// follows from it.
    public var batteryMillivolts: Int?
    /// In dBm, −40...20.
    public var txPower: Int?
    /// How often it has been moved, 0...254, then from 0 again.
    public var movementCount: Int?
    /// The number of the measurement, 0...65,534, then from 0 again.
    public var sequenceNumber: Int?
    /// The tag's own address.
    public var address: BluetoothAddress?

    public struct Acceleration: Hashable, Sendable {
        public var x: Int
        public var y: Int
        public var z: Int
    }

    /// Reads the data after Ruuvi's company identifier: 24 bytes, the most significant ones first.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard reader.count == 24, reader.skip(5),
            let temperature: Int16 = reader.big(), let humidity: UInt16 = reader.big(),
            let pressure: UInt16 = reader.big(), let x: Int16 = reader.big(),
            let y: Int16 = reader.big(), let z: Int16 = reader.big(),
            let power: UInt16 = reader.big(), let movements: UInt8 = reader.big(),
            let sequence: UInt16 = reader.big(), let address: UInt64 = reader.big(bytes: 6)
        else { return nil }
        self.temperature = temperature == .min ? nil : Double(temperature) / 200
        self.humidity = humidity == .max ? nil : Double(humidity) / 400
        self.pressure = pressure == .max ? nil : Int(pressure) + 50_000
        if ![x, y, z].contains(.min) {
            acceleration = Acceleration(x: Int(x), y: Int(y), z: Int(z))
        }
        batteryMillivolts = power >> 5 == 0x7ff ? nil : Int(power >> 5) + 1600
        txPower = power & 0x1f == 0x1f ? nil : Int(power & 0x1f) * 2 - 40
        movementCount = movements == .max ? nil : Int(movements)
        sequenceNumber = sequence == .max ? nil : Int(sequence)
        if address != 0xffff_ffff_ffff {
            // A RuuviTag's radio has no addresses but random static ones.
            self.address = BluetoothAddress(address, isRandom: true)
        }
    }
}
