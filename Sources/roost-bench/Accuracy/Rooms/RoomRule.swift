import RoostCore

/// What a node heard of the tag that is followed.
struct Reading: Hashable {
    var node: ID<Node>
    /// In dBm.
    var rssi: Double
    /// What a node one metre away hears, in dBm, where the tag's maker measured it.
    var power: Double?
    var time: Timestamp
}

/// A way to tell where a tag is from what nodes hear of it.
protocol RoomRule {
    /// Readings come in the order of their arrival.
    mutating func take(_ reading: Reading)
    /// What the rule would say at `time`, which never goes back.
    mutating func answer(at time: Timestamp) -> Answer
}

/// What a rule says.
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

/// Metres in a place's own frame; how high is not asked.
struct Position: Hashable {
    var x: Double
    var y: Double

    func distance(to other: Position) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}

extension Dictionary where Key == ID<Node>, Value == Double {
    /// The node with the greatest value; of several, the least name.
    var greatest: ID<Node>? {
        self.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
