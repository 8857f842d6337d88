import OrderedCollections
import RoostCore
import RoostFormats
import RoostStore

/// Gives phones the places that their users know, as regions of the OwnTracks app.
///
/// A phone notices by itself that it crosses the boundary of a region, and tells at once. It may
/// tell of a region anew whenever it is given that again, so it is only given what it does not
/// have, and what it was given is recorded. Nobody listens for a phone that never spoke.
struct RegionPost {
    private var given: [ID<User>: [Device: [GivenRegion]]] = [:]
    /// Users whose phones may lack something.
    private var waiting: OrderedSet<ID<User>> = []
    /// What most phones have, kept once.
    private var usual: [GivenRegion] = []

    /// What one phone is to be told, and what it has then.
    struct Parcel {
        var device: DeviceKey
        var news: [OwnTracksRegion]
        var given: [GivenRegion]
    }

    /// iOS watches 20 regions of one app; some are left for those that are made on the phone.
    private static let most = 15

    init() {}

    init(_ household: Household, given: [DeviceKey: [GivenRegion]] = [:]) {
        for (key, regions) in given { self.given[key.user, default: [:]][key.device] = regions }
        waiting = OrderedSet(household.users.keys.sorted())
    }

    /// Notes whose phones may lack something now.
    ///
    /// - Parameter users: All there are, in order; seldom needed.
    mutating func note(_ effect: Effect, users: @autoclosure () -> [ID<User>]) {
        switch effect {
        case .record(_, let key):
            if given[key.user]?[key.device] == nil { waiting.append(key.user) }
        case .keep(.saveUser(let user)): waiting.append(user.id)
        case .keep(.savePlace(let place)) where place.isShared:
            waiting.formUnion(users())
        case .keep(.savePlace(let place)):
            if let owner = place.owner { waiting.append(owner) }
            noteHolders(of: place.id)
        case .keep(.deletePlace(let place)): noteHolders(of: place)
        case .keep(.deleteUser(let user)): given[user] = nil
        default: break
        }
    }

    private mutating func noteHolders(of place: ID<Place>) {
        let holders = given.filter { _, phones in
            phones.values.contains { $0.contains { $0.place == place } }
        }
        waiting.formUnion(holders.keys.sorted())
    }

    /// Tells phones what they lack.
    ///
    /// - Parameter most: With about how many messages.
    mutating func deliver(
        _ engine: Engine, _ topics: Topics, most: Int = .max, to ledger: inout Ledger
    ) {
        let parcels = parcels(engine.household, most: most) {
            topics.commands($0) != nil && engine.hasSpoken($0)
        }
        for parcel in parcels { ledger.send(parcel) }
    }

    /// What is to be told now, and counts as told.
    ///
    /// - Parameter isReached: Whether a phone can be told anything.
    mutating func parcels(
        _ household: Household, most: Int = .max, to isReached: (DeviceKey) -> Bool
    ) -> [Parcel] {
        var parcels: [Parcel] = []
        var shared: [Candidate]?
        var looked = 0
        for user in waiting {
            guard parcels.count < most else { break }
            looked += 1
            let phones = household.users[user]?.devices ?? []
            let known = given[user] ?? [:]
            let reached = phones.filter { isReached(DeviceKey(user: user, device: $0)) }
            // Whoever gets such a phone back gives it everything anew.
            let gone = known.keys.filter { !phones.contains($0) }.sorted { $0.name < $1.name }
            for device in gone {
                parcels.append(
                    Parcel(device: .init(user: user, device: device), news: [], given: []))
                given[user]?[device] = nil
            }
            guard !reached.isEmpty else { continue }
            let common = shared ?? household.sharedPlaces.map(Candidate.init).sorted()
            shared = common
            let regions = Self.regions(of: user, household, common)
            for device in reached {
                let had = known[device]
                var parcel = Self.parcel(for: .init(user: user, device: device), regions, had ?? [])
                if parcel.given == usual { parcel.given = usual } else { usual = parcel.given }
                given[user, default: [:]][device] = parcel.given
                if parcel.given != had ?? [] { parcels.append(parcel) }
            }
        }
        waiting.removeFirst(looked)
        return parcels
    }

    private static func parcel(
        for phone: DeviceKey, _ candidates: some Sequence<Candidate>, _ had: [GivenRegion]
    ) -> Parcel {
        var parcel = Parcel(device: phone, news: [], given: [])
        for candidate in candidates {
            parcel.given.append(candidate.record)
            if !had.contains(candidate.record) { parcel.news.append(candidate.region) }
        }
        for old in had where !parcel.given.contains(where: { $0.place == old.place }) {
            parcel.news.append(OwnTracksRegion(endOf: old.place, name: old.name))
        }
        return parcel
    }

    /// The places that a user's phones should have, the most important first.
    ///
    /// One that was made from a region on a phone of theirs is there already.
    private static func regions(
        of user: ID<User>, _ household: Household, _ shared: [Candidate]
    ) -> some Sequence<Candidate> {
        let own = household.ownPlaces(of: user).map(Candidate.init)
        let all = own.isEmpty ? shared : (shared + own).sorted()
        return all.lazy.filter { $0.place.origin == nil || $0.place.owner != user }.prefix(most)
    }
}

/// A place with its form for phones.
private struct Candidate: Comparable {
    let place: Place
    let region: OwnTracksRegion
    let record: GivenRegion
    private let rank: Int

    init(_ place: Place) {
        self.place = place
        region = OwnTracksRegion(place)
        let hash = StableHash(of: region.jsonBytes)
        record = GivenRegion(place: place.id, name: place.name, hash: hash.value)
        rank = Place.Kind.allCases.firstIndex(of: place.kind) ?? 0
    }

    /// Homes come first, then what else people often go to.
    static func < (lhs: Candidate, rhs: Candidate) -> Bool {
        (lhs.rank, lhs.place.id) < (rhs.rank, rhs.place.id)
    }
}
