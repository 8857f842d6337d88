/// What the nodes of a place hear of a beacon in each room, as measured by walking through them.
///
/// It holds sums and no readings: later measurements are added.
public struct Calibration: Hashable, Sendable, Codable {
    /// So many readings of a room say something; a tag that speaks every five seconds gives them in
    /// the minute that somebody stays.
    public static let enough = 10.0

    /// The nodes whose levels were measured; a node moved since is not among them.
    public private(set) var nodes: [ID<Node>]
    /// The beacons that were walked with; `nil` if that was not kept.
    private(set) var beacons: [BeaconID]?
    public private(set) var rooms: [ID<Room>: Measurement]
    /// How often somebody went from one room to another.
    private(set) var passages: [Passage]
    /// When it was last measured.
    public private(set) var measured: Timestamp

    struct Passage: Hashable, Sendable, Codable {
        var from: ID<Room>
        var to: ID<Room>
        var count: Double
    }

    /// The levels of one room.
    public struct Measurement: Hashable, Sendable, Codable {
        /// How many samples there are.
        public private(set) var count = 0.0
        /// For each node, in dBm.
        private(set) var sums: [Double]
        /// For each pair of nodes.
        private(set) var products: [Double]

        init(nodes: Int) {
            sums = [Double](repeating: 0, count: nodes)
            products = [Double](repeating: 0, count: nodes * nodes)
        }

        /// The mean level at a node, in dBm.
        func mean(_ node: Int) -> Double { sums[node] / count }

        func covariance(_ a: Int, _ b: Int) -> Double {
            products[a * sums.count + b] / count - mean(a) * mean(b)
        }

        mutating func add(_ levels: [Double]) {
            count += 1
            for a in levels.indices {
                sums[a] += levels[a]
                for b in levels.indices {
                    products[a * levels.count + b] += levels[a] * levels[b]
                }
            }
        }

        mutating func add(_ other: Measurement) {
            count += other.count
            for index in sums.indices { sums[index] += other.sums[index] }
            for index in products.indices { products[index] += other.products[index] }
        }

        /// The same without some of the nodes.
        fileprivate func keeping(_ columns: [Int]) -> Measurement {
            var kept = self
            kept.sums = columns.map { sums[$0] }
            kept.products = columns.flatMap { a in columns.map { products[a * sums.count + $0] } }
            return kept
        }
    }

    /// - Parameters:
    ///   - beacon: What was walked with.
    ///   - samples: Levels for each of `nodes`, in dBm, and the room they were heard in, by time.
    ///   - passages: From which room to which somebody went.
    init(
        of beacon: BeaconID, nodes: [ID<Node>],
        samples: [(room: ID<Room>, levels: [Double])],
        passages: [(from: ID<Room>, to: ID<Room>)], at time: Timestamp
    ) {
        beacons = [beacon]
        self.nodes = nodes
        measured = time
        rooms = [:]
        for sample in samples {
            rooms[sample.room, default: Measurement(nodes: nodes.count)].add(sample.levels)
        }
        self.passages = []
        for passage in passages where passage.from != passage.to {
            note(Passage(from: passage.from, to: passage.to, count: 1))
        }
    }

    /// The rooms with nodes of which there is too little: until there is more, nothing is used.
    ///
    /// - Parameter placed: The nodes of the place.
    public func missing(among placed: some Sequence<Node>) -> [ID<Room>] {
        Set(placed.compactMap(\.room)).filter { rooms[$0]?.count ?? 0 < Self.enough }.sorted()
    }

    /// A second walk on the same day adds to what there is; a later one finds a changed home, so
    /// its rooms replace the earlier measurements.
    func adding(_ new: Calibration) -> Calibration {
        guard nodes == new.nodes else { return new }
        var sum = self
        let isSameDay = new.measured.seconds(since: measured) < 86_400
        for (room, measurement) in new.rooms {
            if isSameDay, sum.rooms[room] != nil {
                sum.rooms[room]?.add(measurement)
            } else {
                sum.rooms[room] = measurement
            }
        }
        for passage in new.passages { sum.note(passage) }
        if !isSameDay, rooms.keys.allSatisfy({ new.rooms[$0] != nil }) {
            // Nothing is left of what was heard of others.
            sum.beacons = new.beacons
        } else {
            sum.beacons = beacons.map { known in
                known + (new.beacons ?? []).filter { !known.contains($0) }
            }
        }
        sum.measured = max(measured, new.measured)
        return sum
    }

    private mutating func note(_ passage: Passage) {
        let known = passages.firstIndex { $0.from == passage.from && $0.to == passage.to }
        if let known {
            passages[known].count += passage.count
        } else {
            passages.append(passage)
        }
    }

    /// Forgets what a node heard: it was moved.
    ///
    /// - Returns: Whether anything was known of the node.
    mutating func forget(_ node: ID<Node>) -> Bool {
        let columns = nodes.indices.filter { nodes[$0] != node }
        guard columns.count < nodes.count else { return false }
        nodes = columns.map { nodes[$0] }
        rooms = rooms.mapValues { $0.keeping(columns) }
        return true
    }
}
