/// A Xiaomi thermometer with the firmware of ATC1441 or pvvx.
struct ATCThermometer: Hashable {
    /// In per cent, 0...100.
    var battery: Int
    /// Its own address; its kind is not given, so it counts as public.
    var address: BluetoothAddress

    /// Reads the data of the service 0x181A: 13 bytes with the most significant ones first, or 15
    /// with the least significant ones first.
    ///
    /// Any environmental sensor may use this service, so values that no thermometer sends are
    /// refused.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        let number: UInt64
        let battery: UInt8
        switch reader.count {
        case 13:
            // The temperature; the humidity in per cent; after the battery, its voltage.
            guard let address: UInt64 = reader.big(bytes: 6), reader.take(2) != nil,
                let humidity = reader.byte(), humidity <= 100, let level = reader.byte()
            else { return nil }
            number = address
            battery = level
        case 15:
            // The temperature; the humidity in hundredths of a per cent; the battery's voltage.
            guard let address: UInt64 = reader.little(bytes: 6), reader.take(2) != nil,
                let humidity: UInt16 = reader.little(), humidity <= 10_000,
                reader.take(2) != nil, let level = reader.byte()
            else { return nil }
            number = address
            battery = level
        default: return nil
        }
        guard battery <= 100 else { return nil }
        self.battery = Int(battery)
        address = BluetoothAddress(number, isRandom: false)
    }
}

/// A Govee H5072 or H5075 thermometer.
struct GoveeThermometer: Hashable {
    /// In per cent, 0...100; `nil` if it makes no sense.
    var battery: Int?

    /// Reads the data after the company identifier 0xEC88: six bytes, of which three are the
    /// temperature and the humidity.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard reader.count == 6, reader.skip(0), reader.take(3) != nil,
            let level = reader.byte(), reader.skip(0)
        else { return nil }
        battery = batteryLevel(Double(level))
    }
}
