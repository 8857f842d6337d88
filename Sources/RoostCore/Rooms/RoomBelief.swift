import Glibc

/// The probability of each room of one place for a beacon: a recursive Bayesian filter.
///
/// Each step first lets the beacon change rooms as people do, and then weighs the rooms by how well
/// they explain what is heard.
struct RoomBelief: Hashable, Sendable {
    let place: ID<Place>
    /// For each room of the place's map.
    private(set) var probabilities: [Double]
    private var rooms: [ID<Room>?]
    private var steppedAt: Timestamp

    /// How readily a beacon is believed in another room.
    private struct Pace: Sendable {
        /// People on their feet change rooms about once in this many seconds.
        var stay: Double
        /// Readings this close together share their errors, in seconds.
        var noiseTime: Double
        /// Errors at a fixed spot repeat: the evidence needed for another room grows by up to this
        /// much with the time in a room, as a logarithm.
        var inertia: Double
    }

    /// Where rooms are told by how signals fade.
    private static let modelled = Pace(stay: 40, noiseTime: 0.25, inertia: 1.5)
    /// Where the rooms were measured: there a room errs less, and shows sooner.
    private static let measured = Pace(stay: 15, noiseTime: 0.1, inertia: 0.75)
    /// The time in a room over which its inertia grows from nothing to all, in seconds.
    private static let settling = 60.0...360.0
    /// A beacon at rest tells as much as in this many seconds, and little more over time.
    private static let repetition = 20.0
    /// Who goes out walks: what a beacon sounds like at rest for longer than this is no sign of it,
    /// in seconds.
    private static let standstill = 30.0
    /// Where the rooms were measured, what sounds just as a moment ago tells only this share of
    /// what it would tell otherwise.
    private static let hum = 0.2
    /// What differs this much from a moment ago tells all, as the sum of squares over the nodes in
    /// dB².
    private static let stirring = 20.0
    /// What is heard tells at least this share, though no node hears it anew: silence tells too.
    private static let leastNews = 0.02
    /// No reading excludes a room: without measurement, something else may be in the way.
    private static let leastShare = 1e-6

    /// The certainty assumed for a room if none was kept.
    static let usual = 0.9

    /// - Parameters:
    ///   - room: Where the beacon is known to be; `nil` if unknown.
    ///   - confidence: How certain that is, in 0...1.
    init(
        in place: ID<Place>, map: RoomMap, room: ID<Room>? = nil, confidence: Double = usual,
        at time: Timestamp
    ) {
        self.place = place
        rooms = map.rooms
        steppedAt = time
        let count = map.rooms.count
        let known = room.flatMap { map.rooms.firstIndex(of: $0) }
        probabilities = map.rooms.indices.map { index in
            guard let known, count > 1 else { return 1 / Double(count) }
            return index == known ? confidence : (1 - confidence) / Double(count - 1)
        }
        expectNews(at: time)
    }

    /// Whether the belief is about the rooms of this map.
    func isAbout(_ map: RoomMap, of place: ID<Place>) -> Bool {
        rooms == map.rooms && self.place == place
    }

    /// Gives what is heard next the weight of at least a second's evidence.
    mutating func expectNews(at time: Timestamp) {
        steppedAt = min(steppedAt, time.advanced(bySeconds: -1))
    }

    /// The most likely room.
    var best: (room: ID<Room>?, probability: Double)? {
        probabilities.indices.max { probabilities[$0] < probabilities[$1] }
            .map { (rooms[$0], probabilities[$0]) }
    }

    /// The rooms, the most likely first.
    var ranked: [(room: ID<Room>?, probability: Double)] {
        probabilities.indices.sorted { probabilities[$0] > probabilities[$1] }
            .map { (rooms[$0], probabilities[$0]) }
    }

    func probability(of room: ID<Room>?) -> Double {
        rooms.firstIndex(of: room).map { probabilities[$0] } ?? 0
    }

