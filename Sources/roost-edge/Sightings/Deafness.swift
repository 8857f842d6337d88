import RoostFormats

/// Whether a silence is the radio's fault.
///
/// People leave with their phones and tags, but the stationary devices of a neighbourhood do not
/// all fall silent in one minute. Only these count: senders that keep an address for long.
struct Deafness {
    typealias Instant = ContinuousClock.Instant

    private struct Sender {
        var first: Instant
        var last: Instant
    }

    private var senders: [BluetoothAddress: Sender] = [:]
    private var lastHeard: Instant?
    /// How many residents there were in the minute before the last advertisement.
    private var company = 0
    private var nextCount: Instant?

    /// A silence that is suspicious; by then the scan has been restarted once.
    private static let longestSilence = Duration.seconds(90)
    /// The fewest residents that do not fall silent together by chance.
    private static let leastCompany = 4
    /// A sender heard for this long is a resident.
    private static let residence = Duration.seconds(600)
    private static let lately = Duration.seconds(60)
    /// Even slow tags send more often than this.
    private static let memory = Duration.seconds(300)
    private static let room = 256

    mutating func hear(_ advertisement: Advertisement, at now: Instant) {
        lastHeard = now
        guard let address = advertisement.address, address.isStable else { return }
        if senders[address] != nil || senders.count < Self.room {
            senders[address, default: Sender(first: now, last: now)].last = now
        }
        if let nextCount, now < nextCount { return }
        nextCount = now + .seconds(5)
        senders = senders.filter { now - $0.value.last < Self.memory }
        company = senders.values.count {
            now - $0.last < Self.lately && $0.last - $0.first >= Self.residence
        }
    }

    /// Why nothing is heard although something should be; `nil` if all is well.
    func reason(at now: Instant) -> String? {
        guard let lastHeard, company >= Self.leastCompany else { return nil }
        guard now - lastHeard > Self.longestSilence else { return nil }
        return
            "nothing has been heard for \(Self.longestSilence.components.seconds) s or more, where "
            + "\(company) devices that stay were before"
    }
}
