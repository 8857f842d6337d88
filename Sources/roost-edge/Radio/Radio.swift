import BluetoothScanner
import RoostCore
import RoostFormats

/// Where advertisements come from.
protocol Radio: AnyObject {
    /// Gives what was heard, and returns as soon as there was anything or `timeout` has passed.
    func receive(timeout: Duration, _ handle: (HeardAdvertisement) -> Void) throws
    /// Nothing more will come.
    var isOver: Bool { get }
    /// The adapters in use, by their number: 0 is `hci0`.
    var adapters: [UInt16: ScanningAdapter] { get }
    /// What keeps it from hearing anything at all, as a sentence for people.
    var trouble: String? { get }
    /// What people should know of what they were shown, as sentences.
    var remarks: [String] { get }
    func stop()
}

/// An advertisement, and who heard it when.
struct HeardAdvertisement {
    var advertisement: Advertisement
    /// 0 is `hci0`.
    var adapter: UInt16
    var time: Timestamp
}