    /// Takes in what is heard now.
    ///
    /// - Parameters:
    ///   - room: The room that the beacon is believed to be in.
    ///   - stay: How long it has been there, in seconds.
    ///   - still: How long it has been at rest, in seconds.
    ///   - unlikeness: How much what is heard differs from a moment ago, as the sum of squares over
    ///     the nodes in dB².
    ///   - news: The share of the nodes that heard it since the last step, in 0...1.
    mutating func step(
        _ likelihood: RoomLikelihood, in room: ID<Room>?, stay: Double, still: Double,
        unlikeness: Double, news: Double, map: RoomMap, at time: Timestamp
    ) {
        let passed = passed(at: time)
        // A beacon at rest changes no rooms, and hearing it again from one spot is hardly news.
        let isMeasured = map.fingerprints != nil
        let stir = isMeasured ? Self.hum + (1 - Self.hum) * unlikeness / Self.stirring : 1
        let elapsed = passed * Self.novelty(still) * min(1, stir)
        steppedAt = max(steppedAt, time)
        guard rooms.count > 1 else { return }
        let pace = isMeasured ? Self.measured : Self.modelled
        let change = 1 - exp(-elapsed / pace.stay)
        let whole = 1 - exp(-elapsed / pace.noiseTime)
        let weight = isMeasured ? whole * Self.weight(ofNews: news) : whole
        let weighed = weighed(likelihood.rooms, in: room, stay: stay, inertia: pace.inertia)
        let arrivals = map.arrivals(from: probabilities)
        let best = weighed.max() ?? 1
        // In a large place most rooms hear nothing.
        let leastFactor = pow(Self.leastShare, weight)
        var sum = 0.0
        for index in probabilities.indices {
            let prior = probabilities[index] * (1 - change) + change * arrivals[index]
            let share = weighed[index] / best
            probabilities[index] =
                prior * (share > Self.leastShare ? pow(share, weight) : leastFactor)
            sum += probabilities[index]
        }
        for index in probabilities.indices { probabilities[index] /= sum }
    }

    /// How much of what is heard is news, in 0...1.
    private static func novelty(_ still: Double) -> Double {
        repetition / (repetition + still)
    }

    /// Where nodes report one after the other, each step repeats what the others heard before.
    private static func weight(ofNews share: Double) -> Double {
        max(leastNews, share).squareRoot()
    }

    /// Seconds since the last step, at most a minute.
    func passed(at time: Timestamp) -> Double { min(60, max(0, time.seconds(since: steppedAt))) }

    /// The likelihoods, with those of other rooms reduced by the room's inertia.
    private func weighed(
        _ likelihoods: [Double], in room: ID<Room>?, stay: Double, inertia: Double
    ) -> [Double] {
        guard let index = rooms.firstIndex(of: room), likelihoods[index] > 0 else {
            return likelihoods
        }
        let here = likelihoods[index]
        let (first, last) = (Self.settling.lowerBound, Self.settling.upperBound)
        let settled = min(1, max(0, (stay - first) / (last - first)))
        let factor = exp(-inertia * settled)
        return likelihoods.map { $0 > here ? max(here, $0 * factor) : $0 }
    }

    /// Whether the beacon went out, by what is heard now, after the rooms were weighed by it.
    ///
    /// - Parameters:
    ///   - exit: What was believed of that before.
    ///   - stay: How long it has been in its room, in seconds; `nil` if it came in there.
    ///   - still: How long it has been at rest, in seconds.
    ///   - elapsed: Seconds since the last time.
    func weighed(
        _ exit: ExitBelief, by snapshot: RoomSnapshot, _ likelihood: RoomLikelihood,
        power: Double, stay: Double?, still: Double, elapsed: Double, map: RoomMap
    ) -> ExitBelief {
        // A beacon heard weakly at an exit, as from a garden, is not in front of it; nor is one
        // that another node hears much louder at that moment.
        let isHeardThere = snapshot.heard.contains { reading in
            reading.mean >= RoomSnapshot.plain && map.areExits[map.roomOfNode[reading.column]]
                && !snapshot.heard.contains { other in
                    other.age <= reading.age + RecentReadings.moment
                        && other.level > reading.level + RecentReadings.beside
                }
        }
        // Belief in a room changes slowly, but going out takes only a few steps.
        let atExit =
            isHeardThere
            ? (map.shareOfExits(in: probabilities) + map.shareOfExits(in: likelihood.rooms)) / 2 : 0
        guard exit.isInDoubt(atExit: atExit) else { return ExitBelief() }
        let ratio = map.advantage(
            ofOutsideIn: snapshot, over: probabilities, power: power)
        // Being outside is told by how signals fade, in measured places too.
        let news = 1 - exp(-elapsed * Self.novelty(still) / Self.modelled.noiseTime)
        var exit = exit
        exit.step(
            ratio: ratio, weight: news * (ratio > 1 ? exp(-still / Self.standstill) : 1),
            atExit: atExit, stay: stay, elapsed: elapsed)
        return exit
    }
}
