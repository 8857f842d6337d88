/// What a sensor reports in BTHome, version 2 (bthome.io/format).
public struct BTHome: Hashable, Sendable {
    /// Its own address, if it is given; its kind is not given, so it counts as public.
    public var address: BluetoothAddress?
    /// Whether it sends on events rather than at intervals.
    public var isTriggerBased: Bool
    public var content: Content

    public enum Content: Hashable, Sendable {
        /// What it measured, up to the first object of unknown length.
        case objects([BTHomeObject])
        /// To be opened with the sensor's bind key.
        case sealed(SealedBTHome)
    }

    /// Reads the data of the service 0xFCD2.
    init?(serviceData: ArraySlice<UInt8>) {
        var reader = ByteReader(serviceData)
        guard let information = reader.byte(), information >> 5 == 2 else { return nil }
        isTriggerBased = information & 0x04 != 0
        if information & 0x02 != 0 {
            guard let address: UInt64 = reader.little(bytes: 6) else { return nil }
            self.address = BluetoothAddress(address, isRandom: false)
        }
        if information & 0x01 == 0 {
            content = .objects(BTHomeObject.list(reader.rest))
        } else {
            guard let sealed = SealedBTHome(information: information, reader.rest) else {
                return nil
            }
            content = .sealed(sealed)
        }
    }

    /// The first value of a kind, in the unit of its kind.
    public func value(_ kind: BTHomeObject.Kind) -> Double? {
        guard case .objects(let objects) = content else { return nil }
        return objects.first { $0.kind == kind }?.value
    }

    /// In per cent, 0...100.
    public var battery: Int? { batteryLevel(value(.battery)) }

    /// The same with the sealed content in the clear; `nil` if the key is not the sensor's.
    ///
    /// - Parameters:
    ///   - bindKey: 16 bytes.
    ///   - sender: The address of the advertisement; an address in the data takes precedence.
    public func opened(with bindKey: AES128, sender: BluetoothAddress?) -> BTHome? {
        guard case .sealed(let sealed) = content, let address = address ?? sender,
            let plain = sealed.open(with: bindKey, address: address)
        else { return nil }
        var opened = self
        opened.content = .objects(BTHomeObject.list(plain[...]))
        return opened
    }
}

/// The content that a sensor sealed: AES-CCM with a tag of four bytes.
public struct SealedBTHome: Hashable, Sendable {
    /// Grows with each message, against replayed messages.
    public var counter: UInt32
    private var information: UInt8
    private var ciphertext: [UInt8]
    private var tag: [UInt8]

    fileprivate init?(information: UInt8, _ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let ciphertext = reader.take(reader.count - 8), let counter: UInt32 = reader.little()
        else { return nil }
        self.counter = counter
        self.information = information
        self.ciphertext = Array(ciphertext)
        tag = Array(reader.rest)
    }

    fileprivate func open(with key: AES128, address: BluetoothAddress) -> [UInt8]? {
        let nonce =
            address.bytes + [0xd2, 0xfc, information] + counter.bigEndianBytes.reversed()
        return key.openCCM(ciphertext, tag: tag, nonce: nonce)
    }
}
