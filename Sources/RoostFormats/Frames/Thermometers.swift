/// A Xiaomi thermometer with the firmware of ATC1441 or pvvx.
public struct ATCThermometer: Hashable, Sendable {
    /// In °C.
    public var temperature: Double
    /// Relative, in per cent, 0...100.
    public var humidity: Double
    public var batteryMillivolts: UInt16
    /// In per cent, 0...100.
    public var battery: Int
    /// Its own address; its kind is not given, so it counts as public.
    public var address: BluetoothAddress

    /// Reads the data of the service 0x181A: 13 bytes with the most significant ones first, or 15
    /// with the least significant ones first.
    ///
    /// Any environmental sensor may use this service, so values that no thermometer sends are
    /// refused.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        let battery: UInt8
        switch reader.count {
        case 13:
            guard let address: UInt64 = reader.big(bytes: 6), let tenths: Int16 = reader.big(),
                let percent = reader.byte(), let level = reader.byte(),
                let millivolts: UInt16 = reader.big()
            else { return nil }
            self.address = BluetoothAddress(address, isRandom: false)
            temperature = Double(tenths) / 10
            humidity = Double(percent)
            batteryMillivolts = millivolts
            battery = level
        case 15:
            guard let address: UInt64 = reader.little(bytes: 6),
                let hundredths: Int16 = reader.little(), let moisture: UInt16 = reader.little(),
                let millivolts: UInt16 = reader.little(), let level = reader.byte()
            else { return nil }
            self.address = BluetoothAddress(address, isRandom: false)
            temperature = Double(hundredths) / 100
            humidity = Double(moisture) / 100
            batteryMillivolts = millivolts
            battery = level
        default: return nil
        }
        guard humidity <= 100, battery <= 100 else { return nil }
        self.battery = Int(battery)
    }
}

/// A Govee H5072 or H5075 thermometer.
public struct GoveeThermometer: Hashable, Sendable {
    /// In °C, in steps of a tenth.
    public var temperature: Double
    /// Relative, in per cent, in steps of a tenth.
    public var humidity: Double
    /// In per cent, 0...100; `nil` if it makes no sense.
    public var battery: Int?

    /// Reads the data after the company identifier 0xEC88: six bytes, of which three form one
    /// decimal number: its last three digits are the humidity, those before them the temperature.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard reader.count == 6, reader.skip(0), let value: UInt32 = reader.big(bytes: 3),
            let level = reader.byte(), reader.skip(0)
        else { return nil }
        let magnitude = value & 0x7f_ffff
        let tenths = Double(magnitude / 1000)
        temperature = (value & 0x80_0000 == 0 ? tenths : -tenths) / 10
        humidity = Double(magnitude % 1000) / 10
        battery = batteryLevel(Double(level))
    }
}
