import SeededRandom

/// A home or an office: rectangular rooms, each with a door to the hall, and nodes in them.
struct Building: Sendable {
    struct Room: Sendable {
        var id: String
        /// Metres in the building's own frame.
        var east: ClosedRange<Double>
        var north: ClosedRange<Double>
        /// The entrance from the hall; any spot for the hall itself.
        var door: Vector
        /// The position of its node; `nil` if it has none.
        var node: Vector?

        func contains(_ spot: Vector) -> Bool {
            east.contains(spot.east) && north.contains(spot.north)
        }

        func spot(_ chance: inout SeededRandom) -> Vector {
            Vector(
                east: chance.within(east.lowerBound + 0.5...east.upperBound - 0.5),
                north: chance.within(north.lowerBound + 0.5...north.upperBound - 0.5))
        }
    }

    /// The town's name for it.
    var place: String
    /// The position of the frame's origin in the town.
    var corner: Vector
    /// The hall is the first.
    var rooms: [Room]
    /// The front door, in the hall's outer wall, and the doorstep.
    var front: Vector
    var doorstep: Vector
    /// Where the way from the door meets the street, and the street's direction as a unit vector.
    var gate: Vector
    var street: Vector
    /// A door from a room to a garden, and a spot in the garden.
    var back: (room: Int, door: Vector, garden: Vector)?

    /// The rooms of the home in the order in which its owners buy nodes for them.
    private static let bought = ["living", "hall", "bedroom", "kitchen", "study", "kids"]

    /// Six rooms that have nodes, or the first of them, and a bath without one, 10 by 9 metres.
    static func home(at corner: Vector, nodes: Int) -> Building {
        let equipped = Set(bought.prefix(nodes))
        func room(
            _ id: String, _ east: ClosedRange<Double>, _ north: ClosedRange<Double>,
            door: (Double, Double), node: (Double, Double)?
        ) -> Room {
            Room(
                id: id, east: east, north: north, door: Vector(east: door.0, north: door.1),
                node: equipped.contains(id) ? node.map { Vector(east: $0.0, north: $0.1) } : nil)
        }
        return Building(
            place: "home", corner: corner,
            rooms: [
                room("hall", 4...6, 0...7, door: (5, 3), node: (4.3, 0.7)),
                room("kitchen", 0...4, 0...4, door: (4, 2), node: (0.8, 0.5)),
                room("living", 0...4, 4...9, door: (4, 6), node: (0.5, 8.5)),
                room("bedroom", 6...10, 6...9, door: (6, 6.7), node: (9.5, 8.5)),
                room("study", 6...10, 3...6, door: (6, 4.5), node: (9.5, 5.5)),
                room("kids", 6...10, 0...3, door: (6, 1.5), node: (9.5, 0.5)),
                room("bath", 4...6, 7...9, door: (5, 7), node: nil),
            ],
            front: Vector(east: 5, north: 0), doorstep: Vector(east: 5, north: -1.5),
            gate: Vector(east: 5, north: -7), street: Vector(east: 1, north: 0),
            back: (2, Vector(east: 0, north: 7), Vector(east: -7, north: 8)))
    }

    /// A reception with the exit, a room full of desks, and a meeting room.
    static func office(at corner: Vector) -> Building {
        func room(
            _ id: String, _ east: ClosedRange<Double>, _ north: ClosedRange<Double>, door: Vector,
            node: Vector?
        ) -> Room {
            Room(id: id, east: east, north: north, door: door, node: node)
        }
        return Building(
            place: "work", corner: corner,
            rooms: [
                room(
                    "reception", 0...5, 0...12, door: Vector(east: 2, north: 6),
                    node: Vector(east: 1, north: 5)),
                room(
                    "desks", 5...17, 0...7, door: Vector(east: 5, north: 3),
                    node: Vector(east: 12, north: 6.5)),
                room(
                    "meeting", 5...12, 7...12, door: Vector(east: 5, north: 9),
                    node: Vector(east: 11.5, north: 11.5)),
            ],
            front: Vector(east: 0, north: 6), doorstep: Vector(east: -1.5, north: 6),
            gate: Vector(east: -7, north: 6), street: Vector(east: 0, north: 1), back: nil)
    }

    /// The corners of the way from one room to a spot in another.
    func way(from: Int, to: Int, _ spot: Vector) -> [(room: Int, to: Vector)] {
        guard from != to else { return [(from, spot)] }
        var way: [(room: Int, to: Vector)] = []
        if from != 0 { way.append((from, rooms[from].door)) }
        if to != 0 { way.append((0, rooms[to].door)) }
        return way + [(to, spot)]
    }

    /// A spot in the street at this distance from the gate, on the side of a target.
    ///
    /// From 10 metres on, no straight way from there to the target leads through the building.
    func curb(towards target: Vector, _ metres: Double) -> Vector {
        let way = target - corner - gate
        let isAhead = way.east * street.east + way.north * street.north >= 0
        return corner + gate + street * (isAhead ? metres : -metres)
    }

    /// The room at a spot of the frame; `nil` outdoors.
    func room(at spot: Vector) -> Int? { rooms.firstIndex { $0.contains(spot) } }
}
