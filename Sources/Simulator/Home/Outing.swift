import SeededRandom

/// A plan to leave home: the people, the time and the destination.
struct Outing: Sendable {
    enum Kind: Sendable {
        case work, school, leisure
        /// With only the keys.
        case run
        /// To the bins or the letter box, and back.
        case errand
        /// Into the garden, which does not count as leaving.
        case garden
    }

    enum Stop: Sendable {
        case place(String, minutes: Double)
        /// Until an hour of the day, with desks and colleagues.
        case office(until: Double)
        /// Through a park, and on a bench.
        case wander(minutes: Double)
        case inFront(minutes: Double)
    }

    var people: [Int]
    /// When they get ready, in seconds since the beginning of the year.
    var leave: Double
    var kind: Kind
    var stops: [Stop]

    /// Whether a person on such an outing wants to take a thing.
    func wants(_ thing: Family.Thing, _ chance: inout SeededRandom) -> Bool {
        switch (thing.kind, kind) {
        case (.watch, _): true
        case (.phone, .errand), (.phone, .garden), (.keys, .errand): chance.happens(0.5)
        case (.phone, _), (.keys, _): kind != .garden
        case (.wallet, .work), (.wallet, .school), (.wallet, .leisure): true
        case (.bag, .work), (.bag, .school): true
        default: false
        }
    }
}
