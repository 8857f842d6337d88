import Glibc

/// The rooms of a place, the nodes that listen in them, and how much of a beacon's signal reaches
/// each node from each spot of the place.
///
/// If all nodes have positions, the spots are a grid over them; otherwise there is one spot beside
/// each node.
struct RoomMap: Hashable, Sendable {
    /// The nodes of the place, one for each column of `losses`.
    let nodes: [ID<Node>]
    /// Index of each node's room.
    let roomOfNode: [Int]
    /// The rooms with nodes, and other measured ones if the place is calibrated; `nil` for nodes
    /// that tell only the place.
    let rooms: [ID<Room>?]
    let spots: [Spot]
    /// How much of the signal at one metre is lost at each node, in decibels: a row for each spot.
    let losses: [Double]
    /// How many spots each room has.
    let sizes: [Int]
    /// Whether each room has a way out.
    let areExits: [Bool]
    /// What was measured in each room, if all of them were.
    let fingerprints: RoomFingerprints?

    struct Spot: Hashable, Sendable {
        /// Index of the room.
        var room: Int
        /// Metres in the place's own frame; `nil` if the nodes have no positions.
        var x: Double?
        var y: Double?
        var storey = 0
    }

    /// The least distance between spots of the grid, in metres.
    private static let step = 1.0
    /// How far the grid reaches beyond the outermost nodes, in metres.
    private static let margin = 1.0
    /// A larger place has wider steps, to stay near this many spots.
    private static let mostSpots = 400.0

    /// - Parameters:
    ///   - nodes: Those of one place, at least one.
    ///   - calibration: What was measured there.
    ///   - enough: How many samples of a room say something.
    init(nodes: [Node], calibration: Calibration? = nil, enough: Double = Calibration.enough) {
        let nodes = nodes.sorted { $0.id < $1.id }
        let withNodes = Set(nodes.map(\.room))
        let counts = (calibration?.rooms ?? [:]).mapValues(\.count)
        let isCalibrated = withNodes.allSatisfy { room in
            room.flatMap { counts[$0] }.map { $0 >= enough } ?? false
        }
        // A room may have no node, and be known by what the nodes of the others hear.
        let measured = counts.filter { $0.value >= enough }.keys.map(Optional.some)
        let rooms = (isCalibrated ? withNodes.union(measured) : withNodes)
            .sorted { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }
        let own = nodes.map { node in rooms.firstIndex(of: node.room) ?? 0 }
        let positions = nodes.compactMap(\.position).filter { $0.count >= 2 }
        let isMeasured = positions.count == nodes.count && nodes.count > 1
        let storeys = Storeys(of: positions)
        let spots =
            isMeasured
            ? Self.grid(over: positions, rooms: own, storeys) : own.map { Spot(room: $0) }
        self.nodes = nodes.map(\.id)
        self.rooms = rooms
        roomOfNode = own
        self.spots = spots
        fingerprints =
            isCalibrated
            ? calibration.flatMap {
                RoomFingerprints($0, rooms: rooms.compactMap { $0 }, nodes: nodes.map(\.id))
            } : nil
        areExits = rooms.indices.map { room in zip(nodes, own).contains { $0.isExit && $1 == room }
        }
        sizes = rooms.indices.map { room in spots.count { $0.room == room } }
        losses = spots.enumerated().flatMap { index, spot in
            nodes.indices.map { node in
                let isSame = spot.room == own[node]
                guard let x = spot.x, let y = spot.y else {
                    return PathLoss.loss(
                        at: index == node ? .beside : isSame ? .sameRoom : .otherRoom)
                }
                return PathLoss.loss(
                    metres: PathLoss.distance(
                        x, y, height: storeys.tagHeights[spot.storey], to: positions[node]),
                    walls: isSame ? 0 : 1, floors: abs(spot.storey - storeys.ofNodes[node]))
            }
        }
    }

    /// Whether a beacon's position within the place can be told.
    var hasPositions: Bool { spots.first?.x != nil }

    func isExit(_ room: ID<Room>?) -> Bool { zip(rooms, areExits).contains { $0 == room && $1 } }

    /// The share of a distribution over the rooms that falls on those with a way out, in 0...1.
    func shareOfExits(in rooms: [Double]) -> Double {
        let sum = rooms.reduce(0, +)
        guard sum > 0 else { return 0 }
        return zip(rooms, areExits).reduce(0.0) { $1.1 ? $0 + $1.0 : $0 } / sum
    }

    /// Where those who change rooms go, as a probability for each room.
    func arrivals(from probabilities: [Double]) -> [Double] {
        if let fingerprints { return fingerprints.arrivals(from: probabilities) }
        return [Double](repeating: 1 / Double(rooms.count), count: rooms.count)
    }

    /// A spot belongs to the room of the nearest node of its storey, since the walls are unknown.
    private static func grid(
        over positions: [[Double]], rooms: [Int], _ storeys: Storeys
    ) -> [Spot] {
        let xs = positions.map { $0[0] }
        let ys = positions.map { $0[1] }
        guard let left = xs.min(), let right = xs.max(), let low = ys.min(), let high = ys.max()
        else { return [] }
        let (width, height) = (right - left + 2 * margin, high - low + 2 * margin)
        let area = width * height * Double(storeys.tagHeights.count)
        let step = max(step, (area / mostSpots).squareRoot())
        var spots: [Spot] = []
        for storey in storeys.tagHeights.indices {
            let own = positions.indices.filter { storeys.ofNodes[$0] == storey }
            for x in stride(from: left - margin, through: right + margin, by: step) {
                for y in stride(from: low - margin, through: high + margin, by: step) {
                    let nearest = own.min {
                        hypot(xs[$0] - x, ys[$0] - y) < hypot(xs[$1] - x, ys[$1] - y)
                    }
                    let room = nearest.map { rooms[$0] } ?? 0
                    spots.append(Spot(room: room, x: x, y: y, storey: storey))
                }
            }
        }
        // A room whose only node stands beside another's is still a room.
        for (node, room) in rooms.enumerated() where !spots.contains(where: { $0.room == room }) {
            spots.append(
                Spot(room: room, x: xs[node], y: ys[node], storey: storeys.ofNodes[node]))
        }
        return spots
    }
}
