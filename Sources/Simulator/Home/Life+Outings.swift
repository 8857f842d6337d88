import SeededRandom

/// The ways out of the house, and back.
extension Life {
    mutating func go(_ outing: Outing) {
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
        // The same route for all of them, a few steps apart.
        let route = chance
        for (index, person) in people.enumerated() {
            walkers[person].rest(until: ready + 2 * Double(index))
            chance = route
            leave(person, on: outing)
        }
    }

    /// Collects the wanted things, and puts on shoes.
    private mutating func pack(_ person: Int, for outing: Outing) {
        // Sometimes a person takes the wrong keys.
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
        // An unwanted thing in a pocket usually stays at home.
        for thing in family.things(of: person) where !outing.wants(family.things[thing], &chance) {
            guard isCarried(thing, by: person, at: walkers[person].time), chance.happens(0.7) else {
                continue
            }
            drop(thing, by: person)
        }
        walkers[person].walk(to: 0, &chance)
        walkers[person].rest(for: chance.within(5...45))
    }

    private mutating func leave(_ person: Int, on outing: Outing) {
        let shut = walkers[person].goOut()
        departures.append(
            Departure(person: person, building: Self.home, kind: outing.kind, time: shut))
        let departure = departures.count - 1
        for stop in outing.stops {
            visit(stop, person, day: (outing.leave / 86_400).rounded(.down))
        }
        comeIn(person, to: Self.home)
        departures[departure].back = walkers[person].time
        walkers[person].rest(for: chance.within(3...40))
        unpack(person)
    }

    private mutating func visit(_ stop: Outing.Stop, _ person: Int, day: Double) {
        switch stop {
        case .place(let name, let minutes):
            guard let center = town.centers[name] else { return }
            travel(person, to: center + chance.vector(chance.within(0...15)))
            walkers[person].rest(for: minutes * 60, place: name, isIndoors: true)
        case .office(let hour):
            work(person, until: day * 86_400 + hour * 3600)
        case .wander(let minutes):
            let end = walkers[person].time + minutes * 60
            let park = walkers[person].spot + chance.vector(chance.within(300...600))
            walkers[person].takeToStreet(towards: park, &chance)
            while walkers[person].time < end {
                walkers[person].move(
                    to: park + chance.vector(chance.within(50...250)),
                    speed: chance.within(1.1...1.6))
                if chance.happens(0.3) {
                    walkers[person].rest(for: chance.within(60...600))
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

    /// A day with desks and colleagues; things put on the desk are taken again, or forgotten.
    private mutating func work(_ person: Int, until end: Double) {
        let office = buildings[Self.office]
        comeIn(person, to: Self.office)
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
        walkers[person].rest(for: chance.within(2...20))
        let shut = walkers[person].goOut()
        departures.append(
            Departure(person: person, building: Self.office, kind: .work, time: shut))
    }

    private mutating func comeIn(_ person: Int, to building: Int) {
        if !walkers[person].isInFront(of: building) {
            let metres = chance.within(10...40)
            travel(person, to: buildings[building].curb(towards: walkers[person].spot, metres))
        }
        walkers[person].comeIn(to: building)
    }

    /// On foot if it is near, otherwise to a car, and along streets with lights.
    private mutating func travel(_ person: Int, to target: Vector) {
        walkers[person].takeToStreet(towards: target, &chance)
        let distance = (target - walkers[person].spot).length
        guard distance > 1800 else {
            walkers[person].move(to: target, speed: chance.within(1.1...1.6))
            return
        }
        let start = walkers[person].spot
        walkers[person].rest(for: chance.within(10...40))
        let speed = chance.within(8...15)
        let corner = Vector(east: target.east, north: start.north)
        walkers[person].move(to: corner, speed: speed)
        walkers[person].rest(for: chance.within(5...90))
        let near = corner + (target - corner) * max(0, 1 - 40 / max(40, (target - corner).length))
        walkers[person].move(to: near, speed: speed)
        walkers[person].rest(for: chance.within(5...20))
        walkers[person].move(to: target, speed: 1.3)
    }
}
