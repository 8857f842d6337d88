/// What a sensor reports in BTHome, version 2 (bthome.io/format).
struct BTHome: Hashable {
    /// Its own address, if it is given; its kind is not given, so it counts as public.
    var address: BluetoothAddress?
    /// In per cent, 0...100, if it is reported in the clear.
    var battery: Int?
    /// What is to be opened with the sensor's bind key.
    private var sealed: SealedBTHome?

    /// Reads the data of the service 0xFCD2.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        guard let information = reader.byte(), information >> 5 == 2 else { return nil }
        if information & 0x02 != 0 {
            guard let address: UInt64 = reader.little(bytes: 6) else { return nil }
            self.address = BluetoothAddress(address, isRandom: false)
        }
        if information & 0x01 == 0 {
            battery = Self.battery(in: reader.rest)
        } else {
            guard let sealed = SealedBTHome(information: information, reader.rest) else {
                return nil
            }
            self.sealed = sealed
        }
    }

    /// The same with the sealed content in the clear; `nil` if the key is not the sensor's.
    ///
    /// - Parameters:
    ///   - bindKey: 16 bytes.
    ///   - sender: The address of the advertisement; an address in the data takes precedence.
    func opened(with bindKey: AES128, sender: BluetoothAddress?) -> BTHome? {
        guard let sealed, let address = address ?? sender,
            let plain = sealed.open(with: bindKey, address: address)
        else { return nil }
        var opened = self
        opened.battery = Self.battery(in: plain[...])
        opened.sealed = nil
        return opened
    }
}

extension BTHome {
    /// The first level of a battery among the values: each has an id, and a length that follows
    /// from it.
    ///
    /// Nothing is read after the first value that is cut off or unknown: the length of an unknown
    /// one is unknown too.
    private static func battery(in values: ArraySlice<UInt8>) -> Int? {
        var reader = ByteReader(values)
        while let id = reader.byte(), let length = length(of: id, &reader),
            let value = reader.take(length)
        {
            if id == 0x01 { return batteryLevel(value.first.map { Double($0) }) }
        }
        return nil
    }

    private static func length(of id: UInt8, _ reader: inout ByteReader) -> Int? {
        switch id {
        case 0x00, 0x01, 0x09, 0x0f...0x11, 0x15...0x2f, 0x3a, 0x46, 0x57...0x59, 0x60, 0x64: 1
        case 0x02, 0x03, 0x06...0x08, 0x0c...0x0e, 0x12...0x14, 0x3c, 0x3d, 0x3f...0x41,
            0x43...0x45, 0x47...0x4a, 0x51, 0x52, 0x56, 0x5a, 0x5d...0x5f, 0x61, 0xf0:
            2
        case 0x04, 0x05, 0x0a, 0x0b, 0x42, 0x4b, 0xf2: 3
        case 0x3e, 0x4c...0x50, 0x55, 0x5b, 0x5c, 0x62, 0x63, 0xf1: 4
        // Text and raw bytes come after their length.
        case 0x53, 0x54: reader.byte().map { Int($0) }
        default: nil
        }
    }
}

/// The content that a sensor sealed: AES-CCM with a tag of four bytes.
private struct SealedBTHome: Hashable {
    private var information: UInt8
    private var ciphertext: [UInt8]
    /// Grows with each message, against replayed messages.
    private var counter: UInt32
    private var tag: [UInt8]

    init?(information: UInt8, _ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let ciphertext = reader.take(reader.count - 8), let counter: UInt32 = reader.little()
        else { return nil }
        self.information = information
        self.ciphertext = Array(ciphertext)
        self.counter = counter
        tag = Array(reader.rest)
    }

    func open(with key: AES128, address: BluetoothAddress) -> [UInt8]? {
        let nonce =
            address.bytes + [0xd2, 0xfc, information] + counter.bigEndianBytes.reversed()
        return key.openCCM(ciphertext, tag: tag, nonce: nonce)
    }
}
