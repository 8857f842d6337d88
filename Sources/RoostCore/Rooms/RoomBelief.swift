import Glibc

/// In which room of one place a beacon is, as probabilities: a recursive Bayesian filter.
///
/// Each step first lets the beacon change rooms as people do, and then weighs the rooms by how well
/// they explain what is heard.
struct RoomBelief: Hashable, Sendable {
    let place: ID<Place>
    /// For each room of the place's map.
    private(set) var probabilities: [Double]
    private var rooms: [ID<Room>?]
    private var steppedAt: Timestamp
    /// By how many decibels the beacon seems louder than it was taken for.
    private(set) var offset = 0.0
    /// For how long that was learned, in seconds.
    private var learned = 2.0
    /// Whether the beacon went out.
    private(set) var exit = ExitBelief()

    /// People change rooms about once in so many seconds while they are about.
    private static let stay = 40.0
    /// What stays where it is errs alike all the time: after some minutes in a room, evidence for another
    /// one must be stronger, from the first moment to the last so many seconds by so much, as a logarithm.
    private static let settling = 60.0...360.0
    private static let inertia = 1.5
    /// What lies still tells as much as in so many seconds, and little more, however long it lies.
    private static let repetition = 20.0
    private static let repetitionMeasured = 60.0
    /// Readings so close to each other err alike, in seconds.
    private static let noiseTime = 0.25
    /// The same where the place was measured: there a room errs less, and shows it sooner.
    private static let stayMeasured = 15.0
    private static let noiseTimeMeasured = 0.1
    /// No reading excludes a room: where nobody measured, something else may be in the way.
    private static let leastShare = 1e-6
    /// How long a beacon's power is learned, in seconds.
    private static let offsetTime = 60.0

    /// How sure a room is of which nobody kept how sure it was.
    static let usual = 0.9

    /// - Parameters:
    ///   - room: Where the beacon is known to be; `nil` where nobody knows.
    ///   - confidence: How sure that is, in 0...1.
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

    /// What is heard next counts as much as what is heard a second later.
    mutating func expectNews(at time: Timestamp) {
        steppedAt = min(steppedAt, time.advanced(bySeconds: -1))
    }

    /// The likeliest room.
    var best: (room: ID<Room>?, probability: Double)? {
        probabilities.indices.max { probabilities[$0] < probabilities[$1] }
            .map { (rooms[$0], probabilities[$0]) }
    }

    /// The rooms, the likeliest first.
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
    ///   - stay: For how long it has been there, in seconds.
    mutating func step(
        _ likelihood: RoomLikelihood, in room: ID<Room>?, stay: Double, still: Double,
        map: RoomMap, at time: Timestamp
    ) {
        let passed = passed(at: time)
        // What does not move changes no rooms, and what is heard again from one spot is hardly news.
        let isMeasured = map.fingerprints != nil
        let elapsed = passed * Self.novelty(still, isMeasured: isMeasured)
        steppedAt = max(steppedAt, time)
        learn(offset: likelihood.offset, elapsed: passed)
        guard rooms.count > 1 else { return }
        let change = 1 - exp(-elapsed / (isMeasured ? Self.stayMeasured : Self.stay))
        let weight = 1 - exp(-elapsed / (isMeasured ? Self.noiseTimeMeasured : Self.noiseTime))
        let inertia = isMeasured ? Self.inertia / 2 : Self.inertia
        let weighed = weighed(likelihood.rooms, in: room, stay: stay, inertia: inertia)
        let arrivals = map.arrivals(from: probabilities)
        let best = weighed.max() ?? 1
        // Most rooms of a large place hear nothing.
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
    private static func novelty(_ still: Double, isMeasured: Bool = false) -> Double {
        let repetition = isMeasured ? repetitionMeasured : repetition
        return repetition / (repetition + still)
    }

    /// Seconds since the last step.
    func passed(at time: Timestamp) -> Double { min(60, max(0, time.seconds(since: steppedAt))) }

    /// The likelihoods, with what speaks for other rooms made less by the room's inertia.
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

    /// Takes in what is heard now, after the rooms were weighed by it.
    ///
    /// - Parameters:
    ///   - stay: For how long it has been in its room, in seconds; `nil` where it came in there.
    ///   - still: For how long it has lain still, in seconds.
    ///   - elapsed: Seconds since the last time.
    mutating func weighExit(
        _ snapshot: RoomSnapshot, _ likelihood: RoomLikelihood, power: Double, stay: Double?,
        still: Double, elapsed: Double, map: RoomMap
    ) {
        // Who is heard weakly by an exit, as from a garden, is not in front of it.
        let isHeardThere = snapshot.heard.contains { reading in
            reading.mean >= RoomSnapshot.plain && map.areExits[map.roomOfNode[reading.column]]
        }
        // Rooms are held on to, but who goes out does so in a few steps.
        let atExit =
            isHeardThere
            ? (map.shareOfExits(in: probabilities) + map.shareOfExits(in: likelihood.rooms)) / 2 : 0
        guard exit.isInDoubt(atExit: atExit) else { return exit = ExitBelief() }
        exit.step(
            ratio: map.advantage(
                ofOutsideIn: snapshot, over: probabilities, power: power + offset),
            weight: 1 - exp(-elapsed * Self.novelty(still) / Self.noiseTime),
            atExit: atExit, stay: stay, elapsed: elapsed)
    }

    /// How much louder than it says the beacon is, in decibels, where that is more than tags differ.
    var correction: Double {
        abs(offset) > 6 ? offset : 0
    }

    /// The mean over a minute, and until then over the time there was.
    private mutating func learn(offset new: Double, elapsed: Double) {
        learned = min(Self.offsetTime, learned + elapsed)
        offset += elapsed / max(learned, elapsed) * (new - offset)
    }
}
