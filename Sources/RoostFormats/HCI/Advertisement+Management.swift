import RoostCore

extension Advertisement {
    /// Reads what the Linux kernel reports on the management socket (`mgmt-api.txt`).
    ///
    /// `nil` for any event but Device Found (0x0012) and Advertisement Monitor Device Found
    /// (0x002F), and for devices of Bluetooth Classic.
    public init?(managementEvent packet: ArraySlice<UInt8>) {
        var packet = ByteReader(packet)
        guard let code: UInt16 = packet.little(), code == 0x0012 || code == 0x002f,
            let _: UInt16 = packet.little(), let length: UInt16 = packet.little(),
            let parameters = packet.take(Int(length))
        else { return nil }
        var reader = ByteReader(parameters)
        // Which monitor asked for it does not matter here.
        if code == 0x002f, reader.take(2) == nil { return nil }
        guard let address: UInt64 = reader.little(bytes: 6), let type = reader.byte(),
            type == 1 || type == 2, let rssi: Int8 = reader.little(),
            // Nor do the flags, which are about connecting.
            reader.take(4) != nil,
            let dataLength: UInt16 = reader.little(), let data = reader.take(Int(dataLength))
        else { return nil }
        self.init(
            address: BluetoothAddress(address, isRandom: type == 2),
            rssi: RSSI(dBm: Double(rssi)), data: AdvertisingData(Array(data)))
    }
}
