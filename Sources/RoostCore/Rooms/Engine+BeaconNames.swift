/// The names that scanners have for beacons.
extension Engine {
    /// How many names of beacons are remembered.
    private static let mostNames = 1000

    /// The batch with beacons in place of the names that scanners were told to use for them.
    public func identified(_ batch: SightingBatch) -> SightingBatch {
        guard !namedBeacons.isEmpty else { return batch }
        var batch = batch
        for index in batch.sightings.indices {
            batch.sightings[index].beacon = beacon(named: batch.sightings[index].beacon)
        }
        return batch
    }

    /// The beacon that a name stands for; a name that somebody bears stands for itself.
    public func beacon(named name: BeaconID) -> BeaconID {
        household.bearers[name] == nil ? namedBeacons[name] ?? name : name
    }

    /// The names that scanners have for the beacon, and its own; a key has two, one in each order of
    /// its bytes.
    public func names(of beacon: BeaconID) -> [BeaconID] {
        [beacon, namedBeacons[beacon] ?? beacon]
            + namedBeacons.filter { $0.value == beacon }.keys.sorted()
            + [beacon.reversedKey].compactMap { $0 }
    }

    /// Who or what bears the tag that sends a beacon, by whichever of its names they have it.
    public func bearers(of beacon: BeaconID) -> Set<Household.Bearer> {
        let names = names(of: beacon)
        let sameTags = tagNames.beacons(heardAs: names)
        return Set((names + sameTags).compactMap { household.bearers[$0] })
    }

    /// The broker retains these names and repeats them at each start.
    mutating func note(_ name: BeaconID?, of beacon: BeaconID) {
        namedBeacons = namedBeacons.filter { $0.value != beacon }
        guard let name, name != beacon, namedBeacons.count < Self.mostNames else { return }
        namedBeacons[name] = beacon
    }
}
