import OrderedCollections
import RoostCore
import RoostFormats
import RoostStore

/// Gives phones the places that their users know, as regions of the OwnTracks app.
///
/// A phone notices by itself that it crosses the boundary of a region, and tells at once. It may
/// tell of a region anew whenever it is given that again, so it is only given what it does not
/// have, and what it was given is recorded.
struct RegionPost {
    private var given: [DeviceKey: [GivenRegion]]
    /// Users whose phones may lack something.
    private var waiting: OrderedSet<ID<User>>

    /// What one phone is to be told, and what it has then.
    struct Parcel: Hashable {
        var device: DeviceKey
        var news: [OwnTracksRegion]
        var given: [GivenRegion]
    }

    /// iOS watches 20 regions of one app; some are left for those that are made on the phone.
    private static let most = 15

    init(_ household: Household, given: [DeviceKey: [GivenRegion]] = [:]) {
        self.given = given
        waiting = OrderedSet(household.users.keys.sorted())
    }

    mutating func note(_ effect: Effect, _ household: Household) {
        guard case .keep(let change) = effect else { return }
        switch change {
        case .saveUser(let user): waiting.append(user.id)
        case .savePlace(let place) where place.isShared:
            waiting.formUnion(household.users.keys.sorted())
        case .savePlace(let place):
            if let owner = place.owner { waiting.append(owner) }
            noteHolders(of: place.id)
        case .deletePlace(let place): noteHolders(of: place)
        case .deleteUser(let user): given = given.filter { $0.key.user != user }
        default: break
        }
    }

    private mutating func noteHolders(of place: ID<Place>) {
        let holders = given.filter { $0.value.contains { $0.place == place } }.map(\.key.user)
        waiting.formUnion(holders.sorted())
    }

    /// What is to be told now, and counts as told.
    ///
    /// - Parameter isReached: Whether a phone can be told anything.
    mutating func parcels(
        _ household: Household, to isReached: (DeviceKey) -> Bool
    ) -> [Parcel] {
        var parcels: [Parcel] = []
        for user in waiting {
            let places = household.regions(of: user).prefix(Self.most)
            let phones = (household.users[user]?.devices ?? []).map {
                DeviceKey(user: user, device: $0)
            }
            parcels += phones.filter(isReached).map { parcel(for: $0, Array(places)) }
            // Whoever gets such a phone back gives it everything anew.
            parcels += given.keys.filter { $0.user == user && !phones.contains($0) }
                .sorted { $0.device.name < $1.device.name }
                .map { Parcel(device: $0, news: [], given: []) }
        }
        waiting = []
        parcels.removeAll { $0.given == given[$0.device] ?? [] }
        for parcel in parcels { given[parcel.device] = parcel.given }
        return parcels
    }

    private func parcel(for phone: DeviceKey, _ places: [Place]) -> Parcel {
        let had = given[phone] ?? []
        var parcel = Parcel(device: phone, news: [], given: [])
        for place in places {
            let region = OwnTracksRegion(place)
            let record = GivenRegion(place: place.id, name: place.name, hash: region.hash)
            parcel.given.append(record)
            if !had.contains(record) { parcel.news.append(region) }
        }
        for old in had where !parcel.given.contains(where: { $0.place == old.place }) {
            parcel.news.append(OwnTracksRegion(endOf: old.place, name: old.name))
        }
        return parcel
    }
}

extension Household {
    /// The places that a user's phones should have, the most important first.
    ///
    /// One that was made from a region on a phone of theirs is there already.
    fileprivate func regions(of user: ID<User>) -> [Place] {
        let kinds = Place.Kind.allCases
        func rank(_ place: Place) -> Int { kinds.firstIndex(of: place.kind) ?? kinds.count }
        return places(knownTo: user).filter { $0.origin == nil || $0.owner != user }
            .sorted { (rank($0), $0.id) < (rank($1), $1.id) }
    }
}

extension OwnTracksRegion {
    /// A hash of all that a phone is told.
    fileprivate var hash: UInt64 {
        var hash = StableHash()
        for byte in jsonBytes { hash.combine(byte) }
        return hash.value
    }
}
