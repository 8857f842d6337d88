/// A straight movement or a stay of a person or a thing, with its time.
struct Leg: Sendable {
    /// Seconds since the beginning of the year.
    var from: Double
    var to: Double
    /// In the town's plane.
    var start: Vector
    var end: Vector
    /// The building and the room; `nil` outdoors, and if it does not matter.
    var building: Int?
    var room: Int?
    /// The place of a stay; `nil` on the way.
    var place: String?
    /// Not in a building with nodes, but under a roof.
    var isIndoors = false

    var speed: Double { to > from ? (end - start).length / (to - from) : 0 }

    @inline(__always)
    func position(at time: Double) -> Vector {
        guard to > from else { return end }
        return start + (end - start) * min(1, max(0, (time - from) / (to - from)))
    }
}

/// Reads legs, sorted by time.
struct LegCursor: Sendable {
    private var index = 0

    @inline(__always)
    mutating func leg(at time: Double, of legs: [Leg]) -> Leg? {
        while index < legs.count, legs[index].to <= time { index += 1 }
        return index < legs.count && legs[index].from <= time ? legs[index] : nil
    }
}

/// Follows one thing through the day: its spot, or the leg of its bearer.
struct ThingCursor: Sendable {
    enum Spot {
        case lying(building: Int, room: Int, at: Vector)
        case carried(Leg)
    }

    let thing: Int
    private var holding = 0
    private var legs = LegCursor()

    init(_ thing: Int) { self.thing = thing }

    /// - Parameter time: Not before the time of the last call.
    @inline(__always)
    mutating func spot(at time: Double, in life: Life) -> Spot? {
        let count = life.holdings[thing].count
        while holding + 1 < count, life.holdings[thing][holding + 1].time <= time {
            holding += 1
            legs = LegCursor()
        }
        switch life.holdings[thing][holding].holder {
        case .lying(let building, let room, let spot):
            return .lying(building: building, room: room, at: spot)
        case .carried(let person):
            return legs.leg(at: time, of: life.walkers[person].legs).map { .carried($0) }
        }
    }
}
