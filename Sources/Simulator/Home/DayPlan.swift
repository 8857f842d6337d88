import SeededRandom

/// The outings of a household on one day, drawn by chance.
struct DayPlan {
    private(set) var outings: [Outing] = []
    private(set) var chance: SeededRandom
    /// When the day begins, in seconds since the beginning of the year.
    private let midnight: Double

    private static let (anna, ben, carla, dan) = (
        Family.anna, Family.ben, Family.carla, Family.dan
    )
    private static let everyone = [anna, ben, carla, dan]

    /// - Parameter day: 0 is a Monday.
    init(day: Int, _ chance: SeededRandom) {
        midnight = Double(day) * 86_400
        self.chance = chance
        // For two weeks in summer, everyone is away.
        if (195..<209).contains(day % 365) {
            if day % 365 == 195 { planHoliday() }
            return
        }
        if day % 7 < 5 {
            planSchool()
            planWork()
            planWeekdayEvening()
        } else {
            planWeekend()
        }
        planAnyDay()
        outings.sort { $0.leave < $1.leave }
    }

    private mutating func planHoliday() {
        plan(Self.everyone, at(9...11), .leisure, [.place("friend", minutes: 13.3 * 1440)])
    }

    private mutating func planSchool() {
        let isTogether = chance.happens(0.5)
        let school = at(7.3...7.5)
        let end = chance.within(340...480)
        if isTogether {
            plan([Self.carla, Self.dan], school, .school, [.place("school", minutes: end)])
        } else {
            plan([Self.carla], school, .school, [.place("school", minutes: end + 30)])
            plan(
                [Self.dan], school + chance.within(60...1500), .school,
                [.place("school", minutes: end)])
        }
    }

    private mutating func planWork() {
        if chance.happens(0.9) {
            var stops: [Outing.Stop] = [.office(until: chance.within(15.5...17.5))]
            if chance.happens(0.4) { stops.append(place("shop", 8...30)) }
            plan([Self.anna], at(7.6...8.3), .work, stops)
        }
        if chance.happens(0.9) {
            var stops = [place("plant", 220...260)]
            if chance.happens(0.5) { stops.append(place("cafe", 20...45)) }
            stops.append(place("plant", 200...240))
            if chance.happens(0.2) { stops.append(place("bakery", 6...12)) }
            plan([Self.ben], at(6.9...8.5), .work, stops)
        }
    }

    private mutating func planWeekdayEvening() {
        if chance.happens(0.3) {
            let person = chance.pick([Self.anna, Self.ben, Self.carla])
            plan([person], at(18...19), .leisure, [place("gym", 50...100)])
        }
        if chance.happens(0.2) {
            plan([Self.carla, Self.dan], at(17...18), .leisure, [place("friend", 60...150)])
        }
    }

    private mutating func planWeekend() {
        if chance.happens(0.6) {
            let person = chance.pick([Self.anna, Self.ben, Self.dan])
            plan([person], at(8.5...9.5), .leisure, [place("bakery", 6...12)])
        }
        if chance.happens(0.4) {
            plan(Self.everyone, at(11...14), .leisure, [place("friend", 90...300)])
        }
        if chance.happens(0.6) {
            let person = chance.pick([Self.anna, Self.ben])
            plan([person], at(10...17), .leisure, [place("shop", 20...60)])
        }
        if chance.happens(0.4) {
            plan([Self.carla], at(14...16), .leisure, [place("gym", 60...180)])
        }
    }

    private mutating func planAnyDay() {
        if chance.happens(0.25) {
            plan(
                [Self.anna, Self.ben], at(19.5...20.5), .leisure,
                [.wander(minutes: chance.within(25...60))])
        }
        if chance.happens(0.3) {
            let person = chance.pick([Self.anna, Self.ben])
            plan([person], at(17.5...19), .run, [.wander(minutes: chance.within(30...60))])
        }
        for person in [Self.anna, Self.ben, Self.dan] where chance.happens(0.3) {
            plan([person], at(8.5...21), .errand, [.inFront(minutes: chance.within(1...4))])
        }
        if chance.happens(0.3) {
            let person = chance.pick(Self.everyone)
            plan([person], at(11...18), .garden, [.inFront(minutes: chance.within(5...45))])
        }
    }

    // MARK: Words for plans

    private mutating func plan(
        _ people: [Int], _ leave: Double, _ kind: Outing.Kind, _ stops: [Outing.Stop]
    ) {
        outings.append(Outing(people: people, leave: leave, kind: kind, stops: stops))
    }

    /// Some time between two hours of the day.
    private mutating func at(_ hours: ClosedRange<Double>) -> Double {
        midnight + chance.within(hours) * 3600
    }

    private mutating func place(_ name: String, _ minutes: ClosedRange<Double>) -> Outing.Stop {
        .place(name, minutes: chance.within(minutes))
    }
}
