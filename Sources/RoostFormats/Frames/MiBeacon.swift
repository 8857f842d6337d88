/// What Xiaomi's sensors advertise.
struct MiBeacon: Hashable {
    /// Its own address, if it is given; its kind is not given, so it counts as public.
    var address: BluetoothAddress?
    /// In per cent, 0...100, if it is given and not sealed with the key that the sensor got when it
    /// was bound.
    var battery: Int?

    /// Reads the data of the service 0xFE95; a number's least significant byte comes first.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        // After the flags are the product's number and a counter of messages.
        guard let control: UInt16 = reader.little(), reader.take(3) != nil else { return nil }
        let isEncrypted = control & 1 << 3 != 0
        if control & 1 << 4 != 0 {
            guard let address: UInt64 = reader.little(bytes: 6) else { return nil }
            self.address = BluetoothAddress(address, isRandom: false)
        }
        if control & 1 << 5 != 0 {
            guard let capability = reader.byte() else { return nil }
            if capability & 1 << 5 != 0, reader.take(2) == nil { return nil }
        }
        guard control & 1 << 6 != 0, !isEncrypted else { return }
        while let type: UInt16 = reader.little(), let length = reader.byte(),
            let value = reader.take(Int(length))
        {
            if type == 0x100a, value.count == 1, let level = value.first {
                battery = batteryLevel(Double(level))
                return
            }
        }
    }
}
