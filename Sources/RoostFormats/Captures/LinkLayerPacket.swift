import RoostCore

/// A packet of the advertising channels as it is on the air (Core Specification, volume 6, part B,
/// 2.3), with what a sniffer says of it.
///
/// A sniffer hears one channel at a time, so the pieces of a long extended advertisement are not
/// joined: only the first one counts, as truncated.
struct LinkLayerPacket {
    private enum PDUType {
        static let nonconnectable: UInt8 = 2
        static let connectable: UInt8 = 0
        static let scanResponse: UInt8 = 4
        static let scannable: UInt8 = 6
        static let extended: UInt8 = 7
    }

    private var type: UInt8
    private var isRandom: Bool
    private var payload: ArraySlice<UInt8>
    private var rssi: RSSI?

    /// - Parameters:
    ///   - bytes: From the access address on.
    ///   - isCoded: Whether it came on the coded PHY, which has a byte of its own after that.
    init?(_ bytes: ArraySlice<UInt8>, isCoded: Bool, rssi: Int? = nil) {
        var reader = ByteReader(bytes)
        guard let accessAddress: UInt32 = reader.little(), accessAddress == 0x8e89_bed6,
            !isCoded || reader.byte() != nil, let header = reader.byte(),
            let length = reader.byte(), let payload = reader.take(Int(length))
        else { return nil }
        type = header & 0x0f
        isRandom = header & 1 << 6 != 0
        self.payload = payload
        self.rssi = rssi.flatMap { RSSI(dBm: Double($0)) }
    }

    /// Reads the header that Nordic's sniffer puts before a packet; `nil` for a packet with a wrong
    /// checksum, which no controller would report.
    init?(nordicSniffer bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        // The board, lengths that differ between versions, the version, and a counter.
        guard reader.take(3) != nil, let version = reader.byte(), (1...3).contains(version),
            reader.take(2) != nil, let type = reader.byte(),
            // Type 6 is a packet of any channel; since version 3, of a connection, and 2 of
            // another.
            type == (version < 3 ? 6 : 2),
            let length = reader.byte(), length == 10, let flags = reader.byte(), flags & 1 != 0,
            // The channel; the strength without its sign; a counter and a time.
            reader.take(1) != nil, let strength = reader.byte(), reader.take(6) != nil
        else { return nil }
        self.init(reader.rest, isCoded: flags >> 4 & 0x7 == 2, rssi: -Int(strength))
    }

    /// Reads the header that other sniffers put before a packet; `nil` for a packet whose checksum
    /// was found wrong.
    init?(radioHeader bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        // The channel, the strength, the noise, and errors of the access address.
        guard reader.take(1) != nil, let strength: Int8 = reader.little(), reader.take(6) != nil,
            let flags: UInt16 = reader.little(), flags >> 10 & 0x3 != 1
        else { return nil }
        self.init(
            reader.rest, isCoded: flags >> 14 == 2, rssi: flags & 1 << 1 == 0 ? nil : Int(strength))
    }

    /// The advertisement; `nil` for a packet that only scans, connects or points to another one.
    var advertisement: Advertisement? {
        var reader = ByteReader(payload)
        switch type {
        case PDUType.connectable, PDUType.nonconnectable, PDUType.scannable, PDUType.scanResponse:
            guard let address: UInt64 = reader.little(bytes: 6) else { return nil }
            return Advertisement(
                address: BluetoothAddress(address, isRandom: isRandom), rssi: rssi,
                data: AdvertisingData(Array(reader.rest)),
                isScanResponse: type == PDUType.scanResponse)
        case PDUType.extended:
            guard let header = reader.byte(), let extended = reader.take(Int(header & 0x3f)) else {
                return nil
            }
            return advertisement(extended, data: reader.rest)
        default:
            return nil
        }
    }

    /// An extended advertisement, by the fields of its header that its first byte announces.
    private func advertisement(
        _ header: ArraySlice<UInt8>, data: ArraySlice<UInt8>
    ) -> Advertisement? {
        guard !data.isEmpty else { return nil }
        var reader = ByteReader(header)
        let fields = reader.byte() ?? 0
        func field(_ bit: UInt8, _ length: Int) -> ArraySlice<UInt8>? {
            fields & 1 << bit == 0 ? nil : reader.take(length)
        }
        var address = field(0, 6).map { ByteReader($0) }
        // The target address, data for direction finding, and the number of the set.
        _ = (field(1, 6), field(2, 1), field(3, 2))
        let hasMore = field(4, 3) != nil
        // The timing of periodic advertising.
        _ = field(5, 18)
        let txPower = field(6, 1)?.first.flatMap { TxPower.dBm(Int8(bitPattern: $0)) }
        let number: UInt64? = address?.little(bytes: 6)
        return Advertisement(
            address: number.map { BluetoothAddress($0, isRandom: isRandom) }, rssi: rssi,
            data: AdvertisingData(Array(data)), reportedTxPower: txPower, isTruncated: hasMore)
    }
}
