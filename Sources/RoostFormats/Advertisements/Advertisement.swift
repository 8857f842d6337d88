public import RoostCore

/// One BLE packet as a controller reports it.
public struct Advertisement: Hashable, Sendable {
    /// The sender; `nil` for an anonymous extended advertisement.
    public var address: BluetoothAddress?
    /// How strongly it was heard; `nil` if the controller cannot tell.
    public var rssi: RSSI?
    public var data: AdvertisingData
    /// The sender's power in dBm, −127...20, from the packet's extended header.
    public var reportedTxPower: Int?
    /// Whether it answers a scanner's request rather than being sent unasked.
    public var isScanResponse: Bool
    /// Whether the controller lost the end of the data.
    public var isTruncated: Bool

    public init(
        address: BluetoothAddress?, rssi: RSSI?, data: AdvertisingData,
        reportedTxPower: Int? = nil, isScanResponse: Bool = false, isTruncated: Bool = false
    ) {
        self.address = address
        self.rssi = rssi
        self.data = data
        self.reportedTxPower = reportedTxPower
        self.isScanResponse = isScanResponse
        self.isTruncated = isTruncated
    }

    /// The device's name, if the packet holds one in valid UTF-8.
    public var name: String? { data.localName }
}
