/// The Wi-Fi networks to which a device was often connected while certainly in a place.
///
/// A phone on the network of a place has not left it, however its position drifts.
struct KnownNetworks: Hashable, Sendable, Codable {
    private var entries: [Entry] = []

    private struct Entry: Hashable, Sendable, Codable {
        var network: UInt64
        var place: ID<Place>
        /// How often it was met there.
        var count: Int
        var newest: Timestamp

        var weight: (Int, Timestamp, UInt64) { (count, newest, network) }
    }

    /// The memory is bounded: the network met least often gives way.
    private static let most = 16
    /// Met this often, a network is known.
    private static let enough = 5
    /// No more meetings are counted, so that a network can be forgotten.
    private static let mostCounted = 20
    /// Two fixes within this many seconds are one meeting.
    private static let interval = 60.0

    /// The place whose network it is, if known.
    func place(of network: UInt64) -> ID<Place>? {
        guard let entry = entries.first(where: { $0.network == network }),
            entry.count >= Self.enough
        else { return nil }
        return entry.place
    }

    /// The device is on `network` and certainly in `place`.
    mutating func meet(_ network: UInt64, in place: ID<Place>, at time: Timestamp) {
        guard let index = entries.firstIndex(where: { $0.network == network }) else {
            if entries.count >= Self.most,
                let least = entries.indices.min(by: { entries[$0].weight < entries[$1].weight })
            {
                entries.remove(at: least)
            }
            entries.append(Entry(network: network, place: place, count: 1, newest: time))
            return
        }
        guard time.seconds(since: entries[index].newest) >= Self.interval else { return }
        guard entries[index].place == place else { return contradict(at: index, time) }
        entries[index].count = min(Self.mostCounted, entries[index].count + 1)
        entries[index].newest = time
    }

    /// The device is on `network` far from the place in which it was learned: the network travels,
    /// as that of a train or of another phone does.
    mutating func contradict(_ network: UInt64, at time: Timestamp) {
        guard let index = entries.firstIndex(where: { $0.network == network }),
            time.seconds(since: entries[index].newest) >= Self.interval
        else { return }
        contradict(at: index, time)
    }

    private mutating func contradict(at index: Int, _ time: Timestamp) {
        entries[index].count = min(entries[index].count, 2 * Self.enough) / 2
        entries[index].newest = time
        if entries[index].count == 0 { entries.remove(at: index) }
    }

    /// Nothing lies in the future.
    mutating func clamp(to now: Timestamp) {
        for index in entries.indices { entries[index].newest.clamp(to: now) }
    }
}

extension DeviceTrack {
    /// The place on whose network the device is, as far as known.
    func network(of fix: Fix) -> ID<Place>? { fix.network.flatMap { networks?.place(of: $0) } }

    /// Learns from the phone's network where its place is certain, and forgets what is refuted.
    mutating func learnNetwork(of fix: Fix, places: [Place]) {
        guard let network = fix.network, fix.isFine else { return }
        if let known = networks?.place(of: network),
            let place = places.first(where: { $0.id == known }),
            !fix.isHeardFrom(place)
        {
            networks?.contradict(network, at: fix.time)
        } else if lastInside == fix.time {
            learnNetwork(of: fix, at: fix.time)
        }
    }

    /// The same where the device was known to be in its place at that moment.
    mutating func learnNetwork(of fix: Fix, at time: Timestamp) {
        guard let network = fix.network, fix.isFine, let place = standing.place,
            excursion == nil
        else { return }
        var known = networks ?? KnownNetworks()
        known.meet(network, in: place, at: time)
        networks = known
    }
}

extension Fix {
    /// Whether a device that stands elsewhere is on the network of a known place near this fix.
    func isOnNetwork(
        ofOtherThan standing: DeviceTrack.Standing, _ networks: KnownNetworks?, _ places: [Place]
    ) -> Bool {
        guard let id = network.flatMap({ networks?.place(of: $0) }), standing != .inside(id) else {
            return false
        }
        return places.first { $0.id == id }.map(isHeardFrom) ?? false
    }

    /// A repeated position as a new one: the network is the present one.
    func asOf(_ time: Timestamp) -> Fix {
        var fix = self
        fix.time = max(fix.time, time)
        (fix.pinged, fix.claimedTime, fix.speed) = (nil, nil, nil)
        return fix
    }

    /// Whether the network of `place` may reach the phone's reported position.
    func isHeardFrom(_ place: Place) -> Bool {
        place.area.signedDistance(to: coordinate) <= 300 + 3 * reach
    }
}
