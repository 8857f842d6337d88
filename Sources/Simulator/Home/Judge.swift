import RoostCore

/// Compares Roost's claims with the truth, second by second and alert by alert.
struct Judge {
    var verdict = Verdict()
    private let people: [ID<User>: Int]
    private let items: [ID<Item>: Int]
    private let areas: [ID<Place>: Area]
    /// The claimed whereabouts of each person.
    private var told: [Belief.Whereabouts?]
    private var cursors: [LegCursor]
    /// The things that show each person to the nodes.
    private var worn: [ThingCursor]
    /// When each current claim became wrong, for the list of faults.
    private var wrongSince: [Double?]
    private var rooms: [RoomCount]
    private(set) var alerts: [Told] = []
    /// The exits of the verdict that are not reported yet.
    private var pendingExits: [Int] = []
    var log: FaultLog?

    /// An alert about a thing, and the truth.
    struct Told {
        var kind: AlertKind
        var thing: Int
        var time: Double
        var place: ID<Place>?
        /// Whether the thing is in that building, lying or carried.
        var isThere: Bool
        var isOwnerThere: Bool
    }

    /// The rooms that the wearer of a beacon was in, and the claimed ones.
    private struct RoomCount {
        var told: ID<Room>?
        var real: Int?
        /// A room that is only passed through does not count.
        var candidate: (room: Int, since: Double)?
    }

    /// The shortest stay in a room, in seconds.
    private static let shortestStay = 5.0
    /// An outing shorter than this does not count as leaving, in seconds.
    private static let shortestOuting = 60.0
    /// How long the door is open before it closes, in seconds.
    private static let doorway = 5.0

    /// - Parameter isExplaining: Whether faults are kept, with the decisions of that time.
    init(of life: Life, isExplaining: Bool) {
        log = isExplaining ? FaultLog() : nil
        people = Dictionary(
            uniqueKeysWithValues: life.family.people.enumerated().map { ($1.id, $0) })
        items = Dictionary(
            uniqueKeysWithValues: life.family.things.indices.filter {
                life.family.things[$0].isItem
            }
            .map { (life.family.item($0), $0) })
        areas = Dictionary(uniqueKeysWithValues: life.town.places.map { ($0.id, $0.area) })
        let count = life.family.people.count
        told = Array(repeating: nil, count: count)
        cursors = Array(repeating: LegCursor(), count: count)
        worn = life.family.people.indices.map { person in
            let beacon = life.family.things(of: person).first {
                !life.family.things[$0].isItem && life.family.things[$0].beacon != nil
            }
            return ThingCursor(beacon ?? 0)
        }
        wrongSince = Array(repeating: nil, count: count)
        rooms = Array(repeating: RoomCount(), count: count)
    }

    /// Adds this many judged days.
    mutating func note(days: Double) { verdict.days += days }

    /// Another day was lived.
    mutating func turnPage(_ life: Life) {
        cursors = cursors.map { _ in LegCursor() }
        worn = worn.map { ThingCursor($0.thing) }
        for departure in life.departures where departure.duration > Self.shortestOuting {
            noteForgotten(at: departure, in: life)
            guard departure.kind != .errand else { continue }
            pendingExits.append(verdict.exits.count)
            verdict.exits.append(
                Verdict.Exit(
                    person: departure.person, building: departure.building, shut: departure.time,
                    back: departure.time + departure.duration))
        }
    }

    // MARK: What is told

    mutating func hear(_ effects: [Effect], of engine: Engine, at time: Double, in life: Life) {
        // The reason for what is found wrong below.
        for case .explain(let decision) in effects {
            if let person = people[decision.user] { log?.note(decision, of: person, at: time) }
        }
        for effect in effects {
            switch effect {
            case .changed(.user(let user), _):
                guard let person = people[user] else { continue }
                let before = told[person]
                told[person] = engine.users[user]?.belief?.whereabouts
                countLeave(of: person, from: before, at: time, in: life)
            case .alert(let alert):
                guard let thing = alert.item.flatMap({ items[$0] }) else { continue }
                let building = life.buildings.firstIndex { $0.place == alert.place?.rawValue }
                alerts.append(
                    Told(
                        kind: alert.kind, thing: thing, time: time, place: alert.place,
                        isThere: building.map { life.isIn($0, thing, at: time) } ?? false,
                        isOwnerThere: building.map { life.isOwnerIn($0, of: thing, at: time) }
                            ?? false))
            default: break
            }
        }
    }

    /// Notes exits that are reported now, perhaps since before the door.
    private mutating func noteExits(at time: Double, in life: Life) {
        pendingExits.removeAll { index in
            let exit = verdict.exits[index]
            guard exit.shut - Self.doorway <= time, time <= exit.back else {
                return time > exit.back
            }
            let place = life.buildings[exit.building].place
            if case .at(let spot) = told[exit.person], spot.place.rawValue == place { return false }
            verdict.exits[index].told = time - exit.shut
            return true
        }
    }

