import RoostCore

/// An advertisement that the Linux kernel reports on the management socket (`mgmt-api.txt`).
public struct ManagementEvent: Hashable, Sendable {
    /// The adapter that heard it: 0 is `hci0`.
    public var adapter: UInt16
    /// The monitor that asked for it; `nil` if another program's discovery heard it.
    public var monitor: UInt16?
    public var advertisement: Advertisement

    /// Reads one packet of the socket; `nil` for any event but Device Found (0x0012) and
    /// Advertisement Monitor Device Found (0x002F), and for devices of Bluetooth Classic.
    public init?(_ packet: ArraySlice<UInt8>) {
        var packet = ByteReader(packet)
        guard let code: UInt16 = packet.little(), code == 0x0012 || code == 0x002f,
            let adapter: UInt16 = packet.little(), let length: UInt16 = packet.little(),
            let parameters = packet.take(Int(length))
        else { return nil }
        var reader = ByteReader(parameters)
        if code == 0x002f {
            guard let monitor: UInt16 = reader.little() else { return nil }
            self.monitor = monitor
        }
        guard let address: UInt64 = reader.little(bytes: 6), let type = reader.byte(),
            type == 1 || type == 2, let rssi: Int8 = reader.little(),
            // The flags are about connecting, which does not matter here.
            reader.take(4) != nil,
            let dataLength: UInt16 = reader.little(), let data = reader.take(Int(dataLength))
        else { return nil }
        self.adapter = adapter
        advertisement = Advertisement(
            address: BluetoothAddress(address, isRandom: type == 2),
            rssi: RSSI(dBm: Double(rssi)), data: AdvertisingData(Array(data)))
    }
}
