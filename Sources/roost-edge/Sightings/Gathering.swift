import RoostCore
import RoostFormats

/// Gathers what is heard into batches: one entry per beacon, however often it sent.
///
/// Advertisements and time go in, batches come out. What it remembers is bounded.
struct Gathering {
    struct Memory {
        var time: Timestamp
        /// The mean strength last published, in dBm.
        var mean: Double?
    }

    private(set) var counts = Counts()
    private var window: [BeaconID: HeardBeacon] = [:]
    /// How many addresses in the window are temporary.
    private var rotating = 0
    private var windowBegan: Timestamp?
    /// Whether something in the window must not wait for its end.
    private var isUrgent = false
    private var lastBatch: Timestamp?
    /// What was published lately, so that new and moved beacons are reported at once.
    private(set) var published: [BeaconID: Memory] = [:]

    /// What happened to the advertisements.
    struct Counts: Hashable {
        var heard = 0
        /// From senders that hide their identity, or of which only the kind is known.
        var untrackable = 0
        /// Too weak, or excluded by the lists.
        var filtered = 0
        /// From more beacons at a time than there is room for.
        var crowded = 0
    }

    /// The most beacons in a batch.
    private static let roomInBatch = 500
    /// A street full of phones must not crowd out the tags.
    private static let roomForRotating = 200
    /// The most beacons that are remembered.
    private static let roomInMemory = 5000
    /// A beacon that was silent for this many seconds is new.
    private static let newAfter = 60.0
    /// The fewest seconds between two batches, however urgent.
    private static let leastInterval = 0.2
    /// A single advertisement may be a reflection.
    private static let leastCount = 2

    mutating func hear(
        _ heard: HeardAdvertisement, _ recognition: Recognition, by rules: PublishingRules
    ) {
        counts.heard += 1
        guard let (beacon, isRotating) = identity(of: heard, recognition, by: rules) else {
            counts.untrackable += 1
            return
        }
        let isStrongEnough = heard.advertisement.rssi.map { $0.dBm >= rules.weakest } ?? true
        guard isStrongEnough, rules.admits(beacon) else {
            counts.filtered += 1
            return
        }
        let hasRoom =
            window.count < Self.roomInBatch && !(isRotating && rotating >= Self.roomForRotating)
        guard window[beacon] != nil || hasRoom else {
            counts.crowded += 1
            return
        }
        if isRotating, window[beacon] == nil { rotating += 1 }
        windowBegan = windowBegan ?? heard.time
        var entry =
            window[beacon]
            ?? HeardBeacon(
                beacon: beacon, isRotating: isRotating, kind: recognition.kind, at: heard.time)
        entry.hear(heard.advertisement, recognition, at: heard.time)
        window[beacon] = entry
        isUrgent = isUrgent || isNews(entry, by: rules)
    }

    var isEmpty: Bool { window.isEmpty }

    /// When to close the batch; `nil` while it is empty.
    func due(by rules: PublishingRules) -> Timestamp? {
        guard let windowBegan else { return nil }
        let regular = windowBegan.advanced(bySeconds: rules.interval)
        guard isUrgent, rules.isNewsUrgent else { return regular }
        return min(regular, lastBatch?.advanced(bySeconds: Self.leastInterval) ?? windowBegan)
    }

    /// Closes the batch, if it is due.
    mutating func batch(by rules: PublishingRules, at now: Timestamp) -> NodeBatch? {
        // A clock that was set back must not keep a batch from ever being due.
        let wasSetBack = windowBegan.map { $0.seconds(since: now) > 1 } ?? false
        guard let due = due(by: rules), due <= now || wasSetBack else { return nil }
        return close(at: now)
    }

    /// Closes the batch, due or not; `nil` if it is empty.
    mutating func close(at now: Timestamp) -> NodeBatch? {
        guard !isEmpty else { return nil }
        let sightings = window.values.sorted { $0.beacon < $1.beacon }
        for sighting in sightings where !sighting.isRotating {
            published[sighting.beacon] = Memory(time: now, mean: sighting.mean)
        }
        if published.count > Self.roomInMemory {
            published = published.filter { now.seconds(since: $0.value.time) < Self.newAfter }
            if published.count > Self.roomInMemory { published = [:] }
        }
        window.removeAll(keepingCapacity: true)
        rotating = 0
        windowBegan = nil
        isUrgent = false
        lastBatch = now
        return NodeBatch(sent: now, sightings: sightings)
    }

    /// The sender's identity; or, if the rules allow it, an address whose key only the gateway may
    /// have.
    private func identity(
        of heard: HeardAdvertisement, _ recognition: Recognition, by rules: PublishingRules
    ) -> (beacon: BeaconID, isRotating: Bool)? {
        if let beacon = recognition.beacon { return (beacon, false) }
        guard rules.includesRotating, let address = heard.advertisement.address,
            address.kind == .resolvable
        else { return nil }
        return (address.beacon, true)
    }

    /// Whether a beacon is new, or much nearer or farther than before.
    private func isNews(_ entry: HeardBeacon, by rules: PublishingRules) -> Bool {
        // Each phone appears new every quarter of an hour.
        guard !entry.isRotating else { return false }
        guard let known = published[entry.beacon],
            abs(entry.time.seconds(since: known.time)) < Self.newAfter
        else { return true }
        guard let mean = entry.mean, let before = known.mean else { return false }
        return entry.count >= Self.leastCount && abs(mean - before) >= rules.sharpChange
    }
}
