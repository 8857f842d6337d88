import SeededRandom

/// How things are taken along and put down.
extension Life {
    func holder(of thing: Int, at time: Double) -> Holding.Holder? {
        holdings[thing].last { $0.time <= time }?.holder
    }

    func isCarried(_ thing: Int, by person: Int, at time: Double) -> Bool {
        if case .carried(person) = holder(of: thing, at: time) { true } else { false }
    }

    /// Whether the person can take the thing in that building now.
    func isLying(_ thing: Int, in building: Int, for person: Int) -> Bool {
        guard let last = holdings[thing].last, last.time <= walkers[person].time,
            case .lying(building, _, _) = last.holder
        else { return false }
        return true
    }

    mutating func note(_ thing: Int, _ holder: Holding.Holder, at time: Double) {
        holdings[thing].append(
            Holding(time: max(time, holdings[thing].last?.time ?? 0), holder: holder))
    }

    /// Puts a thing down where the person stands.
    mutating func drop(_ thing: Int, by person: Int) {
        let walker = walkers[person]
        guard let building = walker.building, let room = walker.room else { return }
        note(thing, .lying(building: building, room: room, at: walker.spot), at: walker.time)
    }

    /// Half of the time, a sitting person puts the phone down.
    mutating func putDownPhone(_ person: Int) {
        for thing in family.things(of: person) where family.things[thing].kind == .phone {
            guard isCarried(thing, by: person, at: walkers[person].time), chance.happens(0.5) else {
                continue
            }
            drop(thing, by: person)
        }
    }

    /// In the morning and before leaving a room, takes the watch, and the phone if it lies there.
    mutating func takeUp(_ person: Int) {
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

    /// Puts down for the night what is still carried, except some watches.
    mutating func undress(_ person: Int) {
        for thing in family.things.indices
        where isCarried(thing, by: person, at: walkers[person].time) {
            if family.things[thing].kind != .watch || chance.happens(0.6) {
                drop(thing, by: person)
            }
        }
    }

    /// Puts carried things in their usual places after coming home.
    mutating func unpack(_ person: Int) {
        let carried = family.things.indices.filter {
            family.things[$0].isItem && isCarried($0, by: person, at: walkers[person].time)
        }
        for thing in carried where chance.happens(0.85) {
            let room = chance.pick(family.things[thing].usual)
            if walkers[person].room != room { walkers[person].walk(to: room, &chance) }
            drop(thing, by: person)
        }
    }
}
