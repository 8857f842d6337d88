import SeededRandom

/// A walking person: moves, stays, and leaves a trail of legs.
struct Walker: Sendable {
    private(set) var time = 0.0
    private(set) var legs: [Leg] = []
    private(set) var spot: Vector
    private(set) var building: Int?
    private(set) var room: Int?
    /// The passages of front doors, by building.
    private(set) var passages: [(building: Int, time: ClosedRange<Double>)] = []
    /// The building whose gate was not passed yet.
    private var yard: Int?
    private let buildings: [Building]

    /// Begins in a room.
    init(in building: Int, room: Int, of buildings: [Building], _ chance: inout SeededRandom) {
        self.buildings = buildings
        self.building = building
        self.room = room
        spot = buildings[building].corner + buildings[building].rooms[room].spot(&chance)
    }

    /// Forgets what is over by then.
    mutating func forget(before time: Double) {
        legs.removeAll { $0.to <= time }
        passages.removeAll { $0.time.upperBound <= time }
    }

    mutating func rest(until end: Double, place: String? = nil, isIndoors: Bool = false) {
        guard end > time else { return }
        add(to: spot, until: end, place: building.map { buildings[$0].place } ?? place)
        legs[legs.count - 1].isIndoors = isIndoors || building != nil
    }

    mutating func rest(for seconds: Double, place: String? = nil, isIndoors: Bool = false) {
        rest(until: time + seconds, place: place, isIndoors: isIndoors)
    }

    /// Walks to a spot in a room, through the doors.
    mutating func walk(to target: Int, _ end: Vector, speed: Double = 0.9) {
        guard let building, let room else { return }
        let frame = buildings[building]
        for step in frame.way(from: room, to: target, end) {
            self.room = step.room
            move(to: frame.corner + step.to, speed: speed, place: frame.place)
        }
    }

    /// Walks to a random spot in a room.
    mutating func walk(to target: Int, _ chance: inout SeededRandom) {
        guard let building else { return }
        walk(
            to: target, buildings[building].rooms[target].spot(&chance),
            speed: chance.within(0.7...1.2))
    }

    /// Goes through the front door, which closes; returns when.
    mutating func goOut() -> Double {
        guard let building else { return time }
        let frame = buildings[building]
        walk(to: 0, frame.front)
        (self.building, room, yard) = (nil, nil, building)
        let opened = time
        move(to: frame.corner + frame.doorstep, speed: 0.8)
        passages.append((building, opened...time))
        return time
    }

    /// Goes out of the gate and along the street; does nothing if there is no building behind.
    mutating func takeToStreet(towards target: Vector, _ chance: inout SeededRandom) {
        guard let yard else { return }
        let frame = buildings[yard]
        let speed = chance.within(1...1.5)
        move(to: frame.corner + frame.gate, speed: speed)
        move(to: frame.curb(towards: target, chance.within(10...50)), speed: speed)
        self.yard = nil
    }

    func isInFront(of building: Int) -> Bool { yard == building }

    /// Goes from the street or the yard into the hall.
    mutating func comeIn(to building: Int) {
        let frame = buildings[building]
        if yard != building { move(to: frame.corner + frame.gate, speed: 1.2) }
        yard = nil
        move(to: frame.corner + frame.doorstep, speed: 1.2)
        let opened = time
        move(to: frame.corner + frame.front, speed: 0.8)
        passages.append((building, opened...time))
        self.building = building
        room = 0
        walk(to: 0, frame.front + (frame.rooms[0].door - frame.front) * 0.4)
    }

    /// Goes through the back door to a garden and in again; does nothing if there is no such door.
    mutating func visitGarden(until end: Double, _ chance: inout SeededRandom) {
        guard let building, let back = buildings[building].back else { return }
        let frame = buildings[building]
        walk(to: back.room, back.door)
        self.building = nil
        room = nil
        while time < end {
            move(to: frame.corner + back.garden + chance.vector(chance.within(0...4)), speed: 0.8)
            rest(until: min(end, time + chance.within(20...300)), place: frame.place)
        }
        move(to: frame.corner + back.door, speed: 0.9)
        self.building = building
        room = back.room
        walk(to: back.room, &chance)
    }

    mutating func move(to target: Vector, speed: Double, place: String? = nil) {
        let length = (target - spot).length
        guard length > 0.01 else { return }
        add(to: target, until: time + length / speed, place: place)
    }

    private mutating func add(to target: Vector, until end: Double, place: String?) {
        legs.append(
            Leg(
                from: time, to: end, start: spot, end: target, building: building, room: room,
                place: place, isIndoors: building != nil))
        (time, spot) = (end, target)
    }
}
