import BluetoothScanner
import RoostCore
import RoostFormats

/// Where advertisements come from.
protocol Radio: AnyObject {
    /// Gives what was heard, and returns as soon as there was anything or `timeout` has passed.
    func receive(timeout: Duration, _ handle: (HeardAdvertisement) -> Void) throws
    func stop()
    /// How it is now.
    var condition: RadioCondition { get }
}

/// How a radio does.
struct RadioCondition: Hashable, Sendable {
    /// Nothing more will come.
    var isOver = false
    /// Whether it hears what there is to hear.
    var isHearing = false
    /// The adapters in use, by their number: 0 is `hci0`.
    var adapters: [UInt16: ScanningAdapter] = [:]
    /// What keeps it from hearing anything at all, as a sentence for people.
    var trouble: String?
    /// What else people should know, as sentences; each is logged once.
    var remarks: [String] = []
    /// Events of a controller that were cut off or contradicted themselves.
    var malformed = 0
    /// Advertisements that came faster than they could be taken.
    var lost = 0
}

/// An advertisement, and who heard it when.
struct HeardAdvertisement: Sendable {
    var advertisement: Advertisement
    /// 0 is `hci0`.
    var adapter: UInt16
    /// By the machine's clock, which somebody may set.
    var time: Timestamp
    /// By the one that nobody can.
    var moment: ContinuousClock.Instant
}
