import Glibc

/// How well each room of a place explains what its nodes hear of a beacon.
struct RoomLikelihood {
    /// For each room of the map, up to a common factor; at least one is above 0.
    var rooms: [Double]
    /// By how many decibels the beacon seems louder than it was taken for.
    var offset: Double
}

extension RoomMap {
    /// What a node hears differs from the model by this much, in decibels.
    private static let spread = 5.0
    /// By how much a beacon's signal may have changed after a second, in decibels.
    private static let drift = 1.0
    /// How well a beacon's power is known before it was heard, in decibels: tags differ, and so do
    /// pockets.
    private static let powerSpread = 8.0
    /// Degrees of freedom of Student's distribution: one node that hears something odd decides nothing.
    private static let freedom = 4.0

    /// Weighs each spot by the model of walls and distance.
    ///
    /// A beacon's power is not known well; each spot is judged with the power that explains best what
    /// is heard, as far as it is a likely one.
    ///
    /// - Parameter power: What a node one metre away would receive, in dBm.
    func likelihood(of snapshot: RoomSnapshot, power: Double) -> RoomLikelihood {
        let spreads = snapshot.heard.map(Self.spread(of:))
        let weights = spreads.map { 1 / ($0 * $0) }
        let precision = weights.reduce(1 / (Self.powerSpread * Self.powerSpread), +)
        var rooms = [Double](repeating: 0, count: rooms.count)
        var (sum, offsets) = (0.0, 0.0)
        for spot in spots.indices {
            let row = spot * nodes.count
            var offset = 0.0
            for (reading, weight) in zip(snapshot.heard, weights) {
                offset += weight * (reading.level - power + losses[row + reading.column])
            }
            offset /= precision
            var unlikelihood = 1.0
            for (reading, spread) in zip(snapshot.heard, spreads) {
                let expected = power + offset - losses[row + reading.column]
                unlikelihood *= Self.penalty((reading.level - expected) / spread)
            }
            for column in snapshot.silent {
                let expected = power + offset - losses[row + column]
                unlikelihood *= Self.penalty(ofSilence: expected)
            }
            let z = offset / Self.powerSpread
            let likelihood = Self.density(unlikelihood) * exp(-z * z / 2)
            rooms[spots[spot].room] += likelihood
            sum += likelihood
            offsets += likelihood * offset
        }
        // A room is claimed only where one of its nodes hears the beacon.
        let hearing = Set(snapshot.heard.map { roomOfNode[$0.column] })
        for room in rooms.indices {
            rooms[room] = hearing.contains(room) ? rooms[room] / Double(max(1, sizes[room])) : 0
        }
        if let fingerprints {
            rooms = fingerprints.likelihoods(of: snapshot.levels(of: nodes.count))
        }
        return RoomLikelihood(rooms: rooms, offset: sum > 0 ? offsets / sum : 0)
    }

    /// Where in the place's own frame the beacon is, in metres; `nil` where the nodes have no
    /// positions or hear nothing.
    ///
    /// - Parameter power: What a node one metre away would receive, in dBm, as it was learned.
    func position(of snapshot: RoomSnapshot, power: Double) -> (x: Double, y: Double)? {
        guard !snapshot.heard.isEmpty else { return nil }
        var (sum, x, y) = (0.0, 0.0, 0.0)
        for spot in spots.indices {
            guard let spotX = spots[spot].x, let spotY = spots[spot].y else { return nil }
            var unlikelihood = 1.0
            for reading in snapshot.heard {
                let expected = power - losses[spot * nodes.count + reading.column]
                unlikelihood *= Self.penalty((reading.mean - expected) / Self.spread(of: reading))
            }
            let likelihood = Self.density(unlikelihood)
            sum += likelihood
            x += likelihood * spotX
            y += likelihood * spotY
        }
        return sum > 0 ? (x / sum, y / sum) : nil
    }

    /// What was heard a while ago says less of now than what another node heard since; the last word of a
    /// node that cannot hear stands, but not as if it had been said now.
    private static func spread(of reading: RoomSnapshot.Reading) -> Double {
        if reading.isOld { return 2 * spread }
        let drift = Self.drift * reading.age
        return (spread * spread + drift * drift).squareRoot()
    }

    /// A factor of Student's distribution for a deviation of `z` spreads.
    private static func penalty(_ z: Double) -> Double { 1 + z * z / freedom }

    /// A node that should hear the beacon may miss it; it does not tell much.
    private static func penalty(ofSilence expected: Double) -> Double {
        penalty(min(2, max(0, expected - RoomSnapshot.sensitivity) / spread))
    }

    /// The density for a product of penalties: to the power of −(freedom + 1) / 2.
    private static func density(_ penalties: Double) -> Double {
        1 / (penalties * penalties * penalties.squareRoot())
    }
}
