/// The other identities by which the household's beacons were heard lately: one tag may send several.
///
/// They are in memory alone, and known again once the tag is heard.
struct TagNames: Sendable {
    /// Of each beacon, the newest last.
    private var others: [BeaconID: [BeaconID]] = [:]

    /// How many others a beacon has: a phone changes its address all day.
    private static let most = 4

    /// Notes another identity of what was heard of a beacon.
    ///
    /// Of a beacon that is only a name, none is noted: several tags may have the same.
    mutating func note(_ other: BeaconID, of beacon: BeaconID) {
        guard others[beacon]?.last != other, !beacon.isName else { return }
        let known = others[beacon, default: []].filter { $0 != other }
        others[beacon] = known.suffix(Self.most - 1) + [other]
    }

    /// The beacons that were heard by any of these identities too.
    func beacons(heardAs names: [BeaconID]) -> [BeaconID] {
        others.filter { $0.value.contains(where: names.contains) }.map(\.key)
    }

    mutating func forget(_ beacon: BeaconID) { others[beacon] = nil }
}
