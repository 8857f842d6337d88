/// The other identities by which the household's beacons were heard lately: one tag may send several.
///
/// They are in memory alone, and known again once the tag is heard.
struct TagNames: Sendable {
    /// The beacon that was last heard under each other identity, by its hash: thousands of tags have
    /// one.
    private var beacons: [Int: BeaconID] = [:]

    /// How many are remembered: a phone changes its address all day.
    private static let most = 20_000

    /// Notes another identity of what was heard of a beacon.
    ///
    /// Of a beacon that is only a name, none is noted: several tags may have the same.
    mutating func note(_ other: BeaconID, of beacon: BeaconID) {
        guard !beacon.isName, beacons[other.hashValue] != beacon else { return }
        if beacons.count >= Self.most { beacons = [:] }
        beacons[other.hashValue] = beacon
    }

    /// The beacons that were heard by any of these identities too.
    func beacons(heardAs names: [BeaconID]) -> [BeaconID] {
        names.compactMap { beacons[$0.hashValue] }
    }

    mutating func forget(_ beacon: BeaconID) {
        beacons = beacons.filter { $0.value != beacon }
    }
}
