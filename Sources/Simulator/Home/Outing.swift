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

    /// The outings of a household on a day; `day` 0 is a Monday.
    static func plans(for day: Int, _ chance: inout SeededRandom) -> [Outing] {
        let midnight = Double(day) * 86_400
        func at(_ hours: ClosedRange<Double>) -> Double { midnight + chance.within(hours) * 3600 }
        var plans: [Outing] = []
        func plan(_ people: [Int], _ leave: Double, _ kind: Kind, _ stops: [Stop]) {
            plans.append(Outing(people: people, leave: leave, kind: kind, stops: stops))
        }
        let (anna, ben, carla, dan) = (Family.anna, Family.ben, Family.carla, Family.dan)
        // For two weeks in summer, everyone is away.
        if (195..<209).contains(day % 365) {
            if day % 365 == 195 {
                plan(
                    [anna, ben, carla, dan], at(9...11), .leisure,
                    [.place("friend", minutes: 13.3 * 1440)])
            }
            return plans
        }
        if day % 7 < 5 {
            let isTogether = chance.happens(0.5)
            let school = at(7.3...7.5)
            let end = chance.within(340...480)
            if isTogether {
                plan([carla, dan], school, .school, [.place("school", minutes: end)])
            } else {
                plan([carla], school, .school, [.place("school", minutes: end + 30)])
                plan(
                    [dan], school + chance.within(60...1500), .school,
                    [.place("school", minutes: end)])
            }
            if chance.happens(0.9) {
                var stops: [Stop] = [.office(until: chance.within(15.5...17.5))]
                if chance.happens(0.4) {
                    stops.append(.place("shop", minutes: chance.within(8...30)))
                }
                plan([anna], at(7.6...8.3), .work, stops)
            }
            if chance.happens(0.9) {
                var stops: [Stop] = [.place("plant", minutes: chance.within(220...260))]
                if chance.happens(0.5) {
                    stops.append(.place("cafe", minutes: chance.within(20...45)))
                }
                stops.append(.place("plant", minutes: chance.within(200...240)))
                if chance.happens(0.2) {
                    stops.append(.place("bakery", minutes: chance.within(6...12)))
                }
                plan([ben], at(6.9...8.5), .work, stops)
            }
            if chance.happens(0.3) {
                plan(
                    [chance.pick([anna, ben, carla])], at(18...19), .leisure,
                    [.place("gym", minutes: chance.within(50...100))])
            }
            if chance.happens(0.2) {
                plan(
                    [carla, dan], at(17...18), .leisure,
                    [.place("friend", minutes: chance.within(60...150))])
            }
        } else {
            if chance.happens(0.6) {
                plan(
                    [chance.pick([anna, ben, dan])], at(8.5...9.5), .leisure,
                    [.place("bakery", minutes: chance.within(6...12))])
            }
            if chance.happens(0.4) {
                plan(
                    [anna, ben, carla, dan], at(11...14), .leisure,
                    [.place("friend", minutes: chance.within(90...300))])
            }
            if chance.happens(0.6) {
                plan(
                    [chance.pick([anna, ben])], at(10...17), .leisure,
                    [.place("shop", minutes: chance.within(20...60))])
            }
            if chance.happens(0.4) {
                plan(
                    [carla], at(14...16), .leisure,
                    [.place("gym", minutes: chance.within(60...180))])
            }
        }
        if chance.happens(0.25) {
            plan(
                [anna, ben], at(19.5...20.5), .leisure, [.wander(minutes: chance.within(25...60))])
        }
        if chance.happens(0.3) {
            plan(
                [chance.pick([anna, ben])], at(17.5...19), .run,
                [.wander(minutes: chance.within(30...60))])
        }
        for person in [anna, ben, dan] where chance.happens(0.3) {
            plan([person], at(8.5...21), .errand, [.inFront(minutes: chance.within(1...4))])
        }
        if chance.happens(0.3) {
            plan(
                [chance.pick([anna, ben, carla, dan])], at(11...18), .garden,
                [.inFront(minutes: chance.within(5...45))])
        }
        return plans.sorted { $0.leave < $1.leave }
    }

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