    /// Counts a reported departure of a person who is still there.
    private mutating func countLeave(
        of person: Int, from before: Belief.Whereabouts?, at time: Double, in life: Life
    ) {
        guard case .at(let spot)? = before, let now = told[person],
            let leg = cursors[person].leg(at: time, of: life.walkers[person].legs),
            leg.place == spot.place.rawValue
        else { return }
        if case .at(let next) = now, next.place == spot.place { return }
        verdict.falseLeaves += 1
        log?.note(
            "\(life.family.people[person].id) is told to have left \(spot.place)", of: person,
            from: time, in: life)
    }

    // MARK: Presence and rooms

    mutating func look(_ life: Life, at time: Double) {
        noteExits(at: time, in: life)
        for person in told.indices {
            guard let leg = cursors[person].leg(at: time, of: life.walkers[person].legs) else {
                continue
            }
            let isRight = isRight(person, leg, at: time, in: life)
            verdict.presence.seconds += 1
            if !isRight {
                verdict.presence.wrong += 1
                log?.countWrong(told[person], truth: leg.place)
            }
            noteFault(person, isRight: isRight, leg, at: time, in: life)
            countRooms(of: person, in: life, at: time)
        }
    }

    private func isRight(_ person: Int, _ leg: Leg, at time: Double, in life: Life) -> Bool {
        let place: ID<Place>?
        switch told[person] {
        case .at(let spot): place = spot.place
        case .outside: place = nil
        case .unknown, .offline, nil: return false
        }
        if let truth = leg.place { return place == ID(checked: truth) }
        // On the way, a person within a boundary may be counted as there or not.
        guard let place else { return true }
        return areas[place].map {
            $0.signedDistance(to: life.town.point(leg.position(at: time))) <= 0
        }
            ?? false
    }

    private mutating func noteFault(
        _ person: Int, isRight: Bool, _ leg: Leg, at time: Double, in life: Life
    ) {
        if isRight, let since = wrongSince[person] {
            wrongSince[person] = nil
            guard time - since > 600 else { return }
            log?.note(
                "\(life.family.people[person].id) is told to be elsewhere than \(leg.place ?? "outside")",
                of: person, from: since, to: time, in: life)
        } else if !isRight, wrongSince[person] == nil {
            wrongSince[person] = time
        }
    }

    /// The rooms of what a person wears, which is all that nodes can know.
    private mutating func countRooms(of person: Int, in life: Life, at time: Double) {
        guard let index = worn[person].spot(at: time, in: life)?.room else {
            return rooms[person] = RoomCount()
        }
        let room = life.buildings[Life.home].rooms[index]
        let now: ID<Room>? =
            if case .at(let spot) = told[person],
                spot.place.rawValue == life.buildings[Life.home].place
            { spot.room } else { nil }
        if let now, let before = rooms[person].told, now != before {
            verdict.roomChanges.told += 1
        }
        if let now { rooms[person].told = now }
        // In a room without a node, the room cannot be known.
        guard room.node != nil else { return }
        verdict.rooms.seconds += 1
        if now?.rawValue == room.id { verdict.rooms.right += 1 }
        if rooms[person].candidate?.room != index { rooms[person].candidate = (index, time) }
        guard let candidate = rooms[person].candidate, time - candidate.since >= Self.shortestStay,
            candidate.room != rooms[person].real
        else { return }
        if rooms[person].real != nil { verdict.roomChanges.true += 1 }
        rooms[person].real = candidate.room
    }

    // MARK: Things

    private mutating func noteForgotten(at departure: Life.Departure, in life: Life) {
        let place = ID<Place>(checked: life.buildings[departure.building].place)
        for thing in life.family.things(of: departure.person) {
            let what = life.family.things[thing]
            guard what.isItem, what.watch.includes(place),
                life.isIn(departure.building, thing, at: departure.time + Self.shortestOuting)
            else { continue }
            verdict.forgotten.append(
                Verdict.Forgotten(
                    owner: departure.person, thing: thing, building: departure.building,
                    shut: departure.time, back: departure.time + departure.duration,
                    isErrand: departure.kind == .errand))
        }
    }
}

extension Life.Departure {
    /// In seconds; half a day for one that ends on another day.
    fileprivate var duration: Double { (back ?? time + 43_200) - time }
}

extension Life {
    func isOwnerIn(_ building: Int, of thing: Int, at time: Double) -> Bool {
        walkers[family.things[thing].owner].legs.last { $0.from <= time }?.building == building
    }

    /// Whether a thing is in a building, lying or carried.
    func isIn(_ building: Int, _ thing: Int, at time: Double) -> Bool {
        switch holder(of: thing, at: time) {
        case .lying(building, _, _): true
        case .lying, nil: false
        case .carried(let person):
            walkers[person].legs.last { $0.from <= time }?.building == building
        }
    }
}

extension ThingCursor.Spot {
    /// The room of the home; `nil` elsewhere.
    fileprivate var room: Int? {
        switch self {
        case .lying(Life.home, let room, _): room
        case .lying: nil
        case .carried(let leg): leg.building == Life.home ? leg.room : nil
        }
    }
}
