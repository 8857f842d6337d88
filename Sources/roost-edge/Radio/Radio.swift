import BluetoothScanner
import RoostCore
import RoostFormats

/// A source of advertisements.
protocol Radio: AnyObject {
    /// Passes on what was heard, and returns as soon as there is anything or `timeout` has passed.
    func receive(timeout: Duration, _ handle: (HeardAdvertisement) -> Void) throws
    func stop()
    /// The present condition.
    var condition: RadioCondition { get }
}

/// The condition of a radio.
struct RadioCondition: Hashable, Sendable {
    /// Nothing more will come.
    var isOver = false
    /// Whether it is able to hear.
    var isHearing = false
    /// The adapters in use, by their number: 0 is `hci0`.
    var adapters: [UInt16: ScanningAdapter] = [:]
    /// What prevents it from hearing anything at all, as a sentence for people.
    var trouble: String?
    /// Other things people should know, as sentences; each is logged once.
    var remarks: [String] = []
    /// How many events of a controller were cut off or contradicted themselves.
    var malformed = 0
    /// How many advertisements came faster than they could be taken.
    var lost = 0
}

/// An advertisement, with the adapter that heard it and the time.
struct HeardAdvertisement: Sendable {
    var advertisement: Advertisement
    /// 0 is `hci0`.
    var adapter: UInt16
    /// By the machine's clock, which can be set.
    var time: Timestamp
    /// By the monotonic clock, which cannot be set.
    var moment: ContinuousClock.Instant
}
