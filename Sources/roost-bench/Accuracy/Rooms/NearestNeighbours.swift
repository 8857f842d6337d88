import RoostCore

/// The measured spots that sound most like now: their most frequent room, their mean position.
struct NearestNeighbours: RoomRule {
    private let nodes: [ID<Node>]
    private let rooms: [Spot]
    private let positions: [Spot]
    private var window = ReadingWindow(seconds: Self.window)
    private var last = Answer.unknown

    /// The mean is over this many seconds, also for the measurements.
    static let window = 3.0
    /// The assumed level at a node that hears nothing, in dBm.
    private static let silence = -100.0
    /// How many neighbours count.
    private static let neighbours = 5

    /// A fingerprint as numbers, one for each node.
    private struct Spot {
        var whereabouts: Whereabouts
        var levels: [Double]
    }

    /// - Parameter nodes: The nodes to compare.
    init(_ fingerprints: [Fingerprint], nodes: some Sequence<ID<Node>>) {
        let nodes = nodes.sorted()
        let spots = fingerprints.map {
            Spot(whereabouts: $0.whereabouts, levels: Self.levels($0.levels, nodes))
        }
        self.nodes = nodes
        rooms = spots.filter { $0.whereabouts.room != nil }
        positions = spots.filter { $0.whereabouts.position != nil }
    }

    mutating func take(_ reading: Reading) { window.add(reading) }

    /// While nothing is heard, the last answer stays.
    mutating func answer(at time: Timestamp) -> Answer {
        window.forget(at: time)
        guard !window.isEmpty else { return last }
        let levels = Self.levels(window.means, nodes)
        last = .whereabouts(
            Whereabouts(
                room: Self.mostFrequent(Self.nearest(rooms, to: levels).compactMap(\.room)),
                position: Self.mean(
                    Self.nearest(positions, to: levels).compactMap(\.position))))
        return last
    }

    private static func levels(_ means: [ID<Node>: Double], _ nodes: [ID<Node>]) -> [Double] {
        nodes.map { means[$0] ?? silence }
    }

    private static func nearest(_ spots: [Spot], to levels: [Double]) -> [Whereabouts] {
        let differences = spots.enumerated().map { index, spot in
            var sum = 0.0
            for node in levels.indices {
                let step = levels[node] - spot.levels[node]
                sum += step * step
            }
            return (sum, index)
        }
        return differences.sorted { $0 < $1 }.prefix(neighbours).map { spots[$0.1].whereabouts }
    }

    /// If several are equally frequent, the first of them.
    private static func mostFrequent(_ rooms: [ID<Room>]) -> ID<Room>? {
        var best: (room: ID<Room>, count: Int)?
        for room in rooms {
            let count = rooms.count { $0 == room }
            if count > best?.count ?? 0 { best = (room, count) }
        }
        return best?.room
    }

    private static func mean(_ positions: [Position]) -> Position? {
        guard !positions.isEmpty else { return nil }
        let count = Double(positions.count)
        return Position(
            x: positions.reduce(0) { $0 + $1.x } / count,
            y: positions.reduce(0) { $0 + $1.y } / count)
    }
}
