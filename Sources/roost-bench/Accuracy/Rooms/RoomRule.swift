import RoostCore

/// What a node heard of the followed tag.
struct Reading: Hashable {
    var node: ID<Node>
    /// In dBm.
    var rssi: Double
    /// What a node one metre away hears, in dBm, if the manufacturer of the tag measured it.
    var power: Double?
    var time: Timestamp
}

/// A way to locate a tag from what nodes hear of it.
protocol RoomRule {
    /// Readings come in the order of their arrival.
    mutating func take(_ reading: Reading)
    /// The rule's answer at `time`, which never goes back.
    mutating func answer(at time: Timestamp) -> Answer
}

/// The answer of a rule.
enum Answer: Hashable {
    /// The tag is where this node is.
    case node(ID<Node>)
    case whereabouts(Whereabouts)
    case unknown
}

/// A room, a position, or both, as far as they are known.
struct Whereabouts: Hashable {
    var room: ID<Room>?
    var position: Position?
}

/// In metres in a place's own frame; height is ignored.
struct Position: Hashable {
    var x: Double
    var y: Double

    func distance(to other: Position) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

extension Dictionary where Key == ID<Node>, Value == Double {
    /// The node with the greatest value; if several have it, the first by name.
    var greatest: ID<Node>? {
        self.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
