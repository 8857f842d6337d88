import RoostCore

/// The days of a family: where everybody and everything really is.
struct Life: Sendable {
    /// Where a thing is from some moment on.
    struct Holding: Sendable {
        enum Holder: Sendable {
            case carried(by: Int)
            case lying(building: Int, room: Int, at: Vector)
        }

        var time: Double
        var holder: Holder
    }

    /// Somebody left a building by the front door.
    struct Departure: Sendable {
        var person: Int
        var building: Int
        var kind: Outing.Kind
        /// When the door fell shut.
        var time: Double
        /// When they were in again; `nil` where that is another day.
        var back: Double?
    }

    let town: Town
    let buildings: [Building]
    let family: Family
    private(set) var walkers: [Walker]
    /// For each thing, in the order of time.
    private(set) var holdings: [[Holding]]
    /// Of the last day that was lived.
    private(set) var departures: [Departure] = []
    private var chance: Chance
    private var plans: [Outing] = []

    static let home = 0
    static let office = 1

    init(seed: UInt64) {
        var chance = Chance(seed: seed)
        let family = Family()
        self.family = family
        var town = Town(around: Town.origins[0], seed: seed, &chance)
        town.add(
            "plant", .work, circle: chance.within(70...120),
            at: chance.vector(chance.within(2500...7000)))
        self.town = town
        let home = Building.home(at: Vector(east: -5, north: -4.5))
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

    /// Lives one more day, in which everybody goes on for at least until midnight.
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
        plans += Outing.plans(for: day, &chance)
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

    // MARK: Things

    func holder(of thing: Int, at time: Double) -> Holding.Holder? {
        holdings[thing].last { $0.time <= time }?.holder
    }

    func isCarried(_ thing: Int, by person: Int, at time: Double) -> Bool {
        if case .carried(person) = holder(of: thing, at: time) { true } else { false }
    }

    /// Whether the thing can be taken there by somebody now.
    private func isLying(_ thing: Int, in building: Int, for person: Int) -> Bool {
        guard let last = holdings[thing].last, last.time <= walkers[person].time,
            case .lying(building, _, _) = last.holder
        else { return false }
        return true
    }

    private mutating func note(_ thing: Int, _ holder: Holding.Holder, at time: Double) {
        holdings[thing].append(
            Holding(time: max(time, holdings[thing].last?.time ?? 0), holder: holder))
    }

    /// Where the person stands.
    private mutating func drop(_ thing: Int, by person: Int) {
        let walker = walkers[person]
        guard let building = walker.building, let room = walker.room else { return }
        note(thing, .lying(building: building, room: room, at: walker.spot), at: walker.time)
    }

    /// A phone is put beside whoever sits down, half of the time.
    private mutating func putDownPhone(_ person: Int) {
        for thing in family.things(of: person) where family.things[thing].kind == .phone {
            guard isCarried(thing, by: person, at: walkers[person].time), chance.happens(0.5) else {
                continue
            }
            drop(thing, by: person)
        }
    }

    /// In the morning and before leaving a room: the watch, and the phone where it lies beside.
    private mutating func takeUp(_ person: Int) {
        let time = walkers[person].time
        for thing in family.things(of: person) where !family.things[thing].isItem {
            guard let building = walkers[person].building,
                isLying(thing, in: building, for: person),
                case .lying(_, walkers[person].room, _)? = holdings[thing].last?.holder,
                chance.happens(family.things[thing].kind == .watch ? 0.95 : 0.8)
            else { continue }
            note(thing, .carried(by: person), at: time)
        }
    }

    /// What is still carried is put down for the night, but for some watches.
    private mutating func undress(_ person: Int) {
        for thing in family.things.indices
        where isCarried(thing, by: person, at: walkers[person].time) {
            if family.things[thing].kind != .watch || chance.happens(0.6) {
                drop(thing, by: person)
            }
        }
    }

    /// What somebody comes home with gets to where it is usually put.
    private mutating func unpack(_ person: Int) {
        let carried = family.things.indices.filter {
            family.things[$0].isItem && isCarried($0, by: person, at: walkers[person].time)
        }
        for thing in carried where chance.happens(0.85) {
            let room = chance.pick(family.things[thing].usual)
            if walkers[person].room != room { walkers[person].walk(to: room, &chance) }
            drop(thing, by: person)
        }
    }

    // MARK: Going out

    private mutating func go(_ outing: Outing) {
        let people = outing.people.filter { walkers[$0].time < outing.leave + 1800 }
        guard !people.isEmpty else { return }
        if outing.kind == .garden, case .inFront(let minutes)? = outing.stops.first {
            for person in people {
                takeUp(person)
                walkers[person].visitGarden(until: walkers[person].time + minutes * 60, &chance)
            }
            return
        }
        for person in people { pack(person, for: outing) }
        let ready = people.map { walkers[$0].time }.max() ?? 0
        // One route for all of them, a few steps apart.
        let route = chance
        for (index, person) in people.enumerated() {
            walkers[person].rest(until: ready + 2 * Double(index))
            chance = route
            leave(person, on: outing)
        }
    }

    /// Collects what is wanted along, and puts on shoes.
    private mutating func pack(_ person: Int, for outing: Outing) {
        // Somebody takes the wrong keys.
        let isMistaken = family.people[person].isGrownUp && chance.happens(0.02)
        for thing in family.things.indices {
            let what = family.things[thing]
            let isMine = what.owner == person
            let isSwapped = isMistaken && what.kind == .keys && family.people[what.owner].isGrownUp
            guard isSwapped ? !isMine : isMine, outing.wants(what, &chance),
                !chance.happens(what.isItem ? 0.03 : 0.012),
                isLying(thing, in: Self.home, for: person),
                case .lying(_, let room, let spot)? = holdings[thing].last?.holder
            else { continue }
            walkers[person].walk(to: room, spot - buildings[Self.home].corner)
            note(thing, .carried(by: person), at: walkers[person].time)
        }
        // What is in a pocket, and not wanted, stays mostly.
        for thing in family.things(of: person) where !outing.wants(family.things[thing], &chance) {
            guard isCarried(thing, by: person, at: walkers[person].time), chance.happens(0.7) else {
                continue
            }
            drop(thing, by: person)
        }
        walkers[person].walk(to: 0, &chance)
        walkers[person].rest(until: walkers[person].time + chance.within(5...45))
    }

    private mutating func leave(_ person: Int, on outing: Outing) {
        let shut = walkers[person].goOut(&chance)
        departures.append(
            Departure(person: person, building: Self.home, kind: outing.kind, time: shut))
        let departure = departures.count - 1
        for stop in outing.stops {
            visit(stop, person, day: (outing.leave / 86_400).rounded(.down))
        }
        let doorstep = buildings[Self.home].corner + buildings[Self.home].doorstep
        travel(person, to: doorstep)
        walkers[person].comeIn(to: Self.home)
        departures[departure].back = walkers[person].time
        walkers[person].rest(until: walkers[person].time + chance.within(3...40))
        unpack(person)
    }

    private mutating func visit(_ stop: Outing.Stop, _ person: Int, day: Double) {
        switch stop {
        case .place(let name, let minutes):
            guard let center = town.centers[name] else { return }
            travel(person, to: center + chance.vector(chance.within(0...15)))
            walkers[person].rest(
                until: walkers[person].time + minutes * 60, place: name, isIndoors: true)
        case .office(let hour):
            work(person, until: day * 86_400 + hour * 3600)
        case .wander(let minutes):
            let end = walkers[person].time + minutes * 60
            let start = walkers[person].spot
            while walkers[person].time < end {
                walkers[person].move(
                    to: start + chance.vector(chance.within(300...900)),
                    speed: chance.within(1.1...1.6))
                if chance.happens(0.3) {
                    walkers[person].rest(until: walkers[person].time + chance.within(60...600))
                }
            }
        case .inFront(let minutes):
            let start = walkers[person].spot
            let end = walkers[person].time + minutes * 60
            let out = buildings[Self.home].doorstep - buildings[Self.home].front
            while walkers[person].time < end {
                walkers[person].move(
                    to: start + out * chance.within(3...15) + chance.vector(4), speed: 1.2)
                walkers[person].rest(until: min(end, walkers[person].time + chance.within(5...60)))
            }
        }
    }

    /// A day with desks and colleagues; what is put on the desk is taken again, or forgotten.
    private mutating func work(_ person: Int, until end: Double) {
        let office = buildings[Self.office]
        travel(person, to: office.corner + office.doorstep)
        walkers[person].comeIn(to: Self.office)
        walkers[person].walk(to: 1, &chance)
        let desk = walkers[person].spot
        for thing in family.things(of: person) where family.things[thing].kind != .watch {
            guard isCarried(thing, by: person, at: walkers[person].time), chance.happens(0.7)
            else { continue }
            drop(thing, by: person)
        }
        while walkers[person].time < end {
            let room = chance.pick([1, 1, 1, 2, 0])
            walkers[person].walk(to: room, &chance)
            walkers[person].rest(
                until: min(
                    end, walkers[person].time + chance.within(room == 0 ? 30...300 : 300...4000)))
        }
        walkers[person].walk(to: 1, desk - office.corner)
        for thing in family.things(of: person) where isLying(thing, in: Self.office, for: person) {
            guard !chance.happens(0.03) else { continue }
            note(thing, .carried(by: person), at: walkers[person].time)
        }
        walkers[person].walk(to: 0, &chance)
        walkers[person].rest(until: walkers[person].time + chance.within(2...20))
        let shut = walkers[person].goOut(&chance)
        departures.append(
            Departure(person: person, building: Self.office, kind: .work, time: shut))
    }

    /// On foot where it is near; else to a car, and by streets with lights.
    private mutating func travel(_ person: Int, to target: Vector) {
        let distance = (target - walkers[person].spot).length
        guard distance > 1800 else {
            walkers[person].move(to: target, speed: chance.within(1.1...1.6))
            return
        }
        let start = walkers[person].spot
        walkers[person].move(to: start + chance.vector(chance.within(10...50)), speed: 1.3)
        walkers[person].rest(until: walkers[person].time + chance.within(10...40))
        let speed = chance.within(8...15)
        let corner = Vector(east: target.east, north: start.north)
        walkers[person].move(to: corner, speed: speed)
        walkers[person].rest(until: walkers[person].time + chance.within(5...90))
        let near = corner + (target - corner) * max(0, 1 - 40 / max(40, (target - corner).length))
        walkers[person].move(to: near, speed: speed)
        walkers[person].rest(until: walkers[person].time + chance.within(5...20))
        walkers[person].move(to: target, speed: 1.3)
    }
}
