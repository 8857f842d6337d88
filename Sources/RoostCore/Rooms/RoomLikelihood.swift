import Glibc

/// How well each room of a place explains what its nodes hear of a beacon.
struct RoomLikelihood {
    /// For each room of the map, up to a common factor; at least one is above 0.
    var rooms: [Double]
    /// How many decibels louder the beacon seems than assumed.
    var offset: Double
}

extension RoomMap {
    /// How much a node's reading differs from the model, in decibels.
    private static let spread = 5.0
    /// How much a beacon's signal may have changed after a second, in decibels.
    private static let drift = 1.0
    /// How well a beacon's power is known before it is heard, in decibels: tags and pockets differ.
    private static let powerSpread = 8.0
    /// Degrees of freedom of Student's distribution: one node with an odd reading decides nothing.
    private static let freedom = 4.0

    /// Weighs each spot by the model of walls and distance.
    ///
    /// A beacon's power is not well known; each spot is judged with the power that best explains
    /// what is heard, as far as that power is likely.
    ///
    func likelihood(of snapshot: RoomSnapshot, from sender: Transmitter) -> RoomLikelihood {
        let judged = judge(snapshot, power: sender.power, within: Self.powerSpread)
        let most = judged.map(\.log).max() ?? 0
        var rooms = [Double](repeating: 0, count: rooms.count)
        var (sum, offsets) = (0.0, 0.0)
        for (spot, offset, log) in judged {
            let likelihood = exp(log - most)
            let room = spots[spot].room
            rooms[room] += likelihood / Double(max(1, sizes[room]))
            sum += likelihood
            offsets += likelihood * offset
        }
        if let fingerprints {
            rooms = fingerprints.likelihoods(
                of: snapshot.tellingLevels(of: nodes.count), from: sender.beacon)
        }
        return RoomLikelihood(rooms: rooms, offset: sum > 0 ? offsets / sum : 0)
    }

    /// The spots of the rooms in which a node hears the beacon: how much louder than assumed it
    /// would be there, and how likely that is, as a logarithm.
    ///
    /// - Parameter powerSpread: How well the power is known, in decibels.
    private func judge(
        _ snapshot: RoomSnapshot, power: Double, within powerSpread: Double
    ) -> [(spot: Int, offset: Double, log: Double)] {
        let readings = snapshot.heard.map { reading in
            let spread = Self.spread(of: reading)
            return (
                column: reading.column, excess: reading.level - power, spread: spread,
                weight: 1 / (spread * spread)
            )
        }
        let precision = readings.reduce(1 / (powerSpread * powerSpread)) {
            $0 + $1.weight
        }
        var isHearing = [Bool](repeating: false, count: rooms.count)
        for reading in readings { isHearing[roomOfNode[reading.column]] = true }
        var judged: [(spot: Int, offset: Double, log: Double)] = []
        judged.reserveCapacity(spots.count)
        for spot in spots.indices where isHearing[spots[spot].room] {
            let row = spot * nodes.count
            var offset = 0.0
            for reading in readings {
                offset += reading.weight * (reading.excess + losses[row + reading.column])
            }
            offset /= precision
            var unlikelihood = 1.0
            for reading in readings {
                let deviation = reading.excess - offset + losses[row + reading.column]
                unlikelihood *= Self.penalty(deviation / reading.spread)
            }
            for column in snapshot.silent {
                unlikelihood *= Self.penalty(ofSilence: power + offset - losses[row + column])
            }
            let z = offset / powerSpread
            judged.append((spot, offset, Self.logDensity(unlikelihood) - z * z / 2))
        }
        return judged
    }

    /// How much better being in front of an exit explains what is heard than the rooms do.
    ///
    /// Behind a wall and some metres away, all nodes hear a beacon weakly, as they do in no room,
    /// or not at all, which tells nothing against it.
    ///
    /// - Parameters:
    ///   - power: What a node one metre away would receive, in dBm, as learned.
    ///   - probabilities: Of the rooms.
    func advantage(
        ofOutsideIn snapshot: RoomSnapshot, over probabilities: [Double], power: Double
    ) -> Double {
        let judged = judge(snapshot, power: power, within: Self.learnedSpread)
        let most = judged.map(\.log).max() ?? 0
        let inside = judged.reduce(0.0) { sum, judgement in
            let room = spots[judgement.spot].room
            let share = (probabilities[room] + Self.surprise) / Double(max(1, sizes[room]))
            return sum + share * exp(judgement.log - most)
        }
        var (unlikelihood, density) = (1.0, 1.0)
        for reading in snapshot.heard {
            let z = (reading.level - (power - Self.outsideLoss)) / Self.outsideSpread
            unlikelihood *= Self.penalty(z)
            density *= Self.spread(of: reading) / Self.outsideSpread
        }
        return density * exp(Self.logDensity(unlikelihood) - most) / max(1e-9, inside)
    }

    /// What a front door and some metres take from a signal, in decibels.
    private static let outsideLoss = 30.0
    /// How much that varies, in decibels.
    private static let outsideSpread = 8.0
    /// How well the power of a beacon heard for a while is known, in decibels: bodies turn.
    private static let learnedSpread = 5.0
    /// Added to the probability of every room, since the belief may be wrong.
    private static let surprise = 0.01

    /// Where in the place's own frame the beacon is, in metres; `nil` if the nodes have no
    /// positions or hear nothing.
    ///
    /// - Parameter power: What a node one metre away would receive, in dBm, as learned.
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
            let likelihood = exp(Self.logDensity(unlikelihood))
            sum += likelihood
            x += likelihood * spotX
            y += likelihood * spotY
        }
        return sum > 0 ? (x / sum, y / sum) : nil
    }

    /// What was heard a while ago tells less than what another node has heard since; the last word
    /// of a node that cannot hear stands, but counts for less.
    private static func spread(of reading: RoomSnapshot.Reading) -> Double {
        if reading.isOld { return 2 * spread }
        let drift = Self.drift * reading.age
        return (spread * spread + drift * drift).squareRoot()
    }

    /// A factor of Student's distribution for a deviation of `z` spreads.
    private static func penalty(_ z: Double) -> Double { 1 + z * z * (1 / freedom) }

    /// A node that should hear the beacon may miss it, so its silence tells little.
    private static func penalty(ofSilence expected: Double) -> Double {
        penalty(min(2, max(0, (expected - RoomSnapshot.sensitivity) * (1 / spread))))
    }

    /// The logarithm of the density for a product of penalties.
    private static func logDensity(_ penalties: Double) -> Double {
        -(freedom + 1) / 2 * log(min(penalties, .greatestFiniteMagnitude))
    }
}
