/// What Xiaomi's sensors advertise.
public struct MiBeacon: Hashable, Sendable {
    /// The product's number.
    public var product: UInt16
    /// Counts the messages, so that a repeated one is recognized.
    public var frameCount: UInt8
    /// Its own address, if it is given; its kind is not given, so it counts as public.
    public var address: BluetoothAddress?
    /// Whether the objects are sealed with the key that the sensor got when it was bound.
    public var isEncrypted: Bool
    /// The values that are not encrypted.
    public var objects: [Object]

    public struct Object: Hashable, Sendable {
        /// 0x1004 is the temperature, 0x1006 the humidity, 0x100A the battery, 0x100D the first
        /// two together.
        public var type: UInt16
        public var value: [UInt8]
    }

    /// In °C.
    public var temperature: Double? {
        var field = value(0x1004, length: 2) ?? value(0x100d, length: 4)
        let tenths: Int16? = field?.little()
        return tenths.map { Double($0) / 10 }
    }

    /// Relative, in per cent.
    public var humidity: Double? {
        var field = value(0x1006, length: 2) ?? value(0x100d, length: 4, offset: 2)
        let tenths: UInt16? = field?.little()
        return tenths.map { Double($0) / 10 }
    }

    /// In per cent, 0...100.
    public var battery: Int? {
        var field = value(0x100a, length: 1)
        return batteryLevel((field?.byte()).map(Double.init))
    }

    /// Reads the data of the service 0xFE95; a number's least significant byte comes first.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        guard let control: UInt16 = reader.little(), let product: UInt16 = reader.little(),
            let frameCount = reader.byte()
        else { return nil }
        self.product = product
        self.frameCount = frameCount
        isEncrypted = control & 1 << 3 != 0
        objects = []
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
            objects.append(Object(type: type, value: Array(value)))
        }
    }

    /// The value of the first object with this type and length, from an offset on.
    private func value(_ type: UInt16, length: Int, offset: Int = 0) -> ByteReader? {
        let object = objects.first { $0.type == type && $0.value.count == length }
        return object.map { ByteReader($0.value.dropFirst(offset)) }
    }
}
