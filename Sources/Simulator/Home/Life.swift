import RoostCore
import SeededRandom

/// The days of a family: the true positions of everyone and everything.
struct Life: Sendable {
    /// Where a thing is from a moment on.
    struct Holding: Sendable {
        enum Holder: Sendable {
            case carried(by: Int)
            case lying(building: Int, room: Int, at: Vector)
        }

        var time: Double
        var holder: Holder
    }

    /// A person left a building by the front door.
    struct Departure: Sendable {
        var person: Int
        var building: Int
        var kind: Outing.Kind
        /// When the door closed.
        var time: Double
        /// When they were back in; `nil` if that is on another day.
        var back: Double?
    }

    let town: Town
    let buildings: [Building]
    let family: Family
    var walkers: [Walker]
    /// For each thing, sorted by time.
    var holdings: [[Holding]]
    /// The departures of the last lived day.
    var departures: [Departure] = []
    var chance: SeededRandom
    private var plans: [Outing] = []

    static let home = 0
    static let office = 1

    /// - Parameter nodes: How many rooms of the home have a node.
    init(seed: UInt64, nodes: Int) {
        var chance = SeededRandom(seed: seed)
        let family = Family()
        self.family = family
        var town = Town(around: Town.origins[0], seed: seed, &chance)
        town.add(
            "plant", .work, circle: chance.within(70...120),
            at: chance.vector(chance.within(2500...7000)))
        self.town = town
        let home = Building.home(at: Vector(east: -5, north: -4.5), nodes: nodes)
        let work = town.centers["work"] ?? Vector(east: 4000, north: 0)
        buildings = [home, .office(at: work + Vector(east: -8, north: -6))]
        let buildings = buildings
        walkers = family.people.map {
            Walker(in: Self.home, room: $0.bedroom, of: buildings, &chance)
        }
        holdings = family.things.map { thing in
            let room = thing.usual.first ?? family.people[thing.owner].bedroom
            let spot = home.corner + home.rooms[room].spot(&chance)
            return [Holding(time: 0, holder: .lying(building: Self.home, room: room, at: spot))]
        }
        self.chance = chance
    }

    /// Lives one more day, in which everyone continues at least until midnight.
    ///
    /// What is over is forgotten.
    mutating func live(day: Int) {
        let midnight = Double(day) * 86_400
        for index in walkers.indices { walkers[index].forget(before: midnight) }
        for index in holdings.indices {
            let last = holdings[index].lastIndex { $0.time <= midnight } ?? 0
            holdings[index].removeFirst(last)
        }
        departures = []
        let today = DayPlan(day: day, chance)
        plans += today.outings
        chance = today.chance
        let end = midnight + 86_400
        while let person = walkers.indices.filter({ walkers[$0].time < end })
            .min(by: { walkers[$0].time < walkers[$1].time })
        {
            plans.removeAll { $0.people.contains(person) && $0.leave < walkers[person].time - 3600 }
            let next = plans.first { $0.people.contains(person) }
            if let next, next.leave <= walkers[person].time {
                plans.removeAll { $0.people == next.people && $0.leave == next.leave }
                go(next)
            } else {
                beAtHome(person, until: min(end, next?.leave ?? end))
            }
        }
    }

    // MARK: At home

    private mutating func beAtHome(_ person: Int, until end: Double) {
        let time = walkers[person].time
        let hour = (time / 3600).truncatingRemainder(dividingBy: 24)
        let isWeekend = Int(time / 86_400) % 7 >= 5
        let bedroom = family.people[person].bedroom
        let (wake, bedtime) =
            isWeekend ? (8.2, 23.3) : (6.5, family.people[person].isGrownUp ? 22.7 : 20.8)
        if hour < wake || hour > bedtime {
            walkers[person].walk(to: bedroom, &chance)
            undress(person)
            let morning =
                (time / 86_400).rounded(.down) * 86_400 + (wake + chance.within(0...0.3)) * 3600
            walkers[person].rest(until: min(end, hour < wake ? morning : end))
            return
        }
        let rooms: [(room: Int, minutes: ClosedRange<Double>)] = [
            (1, 3...35), (1, 3...20), (2, 5...90), (2, 5...60), (4, 5...60), (6, 2...12),
            (bedroom, 2...25), (0, 0.5...2),
        ]
        takeUp(person)
        let pick = chance.pick(rooms)
        walkers[person].walk(to: pick.room, &chance)
        putDownPhone(person)
        let until = min(end, walkers[person].time + chance.within(pick.minutes) * 60)
        while walkers[person].time < until {
            walkers[person].rest(until: min(until, walkers[person].time + chance.within(60...900)))
            if walkers[person].time < until { walkers[person].walk(to: pick.room, &chance) }
        }
    }
}
