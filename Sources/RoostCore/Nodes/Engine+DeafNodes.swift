import OrderedCollections

/// Nodes that are connected, and hear nothing any more.
///
/// Their own silence is told apart from that of beacons by what lay still and cannot have gone.
extension Engine {
    /// How many beacons at rest must fall silent at once for their nodes to be the cause.
    private static let fewestMissed = 4
    /// Of how many people these must be: somebody takes along all that is theirs.
    private static let fewestOwners = 2
    /// Nodes that lose their power together fall silent within this time, in seconds.
    private static let atOnce = 15.0
    /// How many brisk ones are enough if those who may have taken them were at rest too.
    private static let fewestBrisk = 2
    /// A brisk one was heard at least once in this time, in seconds.
    private static let brisk = 6.0

    /// Notes nodes that hear nothing any more, not even what lay still: they have no power, or a
    /// stuck radio.
    mutating func noteMisses(around node: ID<Node>) {
        guard let place = household.nodes[node]?.place, nodes.isHealthy(node, at: now),
            let own = nodes[node], own.isQuiet(at: now), let end = own.heardLast
        else { return }
        var quiet: [ID<Node>: Timestamp] = [:]
        for seat in nodes.seats(in: place) where seat.isHealthy(at: now) {
            guard let last = nodes[seat.node]?.heardLast,
                abs(last.seconds(since: end)) < Self.atOnce
            else { continue }
            quiet[seat.node] = last
        }
        var (missed, owners) = (0, Set<ID<User>>())
        for (beacon, track) in beacons
        where track.rooms.current?.place == place && track.rooms.mayBeThere {
            guard track.rooms.isMissed(by: quiet, at: now), let owner = owner(of: beacon)
            else { continue }
            missed += 1
            owners.insert(owner)
        }
        guard missed >= Self.fewestMissed, owners.count >= Self.fewestOwners else { return }
        // Those that nothing lay beside fell silent by the same cause.
        noteDeafness(of: quiet.keys.sorted())
    }

    /// Before somebody is said to have gone out: notes the nodes of the place if they fell silent
    /// instead, as their router restarts.
    ///
    /// - Parameter last: When any of the user's beacons was last heard there.
    /// - Returns: Whether the nodes did.
    mutating func noteMisses(
        in place: ID<Place>, insteadOf user: User, since last: Timestamp
    ) -> Bool {
        let own = user.beacons.filter { beacons[$0]?.rooms.current?.place == place }
        guard !isHeardOf(place, since: last) else { return false }
        let isOnTheWay = own.contains(where: isOnTheWay)
        let came = own.compactMap { beacons[$0]?.rooms }
        let lying = beacons.count { beacon, track in
            track.rooms.current?.place == place && !user.beacons.contains(beacon)
                // Who was on the way may have taken along what is theirs, unless it still lay in
                // another room after they had come to the door.
                && (!isOnTheWay || owner(of: beacon) != user.id
                    || came.allSatisfy { track.rooms.stayedBehind($0, for: Self.atOnce) })
                && track.rooms.layUntil(last, heardEvery: Self.brisk) && silence(of: beacon) != nil
        }
        guard lying >= Self.fewestBrisk else { return false }
        let silent = nodes.seats(in: place).filter { seat in
            seat.isHealthy(at: now)
                && nodes[seat.node]?.heardLast.map { abs($0.seconds(since: last)) < Self.atOnce }
                    ?? false
        }
        noteDeafness(of: silent.map(\.node), whileReviewing: user.id)
        return true
    }

    /// - Parameter user: Somebody who is weighed again anyway.
    private mutating func noteDeafness(
        of silent: [ID<Node>], whileReviewing user: ID<User>? = nil
    ) {
        for node in silent {
            nodes[node]?.missAll()
            if let end = nodes[node]?.heardLast { recallBeacons(heardLastBy: node, until: end) }
            effects.append(.changed(.node(node), .now))
            scheduleReview(of: node)
        }
        for node in silent { reviewBearers(of: node, otherThan: user) }
    }

    private func owner(of beacon: BeaconID) -> ID<User>? {
        switch household.bearers[beacon] {
        case .user(let user): user
        case .item(let item): household.items[item]?.owner
        case nil: nil
        }
    }
}
